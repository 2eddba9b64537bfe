// How soon the picture of a step is complete, and what it costs while the text plays at full speed, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/flow.bench.mjs [gpu|cpu] [pocket|vast]
//
// `vast` is a narrow random model with 24 layers and 151,936 tokens.
// Printed, with the layers of the picture and without (`hide=pipeline`): the medians of a step's milliseconds and of those until the layers
// have all their values, the longest task of the page, and the milliseconds a token of a run at full speed.
import { launch } from './lib/browser.mjs';
import { folder } from './lib/checkpoint.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';
import { vast } from './lib/vast.mjs';

const [backend = 'cpu', model = 'pocket'] = process.argv.slice(2);
const [STEPS, RUN] = [12, 150];

/** Before the page starts: notes when the engine last answered, and the longest task. */
function watch() {
  Object.assign(window, { answered: 0, longest: 0 });
  const post = Worker.prototype.postMessage;
  const seen = new WeakSet();
  Worker.prototype.postMessage = function send(...message) {
    if (!seen.has(this)) {
      seen.add(this);
      this.addEventListener('message', () => (window.answered = performance.now()));
    }
    return post.apply(this, message);
  };
  const note = (list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  };
  new PerformanceObserver(note).observe({ entryTypes: ['longtask'] });
}

/** Takes single steps, then a run. */
async function measure([count, length]) {
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const [steps, layers] = [[], []];
  window.longest = 0;
  while (steps.length < count) {
    const begun = performance.now();
    await window.logitscope.step();
    steps.push(performance.now() - begun);
    // Far above what the layers take; then the motion ends.
    await rest(1000);
    layers.push(window.answered - begun);
  }
  const longest = window.longest;
  const begun = performance.now();
  const { steps: taken } = await window.logitscope.run({ maxTokens: length, speed: 0 });
  return { step: median(steps), layers: median(layers), longest, token: (performance.now() - begun) / taken.length, tokens: taken.length };
}

const server = await serve({ files: model === 'vast' ? folder('models/vast', vast()) : {} });
const browser = await launch({ webgpu: backend === 'gpu' });
try {
  console.log(`${model}, ${backend}, ${browser.version()}`);
  for (const hide of ['', '&hide=pipeline']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const scope = new Scope(await context.newPage(), server.url);
    await scope.page.addInitScript(watch);
    await scope.open(`#model=${model}&backend=${backend}&temperature=1&top_k=0&top_p=1&seed=5&max_tokens=220&prompt=In+the+forest+lived+a${hide}`);
    await scope.page.waitForTimeout(1500);
    const { step, layers, longest, token, tokens } = await scope.frame.evaluate(measure, [STEPS, RUN]);
    console.log(
      `${hide ? 'without the layers' : 'the whole picture'}: a step ${step.toFixed(1)} ms, its layers after ${layers.toFixed(0)} ms, ` +
        `longest task ${longest.toFixed(0)} ms, ${token.toFixed(1)} ms a token over ${tokens} tokens`,
    );
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
