// What a step on a server costs on the page, beside what the server itself takes for the same question, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/endpoint.bench.mjs
//
// The server is llama.cpp's own on the bundled model (tests/endpoints), which lists all 6,144 tokens, or 20. The two take turns: a plain request,
// whose answer is read and thrown away, and a step of the page, which also stands beside a step of the same page on the engine in it: what is there
// with every model is no part of the way. Printed are the medians in milliseconds. Then 200 tokens a second are streamed into
// the dialog, beside the page at rest, and the page's frames are counted; and a step of 150,000 tokens (12 MB of JSON) is read.
import { createServer } from 'node:http';
import { launch } from './lib/browser.mjs';
import { llama } from './lib/llama.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [ROUNDS, VOCAB, FIRST, LARGE] = [24, 6144, 300, 150_000];
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const pause = (ms) => new Promise((later) => setTimeout(later, ms));

const real = await llama();
const server = await serve();
const browser = await launch();
const open = async (more = '') => {
  const scope = new Scope(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage(), server.url);
  await scope.open(`#backend=cpu${more}`);
  return scope;
};

async function connect(scope, address) {
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(address);
  await scope.click('server-connect');
  await scope.at('server-table').waitFor();
  await scope.click('server-close');
  await scope.settled();
}

/** One request of one new token, as the page asks. */
async function plain(length, n) {
  const prompt = Array.from({ length }, (_, at) => FIRST + at);
  const body = JSON.stringify({ prompt, n_predict: 1, n_probs: n, temperature: 0, cache_prompt: true, logit_bias: [[FIRST, 1e9]] });
  const begun = performance.now();
  const answer = await fetch(`${real.address}/completion`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
  return performance.now() - begun;
}

/** A step of the page, until its promise is kept: how long that took, and how long the worker waited for the server, the answer read. */
const step = (scope) =>
  scope.frame.evaluate(async () => {
    const begun = performance.now();
    const { timings } = await window.logitscope.step();
    return [performance.now() - begun, timings.forward_ms];
  });

/** What a step of the page costs beside the forward pass, where the engine in the page computes. */
async function here() {
  const scope = await open('&temperature=0.8&top_k=10');
  await step(scope);
  const rest = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [all, forward] = await step(scope);
    rest.push(all - forward);
  }
  await scope.page.close();
  return median(rest);
}
const any = await here();

for (const n of [VOCAB, 20]) {
  const scope = await open('&temperature=0.8&top_k=10');
  await scope.page.evaluate((n) => localStorage.setItem('logitscope.list.1', String(n)), n === VOCAB ? 0 : n);
  await connect(scope, real.address);
  await plain(8, n);
  await step(scope);
  const [server_ms, worker_ms, page_ms] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    server_ms.push(await plain(9 + round, n));
    const [all, way] = await step(scope);
    page_ms.push(all);
    worker_ms.push(way);
  }
  const [own, way, page] = [server_ms, worker_ms, page_ms].map(median);
  const more = (value) => `${value.toFixed(1)} ms (${(value - own).toFixed(1)} more, ${(value / own).toFixed(2)} times as long)`;
  console.log(`${n} tokens: the server alone ${own.toFixed(1)} ms, the worker with its answer read ${more(way)}, a step of the page ${more(page)}; with the engine in the page a step takes ${any.toFixed(1)} ms beside its forward pass`);
  await scope.page.close();
}

/** A server that streams 200 tokens a second, or has a vocabulary of 150,000. */
const entry = (id) => ({ id, token: ` t${id}`, bytes: [...Buffer.from(` t${id}`)], logprob: -12.5 - id / LARGE });
const list = (n) => Array.from({ length: n }, (_, id) => ({ ...entry(id), logprob: id ? -Math.log(LARGE) - 1e-3 : -6.9 }));
const answer = (n) => JSON.stringify({ completion_probabilities: [{ id: 0, token: '', bytes: [], logprob: 0, top_logprobs: list(n) }], timings: {} });
const [large, short] = [answer(LARGE), answer(1000)];
const other = createServer(async (incoming, outgoing) => {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'content-type': 'application/json' };
  const say = (value) => outgoing.writeHead(200, cors).end(typeof value === 'string' ? value : JSON.stringify(value));
  const body = await new Promise((heard) => {
    let text = '';
    incoming.on('data', (part) => (text += part));
    incoming.on('end', () => heard(text));
  });
  if (incoming.method === 'OPTIONS') return outgoing.writeHead(204, cors).end();
  switch (incoming.url) {
    case '/v1/models':
      return say({ data: [{ id: 'large', owned_by: 'llamacpp', meta: { n_vocab: LARGE, n_ctx: 512 } }] });
    case '/props':
      return say({ default_generation_settings: { n_ctx: 512 } });
    case '/tokenize':
      return say({ tokens: [1, 2, 3] });
    case '/detokenize':
      return say({ content: 'x' });
    case '/completion': {
      const { n_probs: n } = JSON.parse(body);
      return say(n >= LARGE ? large : n >= 1000 ? short : answer(n));
    }
    default: {
      outgoing.writeHead(200, { ...cors, 'content-type': 'text/event-stream' });
      const top = Array.from({ length: 20 }, (_, id) => entry(id));
      for (let n = 0; n < 600; n += 1) {
        const choice = { index: 0, delta: { content: ` w${n}` }, logprobs: { content: [{ ...entry(n), logprob: -1 - (n % 7), top_logprobs: top }] } };
        outgoing.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
        if (n % 2) await pause(10);
      }
      outgoing.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`);
      return outgoing.end();
    }
  }
});
await new Promise((ready) => other.listen(0, '127.0.0.1', ready));
const address = `http://127.0.0.1:${other.address().port}`;

/** Frames in two seconds: how many a second, and the longest gap between two. */
const frames = (scope) =>
  scope.frame.evaluate(async () => {
    const stamps = [];
    const end = performance.now() + 2000;
    await new Promise((done) => {
      const frame = (now) => (stamps.push(now), now < end ? requestAnimationFrame(frame) : done());
      requestAnimationFrame(frame);
    });
    const gaps = stamps.slice(1).map((at, nth) => at - stamps[nth]);
    return { rate: (1000 * gaps.length) / (stamps.at(-1) - stamps[0]), longest: Math.max(...gaps) };
  });
{
  const scope = await open();
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(address);
  await scope.at('server-model').fill('large');
  await scope.at('write-box').locator('summary').click();
  await scope.at('write-start').waitFor();
  await scope.at('write-kind-1').check();
  await scope.at('write-listed').fill('20');
  const rest = await frames(scope);
  await scope.click('write-start');
  await scope.at('answer-token').first().waitFor();
  const before = await scope.at('answer-token').count();
  const busy = await frames(scope);
  const came = (await scope.at('answer-token').count()) - before;
  console.log(`at rest ${rest.rate.toFixed(0)} frames a second, longest gap ${rest.longest.toFixed(0)} ms; with ${(came / 2).toFixed(0)} tokens a second ${busy.rate.toFixed(0)}, longest gap ${busy.longest.toFixed(0)} ms`);
  await scope.page.close();
}
{
  const scope = await open('&temperature=0.8&top_k=10');
  const counted = frames(scope);
  await connect(scope, address);
  const while_reading = await counted;
  const long = [await step(scope), await step(scope)].map(([all]) => all);
  await scope.page.evaluate(() => localStorage.setItem('logitscope.list.1', '0'));
  console.log(`a vocabulary of 150,000 tokens, ${(large.length / 1e6).toFixed(1)} MB: connecting keeps ${while_reading.rate.toFixed(0)} frames a second (longest gap ${while_reading.longest.toFixed(0)} ms); a step of its 1,000 most probable ${median(long).toFixed(0)} ms`);
}
await browser.close();
await server.close();
await real.stop();
other.close();
