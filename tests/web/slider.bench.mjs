// What a moved temperature takes of the main thread's processor time, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/slider.bench.mjs
//
// For the closed picture and with the sampler open, and two chains: milliseconds a move, the best of several rounds of ten moves.
// To compare two builds, measure them in turns.
import { folder, tiny } from './lib/checkpoint.mjs';
import { launch } from './lib/browser.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [VOCAB, STEPS, MOVES, ROUNDS] = [50_257, 24, 10, 4];
const CHAINS = ['temperature~0.8,top_k~40,top_p~0.95', 'repetition_penalty~1.1~64,temperature~0.8,typical~0.9,top_p~0.95'];

/** Moves the temperature to `t` and waits until that is drawn. */
function move(t) {
  const box = document.querySelector('[data-testid=temperature]');
  box.value = t;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))));
}

/** Milliseconds of script and layout a move, the best round. */
async function cost(scope) {
  const session = await scope.page.context().newCDPSession(scope.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name) => metrics.find((metric) => metric.name === name).value * 1000;
    return [of('ScriptDuration'), of('TaskDuration')];
  };
  let best = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await now();
    for (let n = 0; n < MOVES; n += 1) await scope.page.evaluate(move, 0.5 + ((n * 7) % 10) / 10);
    const after = await now();
    best = best.map((least, at) => Math.min(least, (after[at] - before[at]) / MOVES));
  }
  await session.detach();
  return best;
}

const files = Object.assign({}, folder('models/wide', tiny({ nCtx: 64, vocab: VOCAB, scale: 1.3 })));
const server = await serve({ files });
const browser = await launch();
try {
  for (const chain of CHAINS) {
    const scope = new Scope(await browser.newPage(), server.url);
    await scope.open(`#model=wide&prompt=The&seed=1&backend=cpu&chain=${chain}`);
    await scope.steps(STEPS);
    await scope.page.waitForTimeout(2000);
    const closed = await cost(scope);
    await scope.look('sampler');
    await scope.page.waitForTimeout(1500);
    const opened = await cost(scope);
    const shown = (pair) => pair.map((ms) => ms.toFixed(1)).join(' / ');
    console.log(`script / task, ms a move: closed ${shown(closed)}, sampler open ${shown(opened)}   ${chain}`);
    await scope.page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
