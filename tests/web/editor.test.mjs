// Writing a lesson: steps from the screen, questions, mistakes, a trial, a file, and the line for a course.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const BACKEND = 'backend=cpu';

async function write(scope) {
  await scope.at('lesson-menu').click();
  await scope.at('write-lesson').click();
  await eventually(async () => assert.equal(await scope.at('lesson-editor').count(), 1));
}

test('a lesson of three steps is put together, tried, and goes into a course', async (scope, { fresh }) => {
  await scope.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await scope.open(`#prompt=Once+upon+a+time&temperature=0.5&top_k=40&top_p=0.9&${BACKEND}`);
  await write(scope);
  assert.equal(await scope.at('editor-try').isDisabled(), true, 'without a step there is nothing to try');
  assert.match(await scope.text('editor-empty'), /^No steps yet\. .*“Take what is on screen as a step”/);
  assert.equal(await scope.text('editor-mistakes'), '', 'what is only missing yet is no mistake');
  await scope.at('editor-step').click();
  await scope.at('editor-guess').click();
  await eventually(async () => assert.match(await scope.text('editor-fine'), /^1 step, no mistakes/));
  assert.equal(await scope.at('editor-empty').count(), 0);
  await scope.call('setPrompt', 'In the forest lived a');
  await scope.at('editor-step').click();
  await scope.at('editor-goal').click();
  await scope.call('setSettings', { temperature: 1.5 });
  await scope.at('editor-step').click();
  await scope.at('editor-choice').click();
  await eventually(async () => assert.match(await scope.text('editor-fine'), /^3 steps, no mistakes/));
  const source = await scope.at('lesson-source').inputValue();
  assert.match(source, /prompt: Once upon a time\n/);
  assert.match(source, /temperature: 1\.5\n/);
  await scope.at('lesson-source').fill(source.replace('goal: p(', 'gaol: p('));
  await eventually(async () => assert.match(await scope.text('editor-mistakes'), /line \d+: there is no “gaol” here/));
  assert.equal(await scope.at('editor-snippet').isDisabled(), true);
  await scope.at('lesson-source').fill(source);
  await scope.at('editor-try').click();
  await eventually(async () => assert.match(await scope.text('lesson-step'), /^step 3 of 3/));
  await scope.at('lesson-back').click();
  await eventually(async () => assert.match(await scope.text('lesson-step'), /^step 2 of 3/));
  await scope.settled();
  await scope.at('editor-snippet').click();
  await scope.notice(/The embed code is on the clipboard/);
  const code = await scope.page.evaluate(() => navigator.clipboard.readText());
  const [, address] = code.match(/src="([^"]*)"/);
  const other = await fresh();
  await other.page.goto(address.replaceAll('&amp;', '&'));
  await other.ready();
  await eventually(async () => assert.match(await other.text('lesson-step'), /^step 1 of 3/));
  await eventually(async () => assert.equal((await other.call('state')).text, 'Once upon a time'));
  assert.equal(await other.frame.locator('header').count(), 0);
});

test('what is written stays over a reload, is saved as a file, and a file is opened', async (scope) => {
  await scope.open(`#${BACKEND}`);
  await write(scope);
  await scope.at('editor-step').click();
  const source = await scope.at('lesson-source').inputValue();
  await scope.page.reload();
  await scope.ready();
  await write(scope);
  assert.equal(await scope.at('lesson-source').inputValue(), source);
  const [download] = await Promise.all([scope.page.waitForEvent('download'), scope.at('editor-save').click()]);
  assert.equal(download.suggestedFilename(), 'my-lesson.md');
  assert.equal(await readFile(await download.path(), 'utf8'), source);
  const text = '---\ntitle: <img src=x onerror=alert(1)>\nabout: b\nminutes: 1\n---\n## <script>alert(1)</script>\n<b>c</b> [d](javascript:alert(1))\n';
  await scope.at('editor-open').setInputFiles({ name: 'hostile.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await eventually(async () => assert.equal(await scope.at('lesson-source').inputValue(), text));
  await scope.at('editor-try').click();
  await eventually(async () => assert.equal(await scope.at('lesson-panel').locator('h3').innerText(), '<script>alert(1)</script>'));
  assert.equal(await scope.at('lesson-panel').locator('script, img, b:has-text("c"), a[href^="javascript"]').count(), 0);
});

test('the text is taken along as a table', async (scope) => {
  await scope.open(`#seed=5&${BACKEND}`);
  await scope.steps(3);
  const { transcript } = await scope.call('state');
  const save = async (button) => {
    await scope.click('share-menu');
    const [download] = await Promise.all([scope.page.waitForEvent('download'), scope.at(button).click()]);
    await scope.click('share-menu');
    return readFile(await download.path(), 'utf8');
  };
  const lines = (await save('export-csv')).trimEnd().split('\r\n');
  assert.equal(lines[0], 'position,token_id,token,origin,prob,rank,surprisal_bits,entropy_bits,prob_after,u');
  assert.equal(lines.length, 1 + transcript.length);
  const last = lines.at(-1).split(',');
  const entry = transcript.at(-1);
  assert.deepEqual([Number(last[1]), last[3]], [entry.token ?? entry.id ?? entry.tokenId, 'sampled']);
  assert.ok(Math.abs(Number(last.at(-4)) - entry.surprisal_bits) < 1e-9);
  const markdown = await save('export-markdown');
  assert.match(markdown, /seed 5\./);
  assert.equal(markdown.split('\n').filter((line) => line.startsWith('|')).length, 2 + transcript.length);
});
