// How long a token takes on the CPU backend in the built page, alone and with the helpers that it has where the page is isolated.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/threads.bench.mjs [MIB]
//
// The model is a GPT-2 of random halves, as wide as GPT-2 small, with as many layers as make it about so many MiB (250). The two pages take turns,
// and the first turn is left out. Printed are milliseconds: of the forward pass of a token, and of a prompt of 64.
import { launch } from './lib/browser.mjs';
import { large, load, make } from './lib/large.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [ROUNDS, STEPS, PRECISIONS] = [4, 12, ['f16', 'f32', 'q8', 'q4']];
const MIB = Number(process.argv[2] ?? 250);
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds of the forward passes of a prompt and of some tokens after it. */
async function times(scope, round) {
  const begun = performance.now();
  await scope.call('setPrompt', `${round}`.padStart(64, 'a'));
  const prompt = performance.now() - begun;
  const tokens = [];
  while (tokens.length < STEPS) tokens.push((await scope.call('step')).timings.forward_ms);
  return { prompt, token: median(tokens) };
}

const servers = [await serve(), await serve({ headers: ISOLATED })];
const [config, shapes] = large(MIB)[0];
for (const precision of PRECISIONS) {
  const browser = await launch();
  const pages = [];
  for (const server of servers) {
    const scope = new Scope(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage(), server.url);
    await scope.open(`#prompt=a&backend=cpu&precision=${precision}`);
    await make(scope, config, shapes);
    await load(scope);
    pages.push({ scope, adapter: (await scope.call('state')).model.backend.adapter, all: [] });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { scope, all } of pages) all.push(await times(scope, round));
  }
  for (const { adapter, all } of pages) {
    const of = (key) => median(all.slice(1).map((one) => one[key])).toFixed(1);
    console.log(`${precision}, ${adapter}: a token ${of('token')} ms, a prompt of 64 ${of('prompt')} ms`);
  }
  await browser.close();
}
await Promise.all(servers.map((server) => server.close()));
