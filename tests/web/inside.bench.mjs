// How soon each view of the model's inside shows its first picture, and how smoothly the pointer moves over a large one, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/inside.bench.mjs [gpu|cpu] [text | PAGES [OTHER …]]
//
// With `text` only generation with all views closed is timed; it also runs on a page from before there were views. PAGES: how many fresh pages
// the first pictures are measured in, 3 if it is left out. OTHER: built pages that they are measured in, too, in turns; then that is all.
import { resolve } from 'node:path';
import { launch } from './lib/browser.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [backend = 'gpu', given = '3', ...others] = process.argv.slice(2);
const pages = Number(given);
const GOAL_MS = 150;
/** The first thing that each view draws. */
const VIEWS = {
  attention: '[data-testid=heat]',
  lens: '[data-testid=lens-cell]',
  shares: '[data-testid=shares] .share',
  neurons: '[data-testid=neuron]',
  embeddings: '[data-testid=nearest] td',
  vectors: '[data-testid=vectors] canvas',
  'knock-out': '[data-testid=part]',
  cache: '[data-testid=cache-slot]',
  speed: '[data-testid=speed-facts] dd',
};
const PROMPT = 'Once upon a time there was an old king who lived in a castle near the sea. ';

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const whole = (value) => value.toFixed(0);

/** The stations that open with a view. */
const OPENS = { attention: 'station-layers', embeddings: 'station-embed' };

/** Presses the first of these buttons that is there; milliseconds until `selector` is there and the frame after it has been drawn. */
function open([testids, selector]) {
  return new Promise((done) => {
    const button = testids.map((testid) => document.querySelector(`[data-testid=${testid}]`)).find(Boolean);
    const begun = performance.now();
    button.click();
    const look = () => {
      if (document.querySelector(selector)) requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
      else if (performance.now() - begun > 20_000) done(Infinity);
      else setTimeout(look, 2);
    };
    look();
  });
}

/** Records the time of every frame until it is stopped. */
function record() {
  window.frames = [];
  const frame = (at) => {
    window.frames.push(at);
    window.recording = requestAnimationFrame(frame);
  };
  window.recording = requestAnimationFrame(frame);
}

const server = await serve({});
const elsewhere = await Promise.all(others.map((root) => serve({ root: resolve(root) })));
const browser = await launch();
const fresh = async (prompt, { url } = server) => {
  const scope = new Scope(await browser.newPage(), url);
  await scope.open(`#model=pocket&prompt=${encodeURIComponent(prompt)}&seed=1&backend=${backend}&max_tokens=400&speed=0`);
  // Until the prompt has been rated.
  await scope.page.waitForTimeout(1500);
  return scope;
};

/** How soon a view shows its first picture, in a fresh page of this server. */
async function first(view, selector, at) {
  const page = await fresh(PROMPT, at);
  // A page from before there were stations opens its views alone.
  const stations = (await page.at('station-layers').count()) > 0;
  if (stations && !OPENS[view]) {
    await page.look(view === 'speed' ? 'machine' : 'layers');
    // What the station opens with is drawn first.
    await page.page.waitForTimeout(1000);
  }
  const buttons = [...(OPENS[view] ? [OPENS[view]] : []), `inside-${view}`];
  const time = await page.page.evaluate(open, [buttons, selector]);
  await page.page.close();
  return time;
}

try {
  console.log(`pocket, ${backend}, ${browser.version()}`);
  if (others.length === 0) {
    const scope = await fresh(PROMPT);
    const rates = [];
    for (let round = 0; round < 5; round += 1) {
      // Another text each time: known logits cost nothing.
      await scope.call('setSettings', { seed: round + 1, temperature: 1 });
      const begun = Date.now();
      const { steps } = await scope.call('run', { maxTokens: 40 });
      rates.push((Date.now() - begun) / steps.length);
      await scope.call('rewind', 40);
    }
    console.log(`generation with all views closed: ${median(rates).toFixed(1)} ms a token (of ${rates.map((r) => r.toFixed(1)).join(', ')})`);
    await scope.page.close();
  }

  if (given !== 'text') {
    console.log(`first picture, in milliseconds (goal: ${GOAL_MS}), of a text of 18 tokens and a few more; the median, the least and the most of ${pages} pages`);
    for (const [view, selector] of Object.entries(VIEWS)) {
      const servers = [server, ...elsewhere];
      const times = servers.map(() => []);
      for (let round = 0; round < pages; round += 1) {
        for (const [at, one] of servers.entries()) times[at].push(await first(view, selector, one));
      }
      const told = times.map((all) => `${whole(median(all)).padStart(6)} (${whole(Math.min(...all))}–${whole(Math.max(...all))})`);
      console.log(`${told.join('')}  ${view}`);
    }
  }

  if (given !== 'text' && others.length === 0) {
    const page = await fresh(PROMPT.repeat(13));
    await page.click('inside-attention');
    await page.page.waitForTimeout(8000);
    const { width, height, x, y } = await page.at('heat').boundingBox();
    const tokens = await page.at('attended').count();
    await page.page.evaluate(record);
    for (let i = 0; i < 120; i += 1) {
      await page.page.mouse.move(x + (width * (i % 40)) / 41 + 2, y + (height * ((7 * i) % 40)) / 41 + 2);
    }
    const gaps = await page.page.evaluate(() => {
      cancelAnimationFrame(window.recording);
      return window.frames.slice(1).map((at, i) => at - window.frames[i]);
    });
    const sorted = [...gaps].sort((a, b) => a - b);
    const p95 = sorted[Math.floor(0.95 * sorted.length)];
    console.log(`pointer over the attention of ${tokens} tokens: ${(1000 / median(gaps)).toFixed(0)} frames a second, the slowest of twenty ${p95.toFixed(0)} ms, the slowest ${sorted.at(-1).toFixed(0)} ms`);
  }
} finally {
  await browser.close();
  for (const one of [server, ...elsewhere]) await one.close();
}
