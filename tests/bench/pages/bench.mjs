// Runs one engine, in a page of its own, and says when each token was known. The driver calls `window.bench`.
import { count, difference, snapshot } from './counters.mjs';

/** Between two runs, so that what the first left to be done is not charged to the second. */
const REST_MS = 200;

/**
 * An engine's module exports `open(task)`, which gives `{ generate, counters?, kernels?, close?, info? }`.
 *
 * `generate(prompt, n, onToken)` chooses `n` tokens greedily; it calls `onToken(id, inner?)` as soon as an id is known
 * here, `inner` being what the engine itself says that token took, in milliseconds.
 *
 * @param {{ engine: string, model: string, runs: { prompt: number[], n: number }[], count?: boolean, options: object }} task
 *   `count`: counts calls of WebGPU's functions, which makes the times worthless
 * @returns what a run gave, for each run; `load_ms` from here until the model is ready; where calls are counted, also what
 *   the engine says of its kernels
 */
window.bench = async function bench(task) {
  const start = performance.now();
  if (task.count) count();
  const { open } = await import(`./${task.engine}.mjs`);
  const engine = await open(task);
  const load_ms = performance.now() - start;
  const counters = engine.counters ?? snapshot;
  const runs = [];
  for (const { prompt, n } of task.runs) {
    if (runs.length > 0) await new Promise((rested) => setTimeout(rested, REST_MS));
    runs.push(await measure(engine.generate, prompt, n, task.count && counters));
  }
  const kernels = task.count && (await engine.kernels?.());
  engine.close?.();
  return { kernels, load_ms, load_and_first_ms: load_ms + runs[0].first_ms, info: engine.info, runs };
};

/** One run: the ids, the time of the first and of each later one, and the calls for each later one. */
async function measure(generate, prompt, n, counters) {
  const [ids, times, inner] = [[], [], []];
  let before;
  const start = performance.now();
  await generate(prompt, n, (id, ms) => {
    times.push(performance.now());
    ids.push(id);
    inner.push(ms);
    if (counters && ids.length === 1) before = counters();
  });
  const calls = counters && difference(await before, await counters(), n - 1);
  const token_ms = times.slice(1).map((time, i) => time - times[i]);
  return { ids, first_ms: times[0] - start, token_ms, inner_ms: inner.filter((ms) => ms !== undefined), calls };
}
