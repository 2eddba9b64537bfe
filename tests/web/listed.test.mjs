// A server that lists twenty tokens of a step and no more: the strategies that these decide are those of the model here, ranges hold it, and the
// rest is refused with what to do.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { llama, missingServer } from './lib/llama.mjs';
import { suite } from './lib/suite.mjs';
import { vllm } from './lib/vllm.mjs';
import { eventually } from './lib/wait.mjs';

const page = suite();
const MORE = {
  // A longer list than it gives is refused: an error of the browser's console.
  allow: /Failed to load resource/,
  origins: [/^http:\/\/127\.0\.0\.1:\d+$/],
};
const skip = missingServer();
const PROMPT = 'In the forest lived a';
const CHAIN = 'temperature~0.8,top_k~20,top_p~0.9';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&chain=${CHAIN}&seed=1&backend=cpu&precision=f32&speed=0`;

let real;
let short;
before(async () => {
  if (skip) return;
  real = await llama();
  short = await vllm(real.address, 20);
});
after(async () => {
  await short?.close();
  await real?.stop();
});

const test = (name, body) => page(name, body, { ...MORE, skip });
const plain = (text) => text.replaceAll(/[\s\u202f]+/g, ' ').trim();
const numbers = (text) => [...text.matchAll(/\d+\.?\d*/g)].map(([number]) => Number(number));
const atEnd = (scope) => eventually(async () => assert.ok(await scope.at('strategy-step').isDisabled()));

/** The rows of a table that folds, as it says them; it may be unfolded already. */
async function rowsOf(scope, testid) {
  const table = scope.at(testid);
  await table.evaluate((details) => details.setAttribute('open', ''));
  return eventually(async () => {
    const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
    assert.ok(rows.length > 0 && rows[0][0], 'the table is there');
    return rows;
  });
}

async function connect(scope) {
  await scope.click('model-menu');
  await scope.click('open-server');
  await scope.at('server-address').fill(short.address);
  await scope.click('server-connect');
  await eventually(async () => assert.equal(await scope.at('server-table').count(), 1));
  assert.match(await scope.text('server-table'), /20 tokens at most/);
  await scope.click('server-close');
  await scope.settled();
}

/** What `read` says here and there. */
async function both(scope, hash, read) {
  await scope.open(`${HASH}${hash}`);
  const here = await read();
  await connect(scope);
  return [here, await read()];
}

test('steps, forced tokens and other settings: twenty tokens give the text of all', async (scope) => {
  const read = async () => {
    for (let step = 0; step < 6; step += 1) await scope.call('step');
    const { text } = await scope.call('state');
    await scope.call('rewind', 4);
    await scope.call('force', 3037);
    await scope.call('step');
    const other = (await scope.call('state')).text;
    await scope.call('rewind', 99);
    return [text, other];
  };
  const [here, there] = await both(scope, '', read);
  assert.deepEqual(there, here);
  assert.match(await scope.frame.locator('.flow').innerText(), /20 of 6,144 scores/);
});

test('a token that is not listed is forced with what the server says of it, and the step says so', async (scope) => {
  // An unlikely one: " the" after an article.
  const read = async () => {
    const record = await scope.call('force', 262);
    const { text } = await scope.call('state');
    await scope.call('rewind', 1);
    return { record, text };
  };
  const [here, there] = await both(scope, '', read);
  assert.equal(there.text, here.text);
  const [a, b] = [here, there].map(({ record }) => record.choice);
  assert.ok(a.rank > 100 && Math.abs(a.rank - b.rank) < 10, `${a.rank} ${b.rank}`);
  assert.ok(Math.abs(Math.log(a.prob_before / b.prob_before)) < 3e-2, `${a.prob_before} ${b.prob_before}`);
  assert.deepEqual([a.prob_after, b.prob_after], [0, 0], 'the chain cuts it');
  assert.ok(short.asked.some(({ ratings, prompt }) => ratings === 0 && prompt.at(-1) === 262));
  // The step is that of this token, not of the favourite.
  await scope.call('force', 262);
  await scope.call('select', 4);
  await eventually(async () => assert.match(plain(await scope.text('sentence')), new RegExp(`“?${here.text.slice(-4).trim()}”?`)));
  await scope.screenshot('listed-forced');
});

test('the tree of what may follow', async (scope) => {
  const read = async () => {
    await scope.click('strategies');
    await scope.click('strategy-tree');
    await scope.click('tree-look');
    await eventually(async () => assert.match(plain(await scope.text('tree-found')), /^16 texts/));
    const rows = await rowsOf(scope, 'tree-table');
    await scope.screenshot('listed-tree');
    await scope.close();
    return rows;
  };
  const [here, there] = await both(scope, '', read);
  assert.ok(here.length > 16, `${here.length} rows`);
  const words = (rows) => rows.map((row) => row[0]).toSorted();
  assert.deepEqual(words(there), words(here));
});

test('beams: the same texts, and where twenty tokens are too few what would help', async (scope) => {
  const read = async () => {
    await atEnd(scope);
    const rows = await scope.at('beam-pool').locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
    await scope.screenshot('listed-beams');
    return rows;
  };
  const [here, there] = await both(scope, '&open=beams&beams=4,1,likely,6&step=99', read);
  assert.equal(here.length, 4);
  const words = (rows) => rows.map((row) => row.find((cell) => /[a-z]/.test(cell)));
  assert.deepEqual(words(there), words(here));
  // Sixteen beams look at 32 candidates: behind a top-k of 20 they are known, else not.
  await scope.call('setSettings', { chain: 'temperature~0.8' });
  await scope.at('beam-width').fill('16');
  await eventually(async () => assert.match(plain(await scope.frame.locator('body').innerText()), /The 20 tokens that the server lists of 6,144 do not decide this\. Put a top-k of at most 20/));
});

test('lanes: chains that leave listed tokens have exact distances, the models’ own are ranges that hold', async (scope) => {
  const lane = encodeURIComponent('prompt=In the city lived a');
  const read = async () => {
    await atEnd(scope);
    await eventually(async () => assert.ok((await scope.at('lane-readers').count()) > 0));
    const rows = await rowsOf(scope, 'table-twin-lanes');
    const texts = await scope.at('lane-text').locator('p').allInnerTexts();
    await scope.screenshot('listed-lanes');
    return { rows, texts };
  };
  const [here, there] = await both(scope, `&open=compare&compare=6&lane=${lane}&step=99`, read);
  assert.deepEqual(there.texts, here.texts);
  assert.equal(there.rows.length, here.rows.length);
  const [least, , , , js, chain] = [0, 1, 2, 3, 4, 5].map((at) => there.rows.map((row) => row[at]));
  assert.ok(least.length >= 6);
  assert.ok(there.rows.every((row) => row[2].startsWith('≥') && row[3].startsWith('≥')), JSON.stringify(there.rows));
  assert.ok(js.some((cell) => numbers(cell).length === 2), JSON.stringify(js));
  for (const [at, row] of here.rows.entries()) {
    const [low, high] = [numbers(js[at])[0], numbers(js[at]).at(-1)];
    const value = numbers(row[4])[0];
    assert.ok(low - 0.02 <= value && value <= high + 0.02, `${value} in ${js[at]}`);
    assert.ok(numbers(there.rows[at][2])[0] <= numbers(row[2])[0] + 0.02, `${row[2]} ${there.rows[at][2]}`);
    assert.ok(Math.abs(numbers(chain[at])[0] - numbers(row[5])[0]) < 0.03 && numbers(chain[at]).length === 1, `${row[5]} ${chain[at]}`);
  }
});

test('a score of two texts needs all tokens: it says so, and how vLLM lists them', async (scope) => {
  await scope.open(HASH);
  await connect(scope);
  await scope.click('strategies');
  await scope.click('strategy-guided');
  await scope.click('strategy-step');
  await eventually(async () => assert.match(plain(await scope.frame.locator('body').innerText()), /scores of all 6,144 tokens, and the server lists 20\. vLLM lists all/));
  await scope.screenshot('listed-guided');
});
