// The benchmark: our engine and its peers in one browser, in turns. `cargo xtask bench` prepares and starts it.
//
//   node run.mjs [--quick] [--only small,gpt2s,random,small-llama,smollm2,qwen3] [--engines ours-gpu-f32,…] [--runs N] [--seed N] [--no-page] [--check]
//
// With --no-page the page itself is left out, with --check it only looks whether it understands these options. Times never make it fail; wrong ids
// and errors do.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launch } from './lib/browser.mjs';
import { ENGINES } from './lib/engines.mjs';
import { RESULTS } from './lib/folders.mjs';
import { measure } from './lib/measure.mjs';
import { model } from './lib/models.mjs';
import { isOwn, ownModel } from './lib/own_models.mjs';
import { watchPage } from './lib/page.mjs';
import { report, reportPage } from './lib/report.mjs';
import { serve } from './lib/server.mjs';
import { NAMES, USUAL, shapes } from './lib/shapes.mjs';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean', default: false };

function plan() {
  const { values } = parseArgs({
    options: { quick: FLAG, check: FLAG, only: TEXT, engines: TEXT, runs: TEXT, seed: TEXT, 'no-page': FLAG },
  });
  const names = chosen('shape', values.only, values.quick ? ['small'] : USUAL, NAMES);
  const known = ENGINES.map(({ name }) => name);
  const wanted = chosen('engine', values.engines, known, known);
  return {
    quick: values.quick,
    check: values.check,
    page: !values['no-page'],
    names,
    engines: ENGINES.filter(({ name }) => wanted.includes(name)),
    rounds: whole('--runs', values.runs, values.quick ? 2 : 3, 1),
    seed: whole('--seed', values.seed, Math.floor(Math.random() * 2 ** 32), 0),
  };
}

/** The names in a list with commas, or those that are usual. */
function chosen(kind, list, usual, known) {
  const names = list?.split(',').map((name) => name.trim()) ?? usual;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no ${kind} \`${unknown}\`: choose from ${known.join(', ')}`);
  return names;
}

function whole(option, text, usual, least) {
  const value = text === undefined ? usual : Number(text);
  if (!Number.isInteger(value) || value < least) throw new Error(`${option} needs a whole number from ${least} on`);
  return value;
}

async function main() {
  const { names, seed, check, page, ...rest } = plan();
  if (check) return true;
  const ours = rest.engines.filter(({ page }) => page === 'ours');
  const alone = ours.length === rest.engines.length;
  // The others are made by the packages of the peers.
  const jobs = shapes(names, seed).map((shape) => (alone && isOwn(shape) ? ownModel : model)(shape));
  const server = await serve();
  const browser = await launch(server.url);
  try {
    const adapter = await browser.call('floor.html', 'adapter').catch(() => undefined);
    const machine = { cpus: cpus().length, cpu: cpus()[0]?.model, load_average: loadavg() };
    console.log(`browser ${browser.version}, adapter ${adapter?.name ?? 'none'}, ${machine.cpus} x ${machine.cpu}`);
    console.log(`load average ${machine.load_average.map((load) => load.toFixed(2)).join(' ')}; --seed ${seed}\n`);
    const results = { date: new Date().toISOString(), browser: browser.version, adapter, machine, seed, shapes: [] };
    for (const { shape, reference } of jobs) {
      const found = await measure(browser, shape, reference, { ...rest, hasAdapter: adapter !== undefined });
      results.shapes.push(found);
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
      console.log(`${report(found)}\n`);
      writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 1)}\n`);
    }
    if (page && ours.length > 0) {
      results.page = await watchPage(browser, server.url, adapter !== undefined);
      console.log(`${reportPage(results.page)}\n`);
      writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 1)}\n`);
    }
    console.log(`all of it: ${RESULTS}`);
    return results.shapes.every(({ engines, floorError }) => !floorError && engines.every(({ error }) => !error));
  } finally {
    await browser.close();
    server.close();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
