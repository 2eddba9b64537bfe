// A server that writes by itself: its tokens as they come, what it could have written instead, stopping, and every way in which it can end badly.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { llama, missingServer } from './lib/llama.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const inFirefox = suite({ browser: 'firefox', webgpu: false });
const MORE = {
  allow: /Failed to load resource|net::ERR|CORS policy|Failed to fetch|NetworkError|Cross-Origin/,
  origins: [/^http:\/\/127\.0\.0\.1:\d+$/],
};
const skip = missingServer();
const PROMPT = 'In the forest lived a';

let real;
before(async () => {
  if (!skip) real = await llama();
});
after(() => real?.stop());

/** Opens the form for the server at `address`. */
async function open(scope, address, { model = '', key = '' } = {}) {
  await scope.open('#backend=cpu&precision=f32&temperature=0.8&top_p=0.9&seed=3');
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(address);
  await scope.at('server-model').fill(model);
  await scope.at('server-key').fill(key);
  await scope.at('write-box').locator('summary').click();
  await scope.at('write-start').waitFor();
  assert.equal(await scope.at('write-prompt').inputValue(), PROMPT);
}

/** Waits until nothing more is written. */
const ended = (scope) =>
  eventually(async () => {
    assert.equal(await scope.at('write-stop').count(), 0);
    assert.ok(await scope.at('write-start').isEnabled());
  });
/** Types a number in the place of the one that is there; in Firefox `fill` adds to it. */
async function number(scope, testid, text) {
  await scope.at(testid).press('Control+a');
  await scope.at(testid).pressSequentially(text);
}
const fault = async (scope) => (await scope.at('write-fault').textContent()).trim();
const tokens = (scope) => scope.at('answer-token').allTextContents();

const against = (declare, where) =>
  declare(
    `a real server writes${where}: each token with what else was likely, several answers, and a chat with its template`,
    async (scope) => {
      const here = [];
      await open(scope, real.address);
      for (const row of await scope.at('candidate-row').all()) here.push(await row.textContent());
      await number(scope, 'write-answers', '2');
      await number(scope, 'write-most', '24');
      await scope.click('write-start');
      await eventually(async () => assert.equal((await tokens(scope)).length, 48));
      await ended(scope);
      assert.equal(await fault(scope), '');
      assert.equal(await scope.text('write-counted'), '5 tokens read, 24 written · 5 tokens read, 24 written');
      assert.match(await scope.text('write-order'), /llama\.cpp .* temperature, then top-p/);
      assert.equal(await scope.at('write-tokens').locator('.tok').count(), 5);
      assert.equal(await scope.at('write-tokens').locator('.added').count(), 0, 'all of it is the text');
      const numbers = await scope.at('answer-numbers').allTextContents();
      for (const own of numbers) assert.match(own, /Tokens\s*24.*length/s);
      // The first token: what the model alone gives is what it gives here.
      await scope.at('answer-token').first().click();
      const rows = await scope.at('answer-alternatives').first().locator('tbody tr').allTextContents();
      const share = (text) => Number(text.match(/([\d.]+)\D*%/)[1]);
      assert.ok(rows.length >= 6, 'five and the rest');
      const first = rows.find((row) => row.includes('bear'));
      assert.ok(Math.abs(share(first) - 27.0) < 0.3, first);
      const sum = rows.reduce((all, row) => all + share(row), 0);
      assert.ok(Math.abs(sum - 100) < 0.5, `${sum} %`);
      assert.ok(here.some((row) => row.includes('27.0')), 'which the page says, too');
      if (!where) await scope.screenshot('server-writes');

      await scope.at('write-kind-1').check();
      await scope.at('write-prompt').fill('Who lived in the forest?');
      await number(scope, 'write-answers', '1');
      await scope.click('write-start');
      await eventually(async () => assert.ok((await tokens(scope)).length > 0));
      await ended(scope);
      const own = scope.at('write-tokens').locator('.tok:not(.added)');
      assert.equal((await own.allTextContents()).join('').replaceAll('␣', ' '), 'Who lived in the forest?');
      assert.ok((await scope.at('write-tokens').locator('.added').count()) > 4, 'the template stands around it');
      if (!where) await scope.screenshot('server-chat');
    },
    { ...MORE, skip },
  );
against(test, '');
against(inFirefox, ' in Firefox');

test(
  'a real server: the same seed writes the same, a stop string ends it, half characters are told as bytes, and what is too long is said to be',
  async (scope) => {
    await open(scope, real.address);
    await number(scope, 'write-most', '24');
    const write = async () => {
      await scope.click('write-start');
      await eventually(async () => assert.ok((await tokens(scope)).length > 0 || (await fault(scope))));
      await ended(scope);
      return (await tokens(scope)).join('');
    };
    const text = await write();
    assert.equal(await write(), text);
    // Up to a word of it, which llama.cpp keeps for itself.
    const word = text.split(' ').filter((part) => /^[a-z]{3,}$/.test(part)).at(-1);
    await scope.at('write-stop-at').fill(word);
    // A token that might begin the stop string comes late, and is told where it was written.
    const stopped = await write();
    assert.ok(stopped.length < text.length && text.startsWith(stopped.trimEnd()), `“${stopped}” of “${text}” before “${word}”`);
    assert.match((await scope.at('answer-numbers').allTextContents()).join(), /stop/);
    await scope.at('write-stop-at').fill('');
    await scope.at('write-prompt').fill('🦊 🦊 🦊 🦊');
    await write();
    assert.equal(await fault(scope), '');
    await scope.at('write-prompt').fill('In the forest '.repeat(200));
    await write();
    assert.match(await fault(scope), /too long: the server reads 256 tokens/);
  },
  { ...MORE, skip },
);

/** The chunk of a chat's stream that has one token. */
const chunk = (token, logprob = -0.5) => ({
  id: '1',
  object: 'chat.completion.chunk',
  model: 'slow',
  choices: [{ index: 0, delta: { content: token }, finish_reason: null, logprobs: { content: [{ token, logprob, bytes: [...Buffer.from(token)], top_logprobs: [] }] } }],
});
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', logprobs: null }] };

/**
 * A server that writes by `script`, which gets a function that sends the data of an event and one that waits; `closed` counts answers that the page
 * gave up.
 */
async function scripted(script, { status = 200, body = '' } = {}) {
  const own = { closed: 0, asked: [] };
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const server = createServer((incoming, outgoing) => {
    const parts = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', async () => {
      if (incoming.method === 'OPTIONS') return outgoing.writeHead(204, cors).end();
      if (incoming.url === '/v1/models') {
        return outgoing.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ id: 'slow', owned_by: 'me' }] }));
      }
      own.asked.push(JSON.parse(String(Buffer.concat(parts))));
      if (status !== 200) return outgoing.writeHead(status, { ...cors, 'content-type': 'application/json' }).end(body);
      outgoing.writeHead(200, { ...cors, 'content-type': 'text/event-stream' });
      let gone = false;
      outgoing.on('close', () => {
        if (!outgoing.writableFinished) own.closed += 1;
        gone = true;
      });
      const send = (data) => outgoing.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
      const wait = (ms) => new Promise((later) => setTimeout(later, ms));
      const how = await script({ send, wait, gone: () => gone, raw: (text) => outgoing.write(text) });
      if (how === 'break') outgoing.destroy();
      else outgoing.end();
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  own.address = `http://127.0.0.1:${server.address().port}`;
  own.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return own;
}

/** Declares a test with such a server. */
const writes = (name, script, body, answer) =>
  test(
    name,
    async (scope) => {
      const server = await scripted(script, answer);
      try {
        await body(scope, server);
      } finally {
        await server.close();
      }
    },
    MORE,
  );

writes(
  'tokens are there as soon as they come, and stopping gives the connection up and keeps them',
  async ({ send, wait, gone }) => {
    for (let n = 0; n < 2000 && !gone(); n += 1) {
      send(chunk(` w${n}`));
      await wait(40);
    }
  },
  async (scope, server) => {
    await open(scope, server.address);
    await scope.at('write-kind-1').check();
    await scope.click('write-start');
    await eventually(async () => assert.ok((await tokens(scope)).length > 5));
    assert.match(await scope.text('write-order'), /not known here/);
    await scope.click('write-stop');
    await ended(scope);
    const kept = await tokens(scope);
    assert.ok(kept.length > 5 && kept.length < 1000);
    await eventually(() => assert.equal(server.closed, 1, 'the server hears of it'));
    assert.equal(await fault(scope), '', 'that is no fault');
    // What is sent says everything, so that nothing is filled in.
    const [asked] = server.asked;
    for (const name of ['model', 'messages', 'max_tokens', 'temperature', 'top_p', 'seed', 'presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs']) {
      assert.ok(name in asked, name);
    }
    assert.deepEqual([asked.model, asked.temperature, asked.top_p, asked.seed], ['slow', 0.8, 0.9, 3]);
    // The dialog closes and the answer with it.
    await scope.click('write-start');
    await eventually(async () => assert.ok((await tokens(scope)).length > 2));
  },
);

/** Each way to end badly: what the server does, what the page says, and how many tokens stay. */
const ENDS = {
  'the stream breaks off': [async ({ send, wait }) => (send(chunk('a')), send(chunk('b')), await wait(200), 'break'), /broke off in the middle/, 2],
  'it ends without a reason': [async ({ send }) => void (send(chunk('a')), send('[DONE]')), /broke off in the middle/, 1],
  'an error comes in the middle': [async ({ send }) => void (send(chunk('a')), send({ error: { message: 'out of <b>memory</b>', code: 500 } })), /out of <b>memory<\/b>/, 1],
  'a log-probability is above 0': [async ({ send }) => void (send(chunk('a')), send(chunk('b', 0.7)), send(END)), /0\.7 as the log-probability of b/, 1],
  'it is no JSON': [async ({ send }) => void (send(chunk('a')), send('{oops'), send(END)), /not what it should be/, 1],
  'there are no log-probabilities': [async ({ send }) => void (send({ choices: [{ index: 0, delta: { content: 'Hi' } }] }), send(END)), /no log-probabilities/, 0],
  'the key is wrong': [null, /wants a key, or another one/, 0, { status: 401, body: '{"error":"Unauthorized"}' }],
  'it is busy': [null, /too much to do/, 0, { status: 429, body: '{"error":{"message":"slow down"}}' }],
};
for (const [name, [script, words, n, answer]] of Object.entries(ENDS)) {
  writes(`${name}: the page says so, and keeps what came`, script, async (scope, server) => {
    await open(scope, server.address);
    await scope.at('write-kind-1').check();
    await scope.click('write-start');
    await eventually(async () => assert.match(await fault(scope), words));
    await ended(scope);
    assert.equal((await tokens(scope)).length, n);
  }, answer);
}

writes(
  'cut anywhere, with pings, carriage returns and hostile texts, a stream is read',
  async ({ raw, wait }) => {
    const texts = ['🦊', '<img src=x onerror=alert(1)>', '\u202e', '"\\', 'é'];
    const all = [': ping', '', ...texts.flatMap((text) => [`data: ${JSON.stringify(chunk(text))}`, '']), `data: ${JSON.stringify(END)}`, '', 'data: [DONE]', '', ''];
    const bytes = Buffer.from(all.join('\r\n'));
    for (let at = 0; at < bytes.length; at += 37) {
      raw(bytes.subarray(at, at + 37));
      await wait(1);
    }
  },
  async (scope, server) => {
    await open(scope, server.address);
    await scope.at('write-kind-1').check();
    await scope.click('write-start');
    await eventually(async () => assert.equal((await tokens(scope)).length, 5));
    await ended(scope);
    assert.equal(await fault(scope), '');
    assert.match((await tokens(scope)).join(''), /🦊.*<img src=x/s);
    assert.equal(await scope.page.locator('img[src="x"]').count(), 0);
  },
);

test(
  'nobody answers: the page says what to look at, and in an embed nothing is asked',
  async (scope) => {
    await open(scope, 'http://127.0.0.1:9');
    await scope.click('write-start');
    await eventually(async () => assert.match(await fault(scope), /is the server running/));
    await scope.at('server-address').fill('nonsense here');
    await scope.click('write-start');
    await eventually(async () => assert.match(await fault(scope), /no address of a server/));
  },
  MORE,
);
