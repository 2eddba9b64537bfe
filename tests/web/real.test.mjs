// Every number is real: what is on screen comes out of the model that runs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changed, folder } from './lib/checkpoint.mjs';
import { assertNear, assertShows } from './lib/numbers.mjs';
import { distribution, draw, entropy, select } from './lib/sampling.mjs';
import { DIST } from './lib/server.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const files = {};
const test = suite({ files });

const PROMPT = 'The king opened the door and';
const HASH = `#prompt=${encodeURIComponent(PROMPT)}&seed=9&max_tokens=200`;

const SETTINGS = [
  { temperature: 0.8, top_k: 40, top_p: 0.95, seed: 9 },
  { temperature: 1, top_k: 0, top_p: 1, seed: 9 },
  { temperature: 1.7, top_k: 0, top_p: 0.5, seed: 31 },
  { temperature: 0.05, top_k: 3, top_p: 1, seed: 4294967295 },
  { temperature: 0, top_k: 0, top_p: 1, seed: 0 },
];

/** Compares everything on screen with what `logits` give under `settings`. */
async function compare(scope, logits, settings, { u, chosen, what }) {
  await scope.look('logits');
  const shown = await scope.shown();
  const entries = distribution(logits, settings);
  const rolled = select(entries, u);
  const token = chosen ?? rolled.token;
  const of = (id) => entries.find((entry) => entry.token === id);

  assert.equal(shown.u, u, `${what}: u`);
  assertShows(shown.pin.replace('u = ', ''), u, `${what}: pin`);
  assert.deepEqual(
    shown.candidates.slice(0, 10).map((row) => row.token),
    entries.slice(0, 10).map((entry) => entry.token),
    `${what}: the first ten`,
  );
  assert.deepEqual(
    shown.candidates.filter((row) => row.chosen).map((row) => row.token),
    [token],
    `${what}: chosen`,
  );
  for (const row of shown.candidates) {
    const entry = of(row.token);
    assert.equal(row.rank, entry.rank + 1, `${what}: rank of ${row.token}`);
    assertShows(row.logit, entry.logit, `${what}: logit of ${row.token}`);
    assertShows(row.before, entry.before, `${what}: before of ${row.token}`);
    assertShows(row.after, entry.after, `${what}: after of ${row.token}`);
    assert.equal(row.after === 'cut', entry.cut, `${what}: cut of ${row.token}`);
  }
  const listed = new Set(shown.candidates.map((row) => row.token));
  const others = entries.filter((entry) => !listed.has(entry.token));
  const sum = (key) => others.reduce((total, entry) => total + entry[key], 0);
  assertShows(shown.rest.others.replace(/ other tokens?/, ''), others.length, `${what}: others`);
  assertShows(shown.rest.before, sum('before'), `${what}: rest before`);
  assertShows(shown.rest.after, sum('after'), `${what}: rest after`);
  assertShows(
    shown.entropyBefore,
    entropy(entries.map((entry) => entry.before)),
    `${what}: entropy before`,
  );
  assertShows(
    shown.entropyAfter,
    entropy(entries.map((entry) => entry.after)),
    `${what}: entropy after`,
  );
  assertShows(shown.surprisal, -Math.log2(of(token).before), `${what}: surprisal`);
  const [low, at, high] = shown.range.split(/[≤<]/);
  assertShows(low, rolled.low, `${what}: segment begins`);
  assertShows(at, u, `${what}: draw`);
  assertShows(high, Math.min(1, rolled.high), `${what}: segment ends`);
  assert.ok(rolled.low <= u && u < rolled.high + 1e-9, `${what}: ${rolled.low} ≤ ${u} < ${rolled.high}`);
}

test('what is on screen is what the logits give, for the next token', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const logits = await scope.logits();
  for (const settings of SETTINGS) {
    await scope.call('setSettings', settings);
    await scope.settled();
    const u = draw(settings.seed, transcript.length);
    await compare(scope, logits, settings, { u, what: JSON.stringify(settings) });
  }
});

test('what is on screen, in the trace and in the logits is the same, for every step of a run', async (scope) => {
  const { transcript: prompt } = await scope.open(HASH);
  for (const settings of SETTINGS) {
    await scope.call('setSettings', settings);
    await scope.call('step');
  }
  await scope.call('rollAgain');
  await scope.call('step');
  await scope.call('force', 100);
  const now = SETTINGS[1];
  await scope.call('setSettings', now);

  const trace = await scope.call('trace');
  const { transcript } = await scope.call('state');
  const model = (await scope.call('state')).model;
  assert.equal(transcript.length, prompt.length + SETTINGS.length + 2);
  for (const entry of transcript.slice(prompt.length)) {
    const { step } = trace.nodes[entry.node];
    const what = `step at position ${entry.position}`;
    const logits = await scope.logits(step.context);
    assert.equal(logits.length, model.d_vocab);

    // The trace against the logits, under the settings of then.
    const entries = distribution(logits, step.settings);
    const sampled = select(entries, step.draw.u);
    const u = draw(step.draw.seed, entry.position, step.draw.roll);
    assert.equal(step.draw.u, u, `${what}: u`);
    const token = step.chosen === 'forced' ? 100 : sampled.token;
    assert.equal(step.choice.token, token, `${what}: token`);
    const of = entries.find((one) => one.token === token);
    assert.equal(step.choice.logit, of.logit, `${what}: logit`);
    assert.equal(step.choice.rank, of.rank, `${what}: rank`);
    const { prob_before, prob_after, low, high } = step.choice;
    assertNear([prob_before, prob_after, low, high], [of.before, of.after, of.low, of.high], 1e-12, what);
    const bits = entropy(entries.map((one) => one.before));
    assertNear([step.entropy_bits, step.surprisal_bits], [bits, -Math.log2(of.before)], 1e-9, what);
    assert.equal(step.survivors, entries.filter((one) => !one.cut).length, `${what}: survivors`);
    assert.deepEqual(
      step.top.map((one) => [one.token, one.logit]),
      entries.slice(0, 10).map((one) => [one.token, one.logit]),
    );

    // The page against the logits, under the settings of now and with the roll of then.
    await scope.call('select', step.context);
    await scope.settled();
    const shownU = draw(now.seed, entry.position, step.draw.roll);
    await compare(scope, logits, now, { u: shownU, chosen: token, what: `${what} on screen` });
    const title = await scope.frame.locator(`[data-testid=token][data-node="${entry.node}"]`).getAttribute('title');
    assertShows(/probability (.*),/.exec(title)[1], of.before, `${what}: probability in the text`);
    assertShows(/surprisal (.*)$/m.exec(title)[1], step.surprisal_bits, `${what}: surprisal in the text`);
  }
});

test('the tokens of the prompt are coloured by what the model gave them', async (scope) => {
  await scope.open(HASH);
  const rated = await eventually(async () => {
    const { transcript } = await scope.call('state');
    assert.ok(transcript.slice(1).every((entry) => entry.prob !== null));
    return transcript;
  });
  for (const entry of rated.slice(1)) {
    const entries = distribution(await scope.logits(entry.context), SETTINGS[1]);
    const { before } = entries.find((one) => one.token === entry.token);
    // The prompt was rated in one pass; here each position is computed by itself.
    assertNear([entry.prob, entry.surprisal_bits], [before, -Math.log2(before)], 1e-4, entry.text);
    const colour = await scope.frame
      .locator(`[data-testid=token][data-node="${entry.node}"]`)
      .evaluate((e) => Number(e.style.getPropertyValue('--s')));
    assert.ok(Math.abs(colour - Math.min(1, entry.surprisal_bits / 10)) < 1e-3, `colour of ${entry.text}`);
  }
});

test('the heads of the picture say what the run has, and the tables are those of the charts', async (scope) => {
  const { model, transcript } = await scope.open(HASH);
  const config = JSON.parse(await readFile(join(DIST, 'models/pocket/config.json'), 'utf8'));
  const head = async (station) => (await scope.text(`station-${station}`)).replaceAll(',', '');
  assert.ok((await head('tokens')).includes(`${transcript.length} so far`));
  assert.ok((await head('embed')).includes(`${config.n_embd} numbers`));
  assert.ok((await head('layers')).includes(`${config.n_layer} layers`));
  assert.ok((await head('logits')).includes(`${config.vocab_size} scores`));
  assert.equal(model.n_layers, config.n_layer);

  const table = async (testid) => {
    await scope.at(testid).locator('summary').click();
    const rows = scope.at(testid).locator('tbody tr');
    await rows.first().waitFor();
    return rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, ' '))),
    );
  };
  await scope.look('logits');
  const { candidates } = await scope.shown();
  const entries = distribution(await scope.logits(), (await scope.call('state')).settings);
  const listed = await table('table-twin-candidates');
  assert.deepEqual(
    listed.map(([rank, , id, logit]) => [Number(rank), Number(id), logit]),
    candidates.map((row) => [row.rank, row.token, row.logit]),
  );
  for (const [, , id, , before, after] of listed) {
    const entry = entries.find((one) => one.token === Number(id));
    assertShows(before, entry.before, `${id} in the table`);
    assertShows(after, entry.after, `${id} after the sampler in the table`);
  }
  await scope.look('dice');
  const dice = await table('table-twin-dice');
  const u = draw(9, transcript.length);
  for (const [i, [, low, high, probability, pin]] of dice.entries()) {
    if (entries[i].after < 0.002) break;
    assertShows(low, entries[i].low, `segment ${i} begins`);
    assertShows(high, entries[i].high, `segment ${i} ends`);
    assertShows(probability, entries[i].after, `segment ${i}`);
    assert.equal(pin !== '', entries[i] === select(entries, u), `pin on segment ${i}`);
  }
  await scope.unfoldText();
  const words = await table('table-twin-transcript');
  assert.deepEqual(
    words.map(([, , id]) => Number(id)),
    transcript.map((entry) => entry.token),
  );
});

test('other weights give other numbers: the embedding of one token turned around', async (scope) => {
  const read = (name) => readFile(join(DIST, 'models/pocket', name));
  const [weights, config, tokenizer] = await Promise.all(
    ['model.safetensors', 'config.json', 'tokenizer.json'].map(read),
  );
  await scope.open(HASH);
  const { transcript } = await scope.call('state');
  const original = await scope.logits();
  await scope.look('logits');
  const shown = await scope.shown();
  const inPrompt = new Set(transcript.map((entry) => entry.token));
  const target = shown.candidates.find((row) => !inPrompt.has(row.token)).token;

  // The head is the embedding: with the sign of one row changed, that logit changes its sign and no other one moves.
  const d = JSON.parse(config).n_embd;
  const turned = changed(weights, 'wte.weight', (data, from) => {
    for (let i = 0; i < d; i += 1) data[from + 2 * (target * d + i) + 1] ^= 0x80;
  });
  const [json, tokens] = [config.toString(), tokenizer.toString()];
  Object.assign(files, folder('models/turned', { config: json, tokenizer: tokens, weights: turned }));
  // One position a little louder: every logit moves.
  const louder = changed(weights, 'wpe.weight', (data, from) => {
    for (let i = 0; i < d; i += 1) data[from + 2 * i + 1] ^= 0x04;
  });
  Object.assign(files, folder('models/louder', { config: json, tokenizer: tokens, weights: louder }));

  await scope.call('load', 'turned');
  await scope.settled();
  const other = await scope.logits();
  const expected = original.map((z, id) => (id === target ? -z : z));
  assertNear(other, expected, 1e-5, 'logits of the turned model');
  const now = await scope.shown();
  assert.notDeepEqual(now.candidates, shown.candidates);
  const before = (rows) => rows.find((row) => row.token === target);
  assert.notEqual(before(now.candidates)?.logit, before(shown.candidates).logit);
  assert.notEqual(now.entropyBefore, shown.entropyBefore);
  const { settings } = await scope.call('state');
  await compare(scope, other, settings, { u: draw(9, transcript.length), what: 'turned model' });

  await scope.call('load', 'louder');
  await scope.settled();
  const loud = await scope.logits();
  assert.ok(
    loud.every((z, id) => z !== original[id]),
    'every logit of the louder model is another one',
  );
  await compare(scope, loud, settings, { u: draw(9, transcript.length), what: 'louder model' });
});

test('an exported trace gives the same run in a fresh page', async (scope, { fresh }) => {
  const { transcript: prompt } = await scope.open(`${HASH}&temperature=1.2&top_k=0&top_p=1`);
  await scope.steps(5);
  await scope.call('force', 42);
  await scope.call('rewind', 2);
  await scope.call('rollAgain');
  await scope.steps(3);
  const tokens = await scope.tokens(prompt.length + 7);
  const u = (await scope.shown()).u;
  await scope.click('share-menu');
  const [download] = await Promise.all([scope.page.waitForEvent('download'), scope.click('export-trace')]);
  const file = await readFile(await download.path());
  // Logits are f32: the file spells them with as many digits as these need.
  const trace = JSON.parse(file, (key, value) => (key === 'logit' ? Math.fround(value) : value));
  assert.deepEqual(trace, await scope.call('trace'), 'the file is what the API gives');

  const other = await fresh();
  await other.open('#prompt=Something+else&seed=3');
  await other.click('share-menu');
  await other
    .at('import-trace')
    .setInputFiles({ name: 'run.trace.json', mimeType: 'application/json', buffer: file });
  assert.deepEqual(await other.tokens(tokens.length), tokens);
  assert.equal((await other.shown()).u, u, 'the dice stand as they stood');
  const again = await other.call('trace');
  assert.deepEqual(again.nodes, trace.nodes, 'tree and records are the same');
  assert.equal((await other.call('state')).prompt, PROMPT);
  assert.ok((await other.at('prompt').inputValue()).startsWith(PROMPT));

  // Both go on in the same way.
  const tokensOf = (steps) => steps.map((step) => step.choice.token);
  assert.deepEqual(tokensOf(await scope.steps(4)), tokensOf(await other.steps(4)));
});
