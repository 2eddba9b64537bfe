// A model on a real server: the same steps as here, faults in words, nothing asked before the visitor connects, and no key anywhere.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before } from 'node:test';
import { launch } from './lib/browser.mjs';
import { llama, missingServer, proxy } from './lib/llama.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const inFirefox = suite({ browser: 'firefox', webgpu: false });
const MORE = {
  // A server that is off, or refuses, is an error of the browser's console.
  allow: /Failed to load resource|net::ERR|CORS policy|Failed to fetch/,
  origins: [/^https?:\/\/127\.0\.0\.1:\d+$/],
};
const skip = missingServer();
const PROMPT = 'In the forest lived a';
/** llama.cpp's GELU goes through a table in f16. */
const TOLERANCE = 3e-2;

let real;
let near;
before(async () => {
  if (skip) return;
  real = await llama();
  near = await proxy(real.address);
});
after(async () => {
  await near?.close();
  await real?.stop();
});

/** Declares a test that needs the server. */
const declare = (name, body) => test(name, body, { ...MORE, skip });

async function fill(scope, { address = near.address, key = '', model = '' } = {}) {
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(address);
  await scope.at('server-key').fill(key);
  await scope.at('server-model').fill(model);
}

async function connect(scope, given) {
  await fill(scope, given);
  await scope.click('server-connect');
}

/** Connects, and waits until the model there is the page's. */
async function connected(scope, given) {
  await connect(scope, given);
  await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
  await scope.click('server-close');
  await scope.settled();
}

const text = async (scope) => (await scope.call('state')).text;
/** ln p of every token after the text. */
async function logProbs(scope) {
  const { cursor } = await scope.call('state');
  const scores = await scope.logits(cursor);
  const top = scores.reduce((a, b) => Math.max(a, b));
  const total = Math.log(scores.reduce((sum, z) => sum + Math.exp(z - top), 0)) + top;
  return scores.map((z) => z - total);
}

declare('the text goes on on a server, with the same numbers, and nothing is asked before', async (scope) => {
  await scope.open('#backend=cpu&precision=f32&temperature=0.8&seed=3');
  await scope.call('step');
  const here = await logProbs(scope);
  const before = await text(scope);
  near.asked.length = 0;
  await fill(scope);
  await new Promise((later) => setTimeout(later, 300));
  assert.deepEqual(near.asked, [], 'nothing is asked before Connect is pressed');
  await scope.click('server-connect');
  await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
  const table = await scope.text('server-table');
  for (const part of ['llama.cpp', '6,144', '256', 'before any sampler']) assert.ok(table.includes(part), `${part} in ${table}`);
  await scope.screenshot('server-dialog');
  await scope.click('server-close');
  assert.equal(await text(scope), before, 'the text is still there');
  const there = await logProbs(scope);
  const apart = here.reduce((most, p, token) => Math.max(most, Math.abs(p - there[token])), 0);
  assert.ok(apart < TOLERANCE, `apart by ${apart}`);
  assert.equal(await scope.at('station-elsewhere').count(), 1, 'the model is a box');
  assert.equal(await scope.at('station-embed').count(), 0);
  assert.match(await scope.text('flow-line'), /Your text goes to http:\/\/127\.0\.0\.1/);

  for (let step = 0; step < 4; step += 1) await scope.call('step');
  const long = await text(scope);
  await scope.call('rewind', 2);
  await scope.call('force', 3037);
  assert.match(await text(scope), / wolf$/);
  await scope.call('rewind', 99);
  for (let step = 0; step < 5; step += 1) await scope.call('step');
  assert.equal(await text(scope), long, 'the same dice give the same text');
  await scope.screenshot('server');
});

declare('a text begins with the token that the model there wants, once', async (scope) => {
  const server = await llama('--bos');
  try {
    await scope.open('#backend=cpu&precision=f32&temperature=0.8&seed=3');
    const words = await text(scope);
    await connected(scope, { address: server.address });
    const tokens = async () => (await scope.call('state')).transcript.map((entry) => entry.text);
    const [begin, ...rest] = await tokens();
    assert.deepEqual([begin, rest.join('')], ['<|endoftext|>', words]);
    await scope.call('step');
    // What is run again from the box has it once, too.
    await scope.at('prompt').focus();
    await scope.page.keyboard.press('End');
    await scope.page.keyboard.type(' and');
    await eventually(async () => {
      const typed = await tokens();
      assert.equal(typed.filter((token) => token === begin).length, 1, JSON.stringify(typed));
      assert.match(typed.join(''), / and$/);
    });
    await scope.call('load', 'pocket');
    await eventually(async () => assert.equal((await scope.call('state')).model.name, 'pocket'));
    assert.ok(!(await text(scope)).includes(begin), 'the model here wants none');
  } finally {
    await server.stop();
  }
});

/** How many tokens were asked for, step by step; rating the five tokens of the prompt is none. */
const listed = () => near.bodies.filter((body) => body.includes('n_probs')).map(JSON.parse).flatMap(({ prompt, n_probs: n }) => (prompt.length < 5 ? [] : [n]));

declare('twenty tokens a step are enough where they decide; ranges are true, and more are asked where they do not', async (scope) => {
  await scope.open('#backend=cpu&precision=f32&temperature=0.6&top_k=0&top_p=1&seed=3');
  const shares = async () => {
    const rows = await scope.at('candidate-row').evaluateAll((all) => all.map((row) => row.querySelector('.now').textContent));
    return rows.slice(0, 5).map((row) => row.match(/[\d.]+/g).map(Number));
  };
  const here = await shares();
  await scope.page.evaluate(() => localStorage.setItem('logitscope.list.1', '20'));
  near.bodies.length = 0;
  await connected(scope);
  assert.equal(await scope.at('undecided').count(), 0);
  const there = await shares();
  // What the other 6,124 have at T = 0.6 is not known to the last digit.
  assert.ok(there.some((share) => share.length === 2), JSON.stringify(there));
  for (const [at, share] of there.entries()) {
    const [low, high] = [share[0], share.at(-1)];
    assert.ok(low - 0.15 <= here[at][0] && here[at][0] <= high + 0.15, `${here[at]} in ${share}`);
  }
  assert.match(await scope.text('sentence'), /\(0\.\d+–0\.\d+\), \d+\.\d–\d+\.\d\D%/);
  await scope.screenshot('server-top-20');
  // Connecting reads all texts once; a step does not.
  near.bodies.length = 0;
  await scope.call('setSettings', { top_k: 10 });
  for (let step = 0; step < 3; step += 1) await scope.call('step');
  assert.deepEqual([...new Set(listed())], [20]);
  const few = await text(scope);
  assert.ok((await shares()).every((share) => share.length === 1), 'ten of twenty are exact');
  await scope.call('rewind', 3);
  // A top-k of 40 needs forty, and typical sampling all of them.
  near.bodies.length = 0;
  await scope.call('setSettings', { top_k: 40 });
  await scope.call('step');
  assert.ok(listed().includes(1000) && !listed().includes(6144), String(listed()));
  await scope.call('setSettings', { chain: 'typical~0.9' });
  await scope.settled();
  await eventually(() => assert.ok(listed().includes(6144), String(listed())));
  assert.equal(await scope.at('undecided').count(), 0);
  await scope.call('rewind', 9);
  // With all of them the text is the same.
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-list').selectOption({ index: 2 });
  await scope.click('server-close');
  await scope.call('setSettings', { chain: 'temperature~0.6,top_k~10' });
  for (let step = 0; step < 3; step += 1) await scope.call('step');
  assert.equal(await text(scope), few);
});

inFirefox(
  'in Firefox, too: the text goes on on a server, with the same numbers',
  async (scope) => {
    await scope.open('#backend=cpu&precision=f32&seed=3');
    await scope.call('step');
    const here = await logProbs(scope);
    await connected(scope);
    const there = await logProbs(scope);
    const apart = here.reduce((most, p, token) => Math.max(most, Math.abs(p - there[token])), 0);
    assert.ok(apart < TOLERANCE, `apart by ${apart}`);
    await scope.call('step');
    assert.match(await scope.text('flow-line'), /Your text goes to/);
  },
  { ...MORE, skip },
);

declare('the key stays in memory, a link names the server and not the tokens, and a reload does not connect by itself', async (scope, { fresh }) => {
  const locked = await llama('--api-key', 'open-sesame-7');
  try {
    await scope.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await scope.open('#backend=cpu');
    await connect(scope, { address: locked.address, key: 'wrong' });
    await eventually(async () => assert.match(await scope.text('server-fault'), /wants a key, or another one/));
    await scope.at('server-key').fill('open-sesame-7');
    await scope.click('server-connect');
    await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
    await scope.click('server-close');
    await scope.call('step');
    const link = await scope.copyLink();
    assert.ok(link.includes(`endpoint=${encodeURIComponent(locked.address)}`) || link.includes(locked.address), link);
    assert.doesNotMatch(link, /[#&]tokens=/);
    const trace = JSON.stringify(await scope.call('trace'));
    const kept = await scope.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]));
    for (const [what, where] of Object.entries({ link, trace, kept })) assert.ok(!where.includes('sesame'), `the key is in the ${what}`);
    assert.ok(!trace.includes('127.0.0.1'), 'a trace does not say where it ran');
    const shown = await text(scope);
    const other = await fresh();
    await other.page.goto(link);
    await other.ready();
    await other.notice(/This link goes with a model on a server/);
    assert.equal((await other.call('state')).text, shown);
    assert.equal(await other.text('model-name'), 'pocket');
    assert.equal(await other.at('station-embed').count(), 1, 'the page’s own model runs');
  } finally {
    await locked.stop();
  }
});

/** What the proxy answers, and what the page says. */
const FAULTS = {
  'no other site is allowed': [({ method }, { headers }) => ({ headers: { ...headers, 'access-control-allow-origin': 'http://elsewhere.example' } }), /Nothing could be heard .* must allow http:\/\/localhost:\d+/s],
  'no such route': [({ path }) => path === '/v1/models' && { status: 404, body: Buffer.from('<html>nothing here') }, /has no \/v1\/models/],
  'too much to do': [({ path }) => path === '/v1/models' && { status: 429, body: Buffer.from('{}') }, /too much to do/],
  'it is loading': [({ path }) => path === '/v1/models' && { status: 503, body: Buffer.from('{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}') }, /still loading its model/],
  'an answer that breaks off': [({ path }) => path === '/completion' && { cut: true }, /broke off in the middle/],
  'an answer of another form': [({ path }) => path === '/tokenize' && { body: Buffer.from('{"tokens": "five"}') }, /\/tokenize is not what it should be/],
  'no JSON': [({ path }) => path === '/props' && { body: Buffer.from('<script>alert(1)</script>') }, /\/props is not what it should be/],
  'a log-probability above 0': [({ path }, { body }) => path === '/completion' && { body: Buffer.from(String(body).replace(/("top_logprobs":\[\{[^}]*"logprob":)-[\d.e-]+/, '$10.5')) }, /gives 0\.5 as the log-probability/],
  'no log-probabilities': [({ path }) => path === '/completion' && { body: Buffer.from('{"content":"x"}') }, /gives no log-probabilities/],
  'its own words': [({ path, method }) => path === '/completion' && method === 'POST' && { status: 500, body: Buffer.from('{"error":{"message":"<img src=x onerror=alert(1)>"}}') }, /\(500\): <img src=x onerror=alert\(1\)>/],
};

for (const [name, [instead, said]] of Object.entries(FAULTS)) {
  declare(`${name}: the page says so, and keeps its model`, async (scope) => {
    await scope.open('#backend=cpu');
    near.instead = (asked, given) => instead(asked, given) || {};
    try {
      await connect(scope);
      await eventually(async () => assert.match(await scope.text('server-fault'), said));
      await scope.click('server-close');
      await scope.call('step');
      assert.equal(await scope.text('model-name'), 'pocket');
      assert.equal(await scope.at('station-embed').count(), 1);
    } finally {
      near.instead = undefined;
    }
  });
}

declare('a server that hears another protocol is not waited for, and the dialog says what is asked', async (scope) => {
  // It takes the connection and waits for a sentence of http that never comes.
  const deaf = createServer();
  await new Promise((ready) => deaf.listen(0, '127.0.0.1', ready));
  try {
    await scope.open('#backend=cpu');
    await connect(scope, { address: `https://127.0.0.1:${deaf.address().port}` });
    await eventually(async () => assert.match(await scope.text('server-form'), /Asking https:/));
    await scope.at('server-fault').waitFor({ timeout: 20_000 });
    assert.match(await scope.text('server-fault'), /Nothing could be heard .* write http:\/\//);
    assert.ok(await scope.at('server-connect').isEnabled());
  } finally {
    deaf.close();
  }
});

declare('wrong addresses, models and settings are named', async (scope) => {
  await scope.open('#backend=cpu');
  await connect(scope, { address: 'ftp://example.org' });
  const says = (pattern) => eventually(async () => assert.match(await scope.text('server-fault'), pattern));
  await says(/no address of a server/);
  await scope.at('server-address').fill('http://127.0.0.1:1');
  await scope.click('server-connect');
  await says(/is the server running\?/);
  await scope.at('server-address').fill(near.address);
  await scope.at('server-model').fill('other');
  await scope.click('server-connect');
  await says(/no model “other”. It has: pocket/);
  await scope.at('server-model').fill('');
  await scope.click('server-connect');
  await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
  await scope.click('server-close');
  assert.match(await scope.refusal('setSettings', { chain: 'repetition_penalty~1.2' }), /sign of each logit/);
  await scope.call('step');
});

declare('a model of the page drafts for the one on the server, and beams are searched there', async (scope) => {
  await scope.open(`#backend=cpu&temperature=0.8&seed=1&prompt=${encodeURIComponent(PROMPT)}`);
  await connected(scope);
  await scope.click('strategies');
  await scope.click('strategy-speculative');
  await scope.at('round').waitFor();
  const rows = () => scope.frame.locator('[data-testid=round] .round-scroll tbody tr');
  await eventually(async () => assert.equal(await rows().count(), 4));
  await eventually(async () => assert.match(await scope.text('strategy-place'), /^round 1$/));
  const verdicts = await rows().evaluateAll((all) => all.map((row) => row.cells[4].innerText.trim()));
  assert.ok(verdicts.some((verdict) => ['kept', 'rejected'].includes(verdict)), verdicts.join());
  assert.ok(near.bodies.some((body) => body.includes('"n_probs":6144')), 'the target is on the server');
  await scope.screenshot('server-speculative');
  await scope.close();
  await scope.click('strategies');
  await scope.click('strategy-beams');
  const asked = near.asked.length;
  await scope.click('strategy-step');
  await eventually(async () => assert.ok(near.asked.length > asked));
  await eventually(async () => assert.match(await scope.text('strategy-place'), /1/));
});

declare('a server that dies and comes back: the run goes on', async (scope) => {
  let server = await llama();
  try {
    await scope.open(`#backend=cpu&temperature=0&prompt=${encodeURIComponent(PROMPT)}`);
    await connected(scope, { address: server.address });
    for (let step = 0; step < 2; step += 1) await scope.call('step');
    const before = await text(scope);
    await server.stop();
    const refusal = await scope.refusal('step');
    assert.match(refusal, /Nothing could be heard .* is the server running\?/);
    assert.doesNotMatch(refusal, /must allow/, 'it answered before: this page is allowed');
    assert.equal((await text(scope)).startsWith(before), true, 'what is there stays');
    server = await llama('--port', String(server.port));
    await scope.call('step');
    await scope.call('step');
    assert.ok((await text(scope)).length > before.length);
  } finally {
    await server.stop();
  }
});

declare('a page of the open network is asked for the permission to reach this machine: refused, it says where to allow it; given, it connects', async () => {
  const server = await serve();
  const at = new URL(server.url).port;
  // To this browser the page comes from the open network, and the model's server is on this machine.
  const browser = await launch({ whole: true, args: [`--ip-address-space-overrides=127.0.0.1:${at}=public,[::1]:${at}=public`] });
  try {
    for (const given of [false, true]) {
      const context = await browser.newContext();
      if (given) await context.grantPermissions(['local-network-access']);
      const scope = new Scope(await context.newPage(), server.url);
      await scope.open('#backend=cpu');
      await connect(scope);
      if (given) await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
      else await eventually(async () => assert.match(await scope.text('server-fault'), /does not let this page reach .* allow “local network”/));
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

declare('in an embed nothing connects unless the page around it switched that on', async (scope) => {
  near.asked.length = 0;
  await scope.open(`#embed=1&endpoint=${encodeURIComponent(near.address)}&backend=cpu`);
  await new Promise((later) => setTimeout(later, 500));
  assert.equal(await scope.at('notice').count(), 0);
  assert.deepEqual(near.asked, []);
  await scope.page.goto('about:blank');
  await scope.open(`#embed=1&endpoints=1&endpoint=${encodeURIComponent(near.address)}&backend=cpu`);
  await scope.notice(/goes with a model on a server/);
  assert.deepEqual(near.asked, [], 'not by itself');
  await scope.click('offer');
  await eventually(async () => assert.ok(near.asked.includes('/v1/models')));
  await eventually(async () => assert.equal(await scope.at('station-elsewhere').count(), 1));
});

declare('how long lists are to be is remembered until the next visit', async (scope) => {
  const visit = async (choose) => {
    await scope.page.goto('about:blank');
    await scope.open('#backend=cpu&top_k=10&max_tokens=9');
    await connect(scope);
    await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
    await choose(scope.at('server-list'));
    await scope.click('server-close');
    await scope.settled();
    near.bodies.length = 0;
    await scope.call('step');
    assert.ok(listed().length > 0 && listed().every((n) => n === 20), String(listed()));
  };
  await visit(async (list) => {
    assert.notEqual(await list.evaluate((usual) => usual.selectedIndex), 0);
    await list.selectOption({ index: 0 });
  });
  await visit(async (list) => assert.equal(await list.evaluate((chosen) => chosen.selectedIndex), 0));
});
