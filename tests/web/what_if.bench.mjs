// What a moving slider costs where the text is 256 steps long and the vocabulary has 50,257 tokens, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/what_if.bench.mjs
//
// For each chain, the temperature moves a few times; printed are the medians of the milliseconds until the step on screen is
// drawn, until the last mark of the text in sight changes, and until the last one of all of it does.
import { folder, tiny } from './lib/checkpoint.mjs';
import { launch } from './lib/browser.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [STEPS, VOCAB] = [256, 50_257];
const CHAINS = [
  'temperature~0.8,top_k~40,top_p~0.95',
  'temperature~0.8,top_p~0.9',
  'repetition_penalty~1.1~64,min_p~0.05,temperature~0.8',
  'repetition_penalty~1.1~0,dry,top_n_sigma~1,top_k~40,typical~0.9,top_p~0.95,min_p~0.05,xtc,temperature~0.8',
  'typical~0.9,tail_free~0.9,temperature~1.2',
  'temperature~1.2,mirostat~5~0.1',
];

/** Moves the temperature to `t`; milliseconds until the step was drawn, and until the last change of a mark in sight and of any. */
function move(t) {
  const box = document.querySelector('[data-testid=temperature]');
  const step = document.querySelector('[data-testid=candidates]');
  const text = document.querySelector('[data-testid=transcript]');
  const { top, bottom } = text.getBoundingClientRect();
  const inSight = (token) => {
    const box = token.getBoundingClientRect();
    return box.bottom > Math.max(top, 0) && box.top < Math.min(bottom, window.innerHeight);
  };
  const tokens = new Set([...text.children].filter(inSight));
  return new Promise((done) => {
    const times = { drawn: undefined, sight: undefined, all: undefined };
    const begun = performance.now();
    const since = () => performance.now() - begun;
    const steps = new MutationObserver(() => {
      // Drawn is what the frame after the change shows.
      if (times.drawn === undefined) requestAnimationFrame(() => setTimeout(() => (times.drawn ??= since())));
    });
    const marks = new MutationObserver((changes) => {
      times.all = since();
      if (changes.some(({ target }) => tokens.has(target))) times.sight = times.all;
    });
    steps.observe(step, { childList: true, subtree: true, characterData: true, attributes: true });
    marks.observe(text, { subtree: true, attributes: true, attributeFilter: ['class'] });
    box.value = t;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    const quiet = setInterval(() => {
      if (since() < 1500 || since() - (times.all ?? 0) < 500) return;
      clearInterval(quiet);
      steps.disconnect();
      marks.disconnect();
      done({ ...times, tokens: tokens.size });
    }, 50);
  });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const shown = (ms) => (ms === undefined ? 'no change' : ms.toFixed(0)).padStart(9);

/** The models: one as sure of itself as a trained one, and one whose distributions are flat, so that hardly anything is cut. */
const MODELS = { wide: 1.3, flat: 1 };

const models = Object.entries(MODELS).map(([name, scale]) => folder(`models/${name}`, tiny({ nCtx: STEPS + 8, vocab: VOCAB, scale })));
const server = await serve({ files: Object.assign({}, ...models) });
const browser = await launch();
try {
  console.log(`${STEPS} steps of ${VOCAB} tokens, ${browser.version()}, in milliseconds`);
  for (const name of Object.keys(MODELS)) {
    const scope = new Scope(await browser.newPage(), server.url);
    await scope.open(`#model=${name}&prompt=The&seed=1&backend=cpu&chain=temperature~1`);
    await scope.call('setSettings', { chain: 'temperature~1' });
    await scope.steps(STEPS);
    const { transcript } = await scope.call('state');
    const bits = transcript.map((token) => token.entropy_bits).filter((x) => x !== undefined && x !== null);
    console.log(`\n${name}: ${median(bits).toFixed(1)} bits of entropy`);
    console.log('     step     in sight    all of it   chain');
    for (const chain of CHAINS) {
      await scope.call('setSettings', { chain });
      await scope.page.waitForTimeout(2500);
      const moves = [];
      for (const t of [0.5, 1.7, 0.6, 1.5, 0.9]) moves.push(await scope.page.evaluate(move, t));
      const of = (key) => shown(median(moves.map((m) => m[key]).filter((ms) => ms !== undefined)));
      console.log(`${of('drawn')}    ${of('sight')}    ${of('all')}   ${chain}   (${of('tokens').trim()} tokens in sight)`);
    }
    await scope.page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
