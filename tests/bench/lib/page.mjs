// The page itself while it generates: what a step costs on top of the forward pass, and how long the tasks of its main
// thread are. The model is the one that comes with the page.

/** Tokens of the run that is watched. */
const TOKENS = 64;

/** The backends that are watched. */
const BACKENDS = ['gpu', 'cpu'];

/**
 * @param {{ page: Function }} browser
 * @param {string} url of the benchmark's server
 * @returns {Promise<{ backend: string, tokens: number, step_ms: number, forward_ms: number, overhead_ms: number,
 *   tasks: { count: number, longest_ms: number, p95_ms: number, p95_of_busy_ms: number } }[]>} means a step; tasks while generating
 */
export async function watchPage(browser, url, hasAdapter) {
  const found = [];
  for (const backend of BACKENDS) {
    if (backend === 'cpu' || hasAdapter) found.push(await watch(browser, url, backend));
  }
  return found;
}

function watch(browser, url, backend) {
  return browser.page(async (page) => {
    await page.goto(`${url}dist/index.html#backend=${backend}&prompt=The+old+man+said&temperature=1&seed=1&max_tokens=200`);
    await page.waitForFunction(() => window.logitscope !== undefined);
    await page.evaluate(() => window.logitscope.ready);
    await page.evaluate(() => window.logitscope.run({ maxTokens: 4 }));
    const trace = await startTrace(page);
    const { steps, ms } = await page.evaluate(async (maxTokens) => {
      const start = performance.now();
      const run = await window.logitscope.run({ maxTokens });
      return { steps: run.steps.map((step) => step.timings.forward_ms), ms: performance.now() - start };
    }, TOKENS);
    const tasks = mainThreadTasks(await trace.stop());
    const forward_ms = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    const step_ms = ms / steps.length;
    return { backend, tokens: steps.length, step_ms, forward_ms, overhead_ms: step_ms - forward_ms, tasks };
  });
}

/** Records what the browser's threads do, until `stop()` gives the events. */
async function startTrace(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'devtools.timeline'];
  await session.send('Tracing.start', { traceConfig: { includedCategories }, transferMode: 'ReportEvents' });
  return {
    async stop() {
      await session.send('Tracing.end');
      await complete;
      return events;
    },
  };
}

/** The tasks of the main thread of the page, which is the one that had the most to do. */
function mainThreadTasks(events) {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const threads = new Map();
  for (const { name, pid, tid, dur } of events) {
    const thread = `${pid} ${tid}`;
    // A task that began before the recording, or has not ended, has no duration.
    if (name === 'RunTask' && main.has(thread) && dur >= 0) threads.set(thread, [...(threads.get(thread) ?? []), dur / 1000]);
  }
  const total = (tasks) => tasks.reduce((sum, ms) => sum + ms, 0);
  const busiest = [...threads.values()].sort((a, b) => total(b) - total(a))[0] ?? [];
  const sorted = busiest.sort((a, b) => a - b);
  return {
    count: sorted.length,
    longest_ms: sorted.at(-1),
    p95_ms: percentile95(sorted),
    // Most tasks are a few microseconds long; these are those that did something.
    p95_of_busy_ms: percentile95(sorted.filter((ms) => ms >= 0.1)),
  };
}

function percentile95(sorted) {
  return sorted[Math.floor(sorted.length * 0.95)];
}
