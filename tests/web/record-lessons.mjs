// Records every lesson and the tour, played to their ends on the built page: `node record-lessons.mjs`. To be run again whenever a lesson's
// states, the bundled models, or what the page asks the engine for changes; recorded.test.mjs replays what it writes.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { PLAYED, lesson, play, walk } from './lib/played.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const FOLDER = fileURLToPath(new URL('../../web/lessons/recorded/', import.meta.url));

const wanted = process.argv.slice(2);
const names = [...Object.keys(PLAYED), 'tour'].filter((name) => wanted.length === 0 || wanted.includes(name));
const server = await serve();
const browser = await launch({ webgpu: false });
try {
  await mkdir(FOLDER, { recursive: true });
  for (const name of names) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const scope = new Scope(page, server.url);
    if (name === 'tour') {
      await scope.open(lesson(name, 1));
      await walk(scope);
    } else {
      await play(scope, name);
    }
    await scope.settled();
    const bytes = Buffer.from(await page.evaluate(async () => Array.from(await window.logitscope.record())));
    await writeFile(`${FOLDER}${name}.logitscope`, bytes);
    console.log(`${name}: ${Math.round(bytes.length / 1024)} KiB`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
