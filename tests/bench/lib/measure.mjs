// The measurements of one shape: round by round, every engine once a round, so that a busy minute of the machine
// hits all of them.
import { loadavg } from 'node:os';
import { effort, missing } from './engines.mjs';
import { matrices } from './shapes.mjs';
import { agreement, floorOf, summarise } from './statistics.mjs';

/**
 * @param {{ call: Function }} browser
 * @param {object} shape one of `shapes`
 * @param {object} reference what is right: the model's ref.json
 * @param {{ engines: object[], rounds: number, quick: boolean, hasAdapter: boolean }} plan
 * @returns what is written to the file of results for this shape
 */
export async function measure(browser, shape, reference, { engines, rounds, quick, hasAdapter }) {
  const all = engines.map((engine) => ({ engine, skipped: missing(engine, shape, hasAdapter), pages: [] }));
  const open = () => all.filter((entry) => !entry.skipped && !entry.error);
  const floors = [];
  let floorError;
  for (let round = 0; round < rounds; round += 1) {
    // What is measured of the adapter is compared with those alone.
    if (hasAdapter && !floorError && engines.some(({ counted }) => counted)) {
      await floor(browser, shape, quick).then((found) => floors.push(found), (error) => (floorError = error.message));
    }
    for (const entry of open()) {
      const { n, warm, every } = effort(entry.engine, shape, quick);
      if (round % every === 0) await visit(browser, entry, task(entry.engine, shape, reference, n, warm), round);
    }
  }
  for (const entry of open().filter(({ engine }) => engine.counted)) {
    const { n } = effort(entry.engine, shape, true);
    await visit(browser, entry, { ...task(entry.engine, shape, reference, n, 1), count: true });
  }
  return { ...shape, reference, floors, floorError, engines: all.map((entry) => conclude(entry, reference, floors)) };
}

async function floor(browser, { config }, quick) {
  progress('floor');
  return browser.call('floor.html', 'floor', { matrices: matrices(config), vocab: config.vocab_size, reps: quick ? 3 : 5 });
}

/** Opens a page for one measurement; an error is kept, and ends this engine's part. */
async function visit(browser, entry, given, round) {
  progress(`${entry.engine.name}, ${given.count ? 'counted' : `round ${round + 1}`}`);
  const load_average = loadavg()[0];
  try {
    const page = await browser.call('index.html', 'bench', given);
    // Those of a warm run: what is made once is not made for each token.
    if (given.count) Object.assign(entry, { calls: page.runs.at(-1).calls, kernels: page.kernels });
    else entry.pages.push({ ...page, load_average });
  } catch (error) {
    entry.error = error.message;
  }
}

/** The first run has the prompt of the reference, the others its rotations: what an engine keeps is of no use there. */
function task({ page, options }, { folder }, { prompt }, n, warm) {
  const runs = Array.from({ length: 1 + warm }, (_, i) => ({ prompt: [...prompt.slice(i), ...prompt.slice(0, i)], n }));
  return { engine: page, options, model: folder, runs };
}

/** An engine's part of the results. */
function conclude({ engine, skipped, error, pages, calls, kernels }, { greedy32 }, floors) {
  const { name, device, bits, exact = false } = engine;
  const result = { name, device, bits, exact, skipped, error, calls, kernels, pages };
  if (pages.length === 0) return result;
  result.summary = summarise(pages, greedy32);
  const ids = pages.map((page) => page.runs[0].ids);
  if (exact && ids.some((found) => agreement(found, greedy32) < found.length)) {
    const wrong = ids.find((found) => agreement(found, greedy32) < found.length);
    result.error ??= `wrong ids: ${wrong} instead of ${greedy32.slice(0, wrong.length)}`;
  }
  if (engine.page === 'ours' && calls && floors.length > 0) {
    result.floor = floorOf(floors, engine.options.precision, calls.dispatches);
    result.floor.share = result.floor.floor_ms / (result.summary.inner_ms ?? result.summary.token_ms).median;
  }
  return result;
}

/** Says on a terminal what is being done. */
function progress(what) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${what}`);
  else console.error(`      … ${what} (load ${loadavg()[0].toFixed(1)})`);
}
