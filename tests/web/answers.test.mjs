// What a student asks, answered with the numbers of the step on screen; and the tokens of the text, one by one.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&temperature=0.8&top_k=40&top_p=0.9&seed=1&backend=cpu';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const percent = (p) => `${(100 * p).toFixed(1)} %`;
const minus = (text) => text.replace('-', '−');
const softmax = (logits, t = 1) => {
  const most = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  const exps = Array.from(logits, (z) => Math.exp((z - most) / t));
  const sum = exps.reduce((a, b) => a + b, 0);
  return { most, sum, probs: exps.map((e) => e / sum) };
};

/** Opens the menu and a question of it; the answer's words, whenever they are asked for. */
async function ask(scope, question) {
  const menu = scope.frame.locator('details.menu:has([data-testid=questions])');
  if ((await menu.getAttribute('open')) === null) await scope.click('questions');
  await scope.at(`ask-${question}`).locator('summary').click();
  await scope.at(`answer-${question}`).waitFor();
  return async () => plain(await scope.at(`answer-${question}`).innerText());
}

/** The cells of a small table, row by row. */
const table = (scope, testid) =>
  scope.at(testid).locator('tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim().replaceAll('\u202f', ' '))));

/** Presses the button that leads to where the answer is seen. */
async function follow(scope, station) {
  await scope.at('answer-go').click();
  await eventually(async () => assert.equal(await scope.at('station-card').getAttribute('data-station'), station));
  await eventually(async () => assert.equal(await scope.at('answer-go').count(), 0, 'the menu closed'));
  await eventually(async () => assert.equal(await scope.frame.evaluate(() => document.activeElement?.dataset.testid), 'close-station'));
}

test('what is a logit? The favourite and the drawn token are worked out', async (scope) => {
  await scope.open(HASH);
  const logits = await scope.logits();
  const { most, sum, probs } = softmax(logits);
  const { token: drawn } = (await scope.call('state')).step?.sampling?.choice ?? {};
  await ask(scope, 'logit');
  const [head, first, second] = await eventually(async () => {
    const rows = await table(scope, 'worked-scores');
    assert.equal(rows.length, 3);
    return rows;
  });
  assert.deepEqual(head, ['Token', 'score', 'gap', 'e^gap', `÷ ${sum.toFixed(3)}`]);
  assert.deepEqual(first.slice(1), [minus(most.toFixed(2)), '0.00', '1.000', percent(probs[logits.indexOf(most)])]);
  // The other one is known by its score.
  const other = logits.findIndex((z, id) => (drawn === undefined || id === drawn) && minus(z.toFixed(2)) === second[1] && percent(probs[id]) === second[4]);
  assert.ok(other >= 0, `${second}`);
  const gap = logits[other] - most;
  assert.deepEqual(second.slice(2, 4), [minus(gap.toFixed(2)), Math.exp(gap).toFixed(3)]);
  assert.match(await scope.text('sentence'), new RegExp(`slice of ${second[0]}`));
  await follow(scope, 'softmax');
}, DESKTOP);

test('what does temperature do? It is worked out, tried, and taken back', async (scope) => {
  await scope.open(HASH);
  const logits = await scope.logits();
  const top = logits.indexOf(softmax(logits).most);
  await ask(scope, 'temperature');
  const share = (t) => {
    const p = softmax(logits, t).probs[top];
    return p >= 0.9995 ? '>99.9 %' : percent(p);
  };
  const expected = (now) => {
    const all = [...new Set([0.2, 1, 1.5, now])].sort((a, b) => a - b);
    return all.map((t) => [t === now ? `${t} (now)` : `${t}`, share(t)]);
  };
  const shown = async () => (await table(scope, 'worked-temperature')).slice(1).map((row) => row.slice(0, 2));
  await eventually(async () => assert.deepEqual(await shown(), expected(0.8)));
  await scope.frame.locator('[data-testid=try-temperature][data-t="1.5"]').click();
  await eventually(async () => assert.deepEqual(await shown(), expected(1.5)));
  const temperature = async () => JSON.stringify((await scope.call('state')).settings);
  assert.match(await temperature(), /"t":1\.5/);
  await scope.at('untry-temperature').click();
  await eventually(async () => assert.deepEqual(await shown(), expected(0.8)));
  assert.match(await temperature(), /"t":0\.8/);
  await follow(scope, 'sampler');
}, DESKTOP);

test('what is random? The draw, what it comes from, and a link to the same', async (scope) => {
  await scope.open(HASH);
  const said = await ask(scope, 'random');
  const number = /random number (0\.\d{3})/.exec(await scope.text('sentence'))[1];
  const [, seed, position, roll, u, token, low, high] = await eventually(async () => {
    const found = /From seed (\d+), position (\d+) and roll (\d+) comes the random number (0\.\d{3})\. It falls on “(.+)”, which owns (0\.\d{3}) to ([01]\.\d{3})/.exec(await said());
    assert.ok(found, await said());
    return found;
  });
  const { transcript } = await scope.call('state');
  assert.deepEqual([seed, Number(position), roll, u], ['1', transcript.length, '1', number]);
  assert.ok((await scope.text('sentence')).includes(`${token}: ${low}–${high}`));
  await scope.call('rollAgain');
  await eventually(async () => assert.match(await said(), /roll 2 /));
  await scope.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await scope.at('answer-link').click();
  await eventually(async () => assert.match(await scope.frame.evaluate(() => navigator.clipboard.readText()), /#.*forest/));
  await follow(scope, 'dice');
}, DESKTOP);

test('what does it look at? The most read token, the telling head, and its attention', async (scope) => {
  const { model, transcript } = await scope.open(HASH);
  const tokens = transcript.map((entry) => entry.token);
  const names = transcript.map((entry) => entry.text.trim());
  const at = tokens.length - 1;
  const { taps } = await scope.engine({ inspect: { tokens, from: at, layers: [], names: ['pattern'] } });
  const rows = taps.map(({ layer, bytes }) => Array.from({ length: model.n_heads }, (_, head) => ({ layer, head, row: bytes.slice(head * tokens.length, (head + 1) * tokens.length) }))).flat();
  const means = names.map((_, place) => rows.reduce((sum, { row }) => sum + row[place], 0) / rows.length);
  const most = means.slice(0, at).indexOf(Math.max(...means.slice(0, at)));
  await ask(scope, 'look');
  const said = async (testid) => plain(await scope.at(testid).innerText());
  await eventually(async () => {
    const words = await said('look-mean');
    assert.ok(words.startsWith(`Over all ${rows.length} heads together, “${names[at]}” reads “${names[most]}” most: ${percent(means[most])} of`), words);
  });
  const [, layer, head, to, share] = /^In layer (\d+), head (\d+) looks from “a” mostly at “(.+)”, with ([\d.]+ %)/.exec(await said('look-head'));
  const own = rows.find((one) => one.layer === Number(layer) && one.head === Number(head)).row;
  assert.deepEqual([to, share], [names[own.indexOf(Math.max(...own))], percent(Math.max(...own))]);
  await follow(scope, 'layers');
  await eventually(async () => assert.equal(await scope.at('head-title').innerText(), `Layer ${layer}, head ${head}`));
}, DESKTOP);

test('how does the answer form? The layer from which on the favourite leads', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const tokens = transcript.map((entry) => entry.token);
  const { lens } = await scope.engine({ lens: { tokens, from: tokens.length - 1, count: 1, watch: [] } });
  const cells = lens[0];
  const favourite = cells.at(-1).token;
  const good = cells.findLastIndex((cell) => cell.token !== favourite) + 1;
  const first = cells.findIndex((cell) => cell.token === favourite);
  const depth = (d) => (d === 0 ? 'before the layers' : `after L${d - 1}`);
  const end = percent(softmax(await scope.logits()).probs[favourite]);
  await ask(scope, 'form');
  await eventually(async () => {
    const words = plain(await scope.at('form-leads').innerText());
    const [, name] = /^“(.+?)” is the favourite/.exec(words);
    assert.match(await scope.text('sentence'), new RegExp(`favourite is ${name} `));
    if (good === first && good === cells.length - 1) {
      assert.ok(words.includes(`only ${depth(good)}, the last layer, with ${end}.`), words);
    } else {
      assert.ok(words.includes(`${depth(good)} (${percent(cells[good].prob)})`) && words.includes(`at the end it has ${end}.`), words);
    }
    assert.equal(words.includes(`${depth(first)} for the first time`), first !== good, words);
    assert.equal(words.includes('Just before'), good > 0, words);
    if (good > 0) assert.ok(words.includes(`${depth(good - 1)}, it would be`) && words.endsWith(`(${percent(cells[good - 1].prob)}).`), words);
  });
  await follow(scope, 'layers');
  await eventually(async () => assert.equal(await scope.at('inside-lens').getAttribute('aria-selected'), 'true'));
}, DESKTOP);

test('why one token at a time? What this step computed, and what was kept', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const n = transcript.length;
  await ask(scope, 'cache');
  const said = () => scope.text('cache-computed');
  await eventually(async () => assert.match(await said(), new RegExp(`^This step computed all ${n} positions at once, in [\\d.,]+ m?s\\. They are in the cache now`)));
  assert.match(await scope.text('cache-weights'), /weights of the model, [\d.]+ MB here/);
  await scope.steps(2);
  await eventually(async () => assert.match(await said(), new RegExp(`^This step computed 1 position in [\\d.,]+ m?s and read the other ${n + 1} from the cache\\.$`)));
  await follow(scope, 'layers');
  await eventually(async () => assert.equal(await scope.at('inside-cache').getAttribute('aria-selected'), 'true'));
}, DESKTOP);

test('why does it repeat? Where nothing does, the reason is told, and a press makes it', async (scope) => {
  await scope.open('#prompt=In+the+forest+lived+a&seed=1&max_tokens=64&backend=cpu');
  const said = await ask(scope, 'repeat');
  await eventually(async () => assert.match(await said(), /makes its own continuation more probable.*nothing of 3 tokens or more stands twice yet/));
  await scope.at('repeat-try').click();
  await eventually(async () => assert.match(JSON.stringify((await scope.call('state')).settings), /"t":0[,}]/));
  await eventually(async () => assert.match((await scope.call('state')).text, /^The day after Monday is.*Monday is/s, 'it goes round'));
  await eventually(async () => assert.match(await said(), /stands here \d+ times/));
  await scope.call('pause');
}, DESKTOP);

test('without a step the cache is not called empty, and the machine says why tokens come one by one', async (scope) => {
  const { transcript, model } = await scope.open(HASH);
  await scope.at('station-machine').click();
  assert.match(await scope.text('one-by-one'), /one token at a time.*all weights of the model \([\d.]+ MB\)/);
  await scope.at('open-cache').click();
  const words = await eventually(async () => {
    const found = await scope.text('costs-none');
    assert.match(found, /computed/);
    return found;
  });
  assert.match(words, new RegExp(`computed ${transcript.length} positions in .* keys and values of all ${transcript.length} tokens of the text in each of ${model.n_layers} layers`));
  await scope.steps(1);
  await eventually(async () => assert.equal(await scope.at('costs-none').count(), 0));
}, DESKTOP);

test('the list has every token of the text; pointing marks it, and pressing goes to its step', async (scope) => {
  await scope.open(HASH);
  await scope.steps(1);
  await scope.call('force', 300);
  // The prompt is rated after the first picture.
  const transcript = await eventually(async () => {
    const { transcript: all } = await scope.call('state');
    assert.ok(all.slice(1).every((entry) => typeof entry.surprisal_bits === 'number'));
    return all;
  });
  await scope.look('tokens');
  const rows = scope.at('prompt-token');
  const from = { prompt: 'written by you', sampled: 'drawn by the dice', forced: 'chosen by you' };
  await eventually(async () => {
    const said = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll('␣', ' '))));
    const expected = transcript.map((entry, at) => [
      `${at}`,
      entry.text,
      entry.token.toLocaleString('en'),
      at === 0 ? 'nothing before it' : `${entry.surprisal_bits.toFixed(2)} bits`,
      from[entry.origin],
    ]);
    assert.deepEqual(said, expected);
  });
  const shade = await rows.nth(2).evaluate((row) => Number(row.style.getPropertyValue('--s')));
  assert.ok(Math.abs(shade - Math.min(1, transcript[2].surprisal_bits / 10)) < 0.001);
  const length = [...transcript.map((entry) => entry.text).join('')].length;
  assert.match(await scope.text('tokens-of-text'), new RegExp(`^${length} characters are ${transcript.length} tokens here`));

  // Pointed at, it is marked in the text and said under the picture.
  await rows.nth(2).hover();
  const marked = scope.frame.locator('[data-testid=token].pointed');
  await eventually(async () => assert.deepEqual(await marked.allInnerTexts(), [transcript[2].text]));
  await eventually(async () => assert.match(await scope.text('flow-line'), new RegExp(`^${transcript[2].text.trim()}: token ${transcript[2].token.toLocaleString('en')} `)));
  await rows.nth(2).click();
  await eventually(async () => assert.equal((await scope.call('state')).selected, transcript[1].node));
  assert.equal(await rows.nth(2).getAttribute('aria-current'), 'true');
  // One Tab stop; the arrow keys walk.
  assert.deepEqual(await rows.evaluateAll((all) => all.filter((row) => row.tabIndex === 0).length), 1);
  await scope.page.keyboard.press('ArrowDown');
  await eventually(async () => assert.deepEqual(await marked.allInnerTexts(), [transcript[3].text]));
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal((await scope.call('state')).selected, transcript[2].node));
  await scope.page.mouse.move(1, 1);
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await marked.count(), 0));
}, DESKTOP);
