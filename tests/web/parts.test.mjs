// The parts of the model: what each adds to a logit, neurons, near tokens, and parts switched off.
import assert from 'node:assert/strict';
import { folder, split, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const MODEL = tiny({ nCtx: 100, scale: 1 });
const test = suite({ files: folder('models/tiny', MODEL) });
const HASH = '#model=tiny&prompt=abcabc&seed=3&backend=cpu&precision=f32&chain=temperature~1';

const cells = async (scope, testid) => {
  const rows = await scope.at(testid).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
};
const open = async (scope, testid) => {
  await scope.at(testid).locator('summary').click();
  await eventually(async () => assert.ok((await cells(scope, testid)).length > 0, testid));
};
const number = (text) => Number(text.replace('−', '-').replace('+', '').replace(/[%,]| points/g, ''));
const softmax = (logits) => {
  const top = Math.max(...logits);
  const weights = Array.from(logits, (z) => Math.exp(z - top));
  const total = weights.reduce((a, b) => a + b);
  return weights.map((w) => w / total);
};
/** The tensors of the model, by name. */
const tensors = () => {
  const { header, data } = split(MODEL.weights);
  const read = ([from, to]) => Array.from({ length: (to - from) / 4 }, (_, i) => data.readFloatLE(from + 4 * i));
  return Object.fromEntries(Object.entries(header).map(([name, { data_offsets }]) => [name, read(data_offsets)]));
};

test('contributions: the parts of a token add up to its logit, and lead to the knock-out', async (scope) => {
  await scope.open(HASH);
  const logits = await scope.logits();
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  await scope.click('inside-shares');
  await open(scope, 'table-twin-shares');
  assert.equal(await scope.at('share-token').count(), 3, 'the three most probable tokens');
  const check = async (token) => {
    const rows = await cells(scope, 'table-twin-shares');
    assert.equal(rows.length, 2 + 2 + 1 + 1 + 1 + 1, 'embeddings, heads, bias, MLP, bias, sum');
    const shares = rows.map((row) => number(row[1]));
    const sum = shares.slice(0, -1).reduce((a, b) => a + b);
    assert.ok(Math.abs(sum - shares.at(-1)) < 0.05, `${shares}`);
    assert.ok(Math.abs(shares.at(-1) - logits[token]) < 0.006, `${shares.at(-1)}, ${logits[token]}`);
  };
  await check(order[0]);
  await scope.at('share-token').nth(1).click();
  await eventually(() => check(order[1]));
  assert.match(await scope.text('share-sum'), /embeddings .* MLPs .* = .* logit is/);

  await scope.at('share').first().click();
  await scope.click('share-off');
  await eventually(async () => assert.equal(await scope.text('knocked-mark'), '1 part'));
  assert.match(await scope.text('knocked-words'), /^Without layer 0 head 0: /);
});

test('the line under the picture says that parts are off, and switches them on again', async (scope) => {
  await scope.open(`${HASH}&off=L0H0,L0M`);
  assert.match(await scope.text('parts-restore'), /^2 parts off/);
  await scope.click('parts-restore');
  await eventually(async () => assert.equal(await scope.at('parts-restore').count(), 0));
});

test('neurons: the most active ones, the most active first', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-neurons');
  await eventually(async () => assert.equal(await scope.at('neuron').count(), 10));
  await open(scope, 'table-twin-neurons');
  const rows = await cells(scope, 'table-twin-neurons');
  const sizes = rows.map((row) => Math.abs(number(row[1])));
  assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
  assert.ok(sizes.at(-1) > 0);
  assert.equal(rows[0][2].split(', ').length >= 5, true, rows[0][2]);
});

test('embeddings: the nearest tokens by cosine, and a map of the text', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-embeddings');
  await eventually(async () => assert.equal((await cells(scope, 'nearest')).length, 12));
  assert.match(await scope.text('near-title'), /“c”/);
  const wte = tensors()['wte.weight'];
  const row = (id) => wte.slice(8 * id, 8 * id + 8);
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  const { tokens } = await scope.engine({ tokenize: { text: 'c' } });
  const own = tokens[0].token;
  const cosines = Array.from({ length: 257 }, (_, id) => (id === own ? -2 : cosine(row(id), row(own)))).sort((a, b) => b - a);
  const shown = (await cells(scope, 'nearest')).map((row) => number(row[1]));
  shown.forEach((value, i) => assert.ok(Math.abs(value - cosines[i]) < 0.001, `${shown} ${cosines.slice(0, 12)}`));

  await eventually(async () => assert.equal(await scope.at('token-map').locator('.map-point').count(), 3, 'a, b and c'));
  await scope.at('token-map').locator('.map-point').first().locator('circle').click();
  await eventually(async () => assert.match(await scope.text('near-title'), /“a”/));
  await scope.click('near-own');
  await eventually(async () => assert.match(await scope.text('near-title'), /“c”/));
});

test('knock-out: nothing of the run changes, the step is compared, and the text goes on anew', async (scope) => {
  await scope.open(HASH);
  await scope.steps(14);
  const before = await scope.call('state');
  const logits = await scope.logits();
  await scope.click('inside-knock-out');
  const part = (name) => scope.at('parts').getByRole('button', { name: new RegExp(`^${name}: `) });
  await part('layer 0 MLP').click();
  await part('layer 0 head 1').click();
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^Without layer 0 head 1, layer 0 MLP: KL [\d.]+ bits?; the same dice/));

  // The same from the engine itself.
  const tokens = before.transcript.map((entry) => entry.token);
  const ask = async (interventions) => {
    const { logits } = await scope.engine({ evaluate: { tokens } }, interventions);
    return softmax(logits.bytes);
  };
  const [own, without] = [softmax(logits), await ask('L0H1,L0M')];
  const rows = await cells(scope, 'knocked');
  const order = [...own.keys()].sort((a, b) => own[b] - own[a] || a - b);
  rows.slice(0, 8).forEach((row, at) => {
    assert.ok(Math.abs(number(row[1]) / 100 - own[order[at]]) < 0.001, `${row}`);
    assert.ok(Math.abs(number(row[2]) / 100 - without[order[at]]) < 0.001, `${row}`);
  });
  assert.deepEqual((await ask('')).map((p) => p.toFixed(6)), own.map((p) => p.toFixed(6)), 'nothing off is the model');

  await scope.click('rewrite');
  await eventually(async () => assert.equal(await scope.at('rewritten').count(), 14));
  assert.match(await scope.text('rewritten-words'), /^Without layer 0 head 1, layer 0 MLP: the first (other token is number \d+|14 tokens are the same)/);
  const after = (await scope.call('state')).transcript;
  assert.deepEqual(after.map((entry) => entry.token), tokens, 'the run is as it was');

  // A trace has it, and brings it back.
  const rewritten = await scope.at('rewritten').allInnerTexts();
  const trace = await scope.call('trace');
  assert.deepEqual([trace.knock_out.off, trace.knock_out.tokens.length], ['L0H1,L0M', 14]);
  await scope.click('parts-reset');
  await scope.call('importTrace', trace);
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^Without layer 0 head 1, layer 0 MLP: /));
  assert.deepEqual(await scope.at('rewritten').allInnerTexts(), rewritten);

  // All on again; a scaled part; and a link has it.
  await scope.click('parts-reset');
  await eventually(async () => assert.equal(await scope.at('knocked').count(), 0));
  await scope.at('part-factor').selectOption('0.5');
  await part('layer 0 MLP').click();
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^With layer 0 MLP × 0.5: /));
  const link = new URL(await scope.copyLink());
  assert.match(link.hash, /inside=knock_out&off=L0M~0\.5/);
});

test('a link opens a view with parts off, and says which parts the model does not have', async (scope) => {
  await scope.open(`${HASH}&inside=knock_out&off=L0H1,L7M`);
  await eventually(async () => assert.match(await scope.text('knocked-words'), /^Without layer 0 head 1: /));
  await scope.notice(/This model has no L7M/);

  // The same on a page that is open already: the view stays usable.
  const go = (hash) => scope.frame.evaluate((to) => (location.hash = to), hash);
  await go(`${HASH}&inside=knock_out&off=L99M`);
  await scope.notice(/This model has no L99M/);
  await eventually(async () => assert.equal(await scope.at('part').count(), 4));
  assert.equal(await scope.at('knocked-mark').count(), 0);
  // What names no part is said, and nothing else happens.
  await go(`${HASH}&inside=knock_out&off=L1é`);
  await scope.notice(/off=L1é/);
  await scope.steps(1);
});

test('a step of another branch is compared with its own text', async (scope) => {
  await scope.open(HASH);
  await scope.steps(4);
  const { transcript, prompt_end } = await scope.call('state');
  const old = transcript.at(-1).node;
  await scope.call('branch', prompt_end, 65);
  await scope.call('select', old);
  await scope.click('inside-knock-out');
  await scope.at('part').first().click();
  await eventually(async () => assert.match(await scope.text('knocked-words'), /KL [\d.]+ bits?; the same dice/));
  const tokens = transcript.map((entry) => entry.token);
  const asked = await scope.engine({ evaluate: { tokens } }, 'L0H0');
  const without = softmax(asked.logits.bytes);
  const own = softmax((await scope.engine({ evaluate: { tokens } })).logits.bytes);
  const order = [...own.keys()].sort((a, b) => own[b] - own[a] || a - b);
  const rows = await cells(scope, 'knocked');
  rows.slice(0, 5).forEach((row, at) => {
    assert.ok(Math.abs(number(row[1]) / 100 - own[order[at]]) < 0.001, `${row}`);
    assert.ok(Math.abs(number(row[2]) / 100 - without[order[at]]) < 0.001, `${row}`);
  });
});

test('the budget of what is kept is shown, can be changed, and is remembered', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-attention');
  await eventually(async () => assert.match(await scope.text('inside-kept'), /^[1-9].* kept$/));
  await scope.at('inside-budget').selectOption('16');
  await eventually(async () => {
    const text = await scope.frame.evaluate(() => localStorage.getItem('logitscope.settings.1'));
    assert.equal(JSON.parse(text ?? '{}').inside_mib, 16);
  });
});

test('the cache: a slot a token, shared beginnings, and steps without it', async (scope) => {
  await scope.open(HASH);
  await scope.steps(3);
  await scope.click('inside-cache');
  await eventually(async () => assert.equal(await scope.at('cache-slot').count(), 9, 'six of the prompt and three'));
  // A branch shares the prompt's slots.
  const { transcript, prompt_end } = await scope.call('state');
  const other = transcript.at(-1).token === 65 ? 66 : 65;
  await scope.call('branch', prompt_end, other);
  await eventually(async () => assert.equal(await scope.at('cache-slot').count(), 10));
  await open(scope, 'table-twin-cache');
  const rows = await cells(scope, 'table-twin-cache');
  const at = (position) => rows.filter((row) => number(row[1]) === position);
  assert.deepEqual([at(5).length, at(6).length], [1, 2]);
  assert.deepEqual(at(6).map((row) => row[3]), [at(5)[0][0], at(5)[0][0]], 'both follow the same slot');

  await scope.click('cache-switch');
  await scope.steps(2);
  await scope.click('cache-switch');
  await scope.steps(1);
  await open(scope, 'table-twin-costs');
  const rowsComputed = (await cells(scope, 'table-twin-costs')).map((row) => number(row[1]));
  assert.deepEqual(rowsComputed.slice(1), [1, 8, 9, 1], 'one token, then all of the text twice; the pass for the next step is there, too');
  assert.match(await scope.text('cost-words'), /1 step computed the whole prompt .* 2 steps computed one token: .* 2 steps computed the whole text/);
});

test('every time says what it counts, and the same one stands once', async (scope) => {
  await scope.open(HASH);
  await scope.steps(2);
  const pass = await eventually(async () => {
    const found = /^CPU · ([\d.]+ ms) a pass$/.exec(await scope.text('station-machine'));
    assert.ok(found, await scope.text('station-machine'));
    return found[1];
  });
  await scope.look('machine');
  assert.equal(await scope.text('station-machine'), 'CPU', 'the number is in what it opens');
  assert.match(await scope.text('status'), /Last forward pass/);
  const said = await scope.text('forward-ms');
  assert.match(said, new RegExp(`^${pass} for 1 position; [\\d.]+ ms until the page had its logits$`));
  await scope.at('status').locator('[data-term=pass]').hover();
  await eventually(async () => {
    const note = (await scope.at('term-note').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(note, new RegExp(`^forward pass: .*here ${pass} for 1 position$`));
  });
  await scope.click('inside-speed');
  await eventually(async () => assert.match(await scope.text('speed-facts'), /Forward pass of one token, its logits read back: the fastest of several/));
  assert.match(await scope.text('speed-facts'), /Time to first token, with messages/);
  await scope.click('inside-cache');
  await eventually(async () => assert.match(await scope.at('station-card').innerText(), /What each step’s forward pass took/));
});

test('speed: what a token costs is measured, and again when asked', async (scope) => {
  await scope.open(HASH.replace('backend=cpu', 'backend=gpu'));
  await scope.click('inside-speed');
  await eventually(async () => assert.match(await scope.text('speed-facts'), /A copy here, read and written together\s*[\d.]+ GB\/s/));
  assert.match(await scope.text('speed-facts'), /Weights that the step read\s*[\d.]+ GB\/s \(\d+ % of the copy\)/);
  assert.match(await scope.text('speed-compared'), /More than 100 % is possible: a step hardly writes/);
  const before = await scope.requests();
  await scope.click('measure-again');
  await eventually(async () => assert.equal((await scope.requests()).length, before.length + 1));
  await eventually(async () => assert.match(await scope.text('speed-facts'), /Forward pass of one token/));
  assert.match(await scope.text('speed-facts'), /Time to first token, with messages\s*[\d.]+ ms, a prefill of 6 tokens/);
  const dispatches = await scope.at('dispatch').count();
  if (dispatches > 0) {
    await open(scope, 'table-twin-dispatches');
    assert.equal((await cells(scope, 'table-twin-dispatches')).length, dispatches);
  }
  // The run goes on as if nothing had been measured.
  await scope.steps(2);
});

test('the stations of the picture lead inside', async (scope) => {
  await scope.open(HASH);
  for (const [station, view] of [['embed', 'embeddings'], ['layers', 'attention']]) {
    await scope.click(`station-${station}`);
    assert.equal(await scope.at(`inside-${view}`).getAttribute('aria-selected'), 'true', station);
    await eventually(async () => assert.ok(await scope.at('inside').isVisible()));
  }
  // One is open at a time; Escape closes it and gives the focus back.
  assert.equal(await scope.at('inside-embeddings').count(), 0);
  await scope.at('inside-lens').focus();
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await scope.at('inside').count(), 0));
  await eventually(async () => assert.equal(await scope.frame.evaluate(() => document.activeElement.id), 'station-layers'));
});
