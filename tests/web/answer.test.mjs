// An answer that a server gave, pasted or opened: what the model could have written, and no number that the server did not give.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { llama, missingServer } from './lib/llama.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();

/** Opens the box for answers. */
async function open(scope) {
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('answer-box').locator('summary').click();
  await scope.at('answer-json').waitFor();
}

async function paste(scope, text) {
  await scope.at('answer-json').fill(text);
  await scope.click('answer-show');
}

const entry = (token, logprob, top = []) => ({ token, logprob, bytes: [...new TextEncoder().encode(token)], top_logprobs: top.map(([t, l]) => entry(t, l)) });
const chat = (content) => JSON.stringify({ object: 'chat.completion', model: 'gpt-x', choices: [{ index: 0, logprobs: { content }, finish_reason: 'stop' }] });
const rows = (scope) => scope.frame.locator('[data-testid=answer-alternatives] tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim().replaceAll('\u202f', ' '))));

test('a pasted answer: its tokens, the least sure one first, what could have stood there, and the exact rest', async (scope) => {
  await scope.open('#backend=cpu');
  await open(scope);
  const half = Math.log(0.5);
  await paste(scope, chat([entry('The', Math.log(0.9), [['The', Math.log(0.9)], ['A', Math.log(0.05)]]), entry(' cat', Math.log(0.125), [[' dog', half], [' cow', Math.log(0.25)]])]));
  await scope.at('answer').waitFor();
  assert.equal((await scope.text('answer-text')).replaceAll('␣', ' '), 'The cat');
  assert.match(await scope.text('answer-numbers'), /3\.15 bits together/);
  assert.match(await scope.text('answer-numbers'), /stop/);
  // The most surprising one is open: it is not in the list, so what is left is known all the same.
  assert.deepEqual(await rows(scope), [['␣dog', '', '50.0 %', ''], ['␣cow', '', '25.0 %', ''], ['␣cat', '', '12.5 %', 'not listed'], ['all others together', '', '12.5 %', '']]);
  await scope.at('answer-token').first().click();
  assert.deepEqual(await rows(scope), [['The', '', '90.0 %', ''], ['A', '', '5.0 %', ''], ['all others together', '', '5.0 %', '']]);
  await scope.screenshot('answer');
});

test('the file of an answer, picked or dropped like any other, opens where answers are looked at', async (scope) => {
  await scope.open('#backend=cpu');
  await scope.click('model-menu');
  const buffer = Buffer.from(chat([entry('Hi', -0.5), entry(' you', -1)]));
  await scope.at('model-files').setInputFiles([{ name: 'answer.json', mimeType: 'application/json', buffer }]);
  await scope.at('answer').waitFor();
  assert.equal((await scope.text('answer-text')).replaceAll('␣', ' '), 'Hi you');
  await scope.click('server-close');
  // Once more: it opens again.
  await scope.click('model-menu');
  await scope.at('model-files').setInputFiles([{ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(chat([entry('Ho', -0.5)])) }]);
  await eventually(async () => assert.equal(await scope.text('answer-text'), 'Ho'));
});

test('what is no answer, and what is hostile in one, does nothing', async (scope) => {
  await scope.open('#backend=cpu');
  await open(scope);
  const says = async (text, pattern) => {
    await paste(scope, text);
    await eventually(async () => assert.match(await scope.text('answer-fault'), pattern));
  };
  await says('{"choices": [{"logprobs": null}]}', /gives no log-probabilities/);
  await says('{"choices": [', /broke off in the middle/);
  await says('hello', /is not what it should be/);
  await says(chat([entry('a', 0.7)]), /gives 0\.7 as the log-probability of a/);
  await says('{"error": {"message": "<img src=x onerror=alert(1)>"}}', /<img src=x/);
  const bad = '<script>window.hit = 1</script><img src=x onerror="window.hit = 1">';
  await paste(scope, chat([entry(bad, -1, [[bad, -1]])]));
  await scope.at('answer').waitFor();
  assert.ok((await scope.text('answer-text')).includes('<script>'));
  assert.equal(await scope.page.evaluate(() => window.hit), undefined);
  assert.equal(await scope.at('answer').locator('script, img').count(), 0);
});

test('the run goes out as an answer and can be opened as one', async (scope) => {
  await scope.open('#backend=cpu&seed=4');
  await scope.steps(4);
  await scope.click('share-menu');
  const [download] = await Promise.all([scope.page.waitForEvent('download'), scope.at('export-reply').click()]);
  await scope.click('share-menu');
  assert.match(download.suggestedFilename(), /^logitscope-pocket\.answer\.json$/);
  const path = await download.path();
  const { choices } = JSON.parse(await readFile(path, 'utf8'));
  const trace = await scope.call('trace');
  const steps = trace.nodes.filter((node) => node.step).map((node) => node.step);
  assert.equal(choices[0].logprobs.content.length, 4);
  choices[0].logprobs.content.forEach(({ logprob, top_logprobs }, at) => {
    assert.ok(Math.abs(logprob + steps[at].surprisal_bits * Math.LN2) < 1e-9);
    assert.equal(top_logprobs.length, steps[at].top.length);
  });
  await open(scope);
  await scope.at('answer-file').setInputFiles(path);
  await scope.at('answer').waitFor();
  assert.equal(await scope.at('answer-token').count(), 4);
});

test('what a real server answers, whole and streamed', async (scope) => {
  const server = await llama();
  try {
    const ask = async (path, body) => (await fetch(server.address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).text();
    const messages = [{ role: 'user', content: 'In the forest' }];
    const forms = {
      chat: await ask('/v1/chat/completions', { messages, max_tokens: 6, logprobs: true, top_logprobs: 5, seed: 1 }),
      stream: await ask('/v1/chat/completions', { messages, max_tokens: 6, logprobs: true, top_logprobs: 5, seed: 1, stream: true }),
      completion: await ask('/v1/completions', { prompt: 'In the forest lived a', max_tokens: 6, logprobs: 5, seed: 1 }),
      own: await ask('/completion', { prompt: 'In the forest lived a', n_predict: 6, n_probs: 5, seed: 1 }),
    };
    await scope.open('#backend=cpu');
    await open(scope);
    for (const [name, text] of Object.entries(forms)) {
      await paste(scope, text);
      await eventually(async () => assert.ok((await scope.at('answer-token').count()) >= 5, name));
      const shown = await rows(scope);
      const sum = shown.reduce((all, [, , p]) => all + Number.parseFloat(p.replace('<', '')), 0);
      assert.ok(Math.abs(sum - 100) < 1, `${name}: the list and the rest are everything: ${sum}`);
    }
  } finally {
    await server.stop();
  }
}, { skip: missingServer() });
