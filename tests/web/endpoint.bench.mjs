// What a step on a server costs on the page, beside what the server itself takes for the same question, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/endpoint.bench.mjs
//
// The server is llama.cpp's own on the bundled model (tests/endpoints), which lists all 6,144 tokens. The two take turns: a plain request, whose
// answer is read and thrown away, and a step of the page. Printed are the medians in milliseconds.
import { launch } from './lib/browser.mjs';
import { llama } from './lib/llama.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [ROUNDS, VOCAB, FIRST] = [24, 6144, 300];
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const real = await llama();
const server = await serve();
const browser = await launch();
const scope = new Scope(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage(), server.url);
await scope.open('#backend=cpu');
await scope.click('model-menu');
await scope.click('open-server');
await scope.at('server-address').fill(real.address);
await scope.click('server-connect');
await scope.at('server-table').waitFor();
await scope.click('server-close');
await scope.settled();

/** One request of one new token, as the page asks. */
async function plain(length) {
  const prompt = Array.from({ length }, (_, at) => FIRST + at);
  const body = JSON.stringify({ prompt, n_predict: 1, n_probs: VOCAB, temperature: 0, cache_prompt: true, logit_bias: [[FIRST, 1e9]] });
  const begun = performance.now();
  const answer = await fetch(`${real.address}/completion`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
  return performance.now() - begun;
}

/** A step of the page, until its promise is kept. */
const step = () =>
  scope.frame.evaluate(async () => {
    const begun = performance.now();
    await window.logitscope.step();
    return performance.now() - begun;
  });

await plain(8);
await step();
const [server_ms, page_ms] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  server_ms.push(await plain(9 + round));
  page_ms.push(await step());
}
const [own, page] = [median(server_ms), median(page_ms)];
console.log(`the server alone ${own.toFixed(1)} ms, a step of the page ${page.toFixed(1)} ms: ${(page - own).toFixed(1)} ms more, ${(page / own).toFixed(2)} times as long`);
await browser.close();
await server.close();
await real.stop();
