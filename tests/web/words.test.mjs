// The words of the page: terms explain themselves with a number of the step, views begin with what to look for, questions are answered.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const HASH = '#prompt=In+the+forest+lived+a&temperature=0.8&top_k=40&top_p=0.9&seed=1&backend=cpu';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };
const VIEWS = {
  layers: ['attention', 'lens', 'shares', 'neurons', 'vectors', 'knock-out', 'cache'],
  embed: ['embeddings'],
};

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const note = async (scope) => plain(await scope.at('term-note').innerText());
const shown = (scope) => scope.at('term-note').isVisible();
const term = (scope, within, key) => scope.at(within).locator(`[data-term="${key}"]`).first();
const area = (locator) => locator.boundingBox();
const apart = (a, b) => a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;

/** Points at a term and waits for its note. */
async function point(scope, own, words) {
  await own.hover();
  await eventually(async () => assert.match(await note(scope), words));
}

test('a term explains itself under the mouse, with a number of the step, and never covers what it explains', async (scope) => {
  const { model } = await scope.open(HASH);
  assert.equal(await shown(scope), false);
  await point(scope, term(scope, 'station-layers', 'layer'), new RegExp(`layer: One round .* here ${model.n_layers} layers$`));
  for (const [station, key, words] of [
    ['station-tokens', 'token', /^token: A piece of text .* here “.+”, id \d+$/],
    ['station-embed', 'embedding', new RegExp(`here ${model.d_model} numbers a token$`)],
    ['station-softmax', 'softmax', /here “.+”: −?\d+\.\d\d becomes [\d.]+ %$/],
    ['gate-top_k', 'top_k', /^Top-k: Keeps only .* here set to 40$/],
    ['station-dice', 'draw', /here 0\.\d{4}$/],
  ]) {
    const own = term(scope, station, key);
    await point(scope, own, words);
    const [covered, box] = [await area(own), await area(scope.at('term-note'))];
    assert.ok(apart(covered, box), `${key}: ${JSON.stringify([covered, box])}`);
    assert.ok(box.x >= 0 && box.x + box.width <= 1280 && box.y >= 0 && box.y + box.height <= 800, key);
  }
  await scope.page.mouse.move(640, 60);
  await eventually(async () => assert.equal(await shown(scope), false, 'it goes with the mouse'));
}, DESKTOP);

test('Esc takes the note away and nothing else; by keys a head says what it is', async (scope) => {
  await scope.open(HASH);
  await scope.look('logits');
  const bits = (await scope.text('entropy-before')).replace(' bits', '');
  await point(scope, term(scope, 'station-card', 'entropy'), new RegExp(`entropy: How undecided .* here ${bits} bits$`));
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await shown(scope), false));
  assert.equal(await scope.at('station-card').count(), 1, 'the station stays open');
  // One Tab stop, and the arrows lead to the next term.
  const terms = scope.at('opening').locator('[data-term]');
  assert.deepEqual(await terms.evaluateAll((all) => all.map((e) => e.tabIndex)), [0, -1]);
  await scope.page.keyboard.press('Tab');
  await terms.first().focus();
  await eventually(async () => assert.match(await note(scope), /^logit:/));
  assert.equal(await terms.first().getAttribute('aria-describedby'), 'term-note');
  await scope.page.keyboard.press('ArrowRight');
  await eventually(async () => assert.match(await note(scope), /^softmax:/));
  assert.equal(await terms.first().getAttribute('aria-describedby'), null);
  await scope.page.keyboard.press('Escape');
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await scope.at('station-card').count(), 0));
}, DESKTOP);

test('the focus that scrolls to a term keeps its note beside it', async (scope) => {
  await scope.open(HASH);
  await scope.look('logits');
  const terms = scope.at('opening').locator('[data-term]');
  await point(scope, terms.first(), /^logit:/);
  await scope.page.keyboard.press('Escape');
  await scope.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await eventually(async () => assert.ok((await area(terms.first())).y < 0, 'out of sight'));
  await terms.first().focus();
  await eventually(async () => assert.ok((await area(terms.first())).y >= 0, 'in sight'));
  // Longer than the note's own delays: what comes late takes it away, too.
  await scope.page.waitForTimeout(600);
  assert.match(await note(scope), /^logit:/);
  const [own, box] = [await area(terms.first()), await area(scope.at('term-note'))];
  assert.ok(apart(own, box) && Math.abs(box.y - own.y) < 180 && box.y >= 0, JSON.stringify([own, box]));
}, { context: { viewport: { width: 1280, height: 420 } } });

test('a finger shows a note, and takes it away elsewhere', async (scope) => {
  await scope.open(HASH);
  await scope.look('layers');
  const own = term(scope, 'opening', 'head');
  await own.tap();
  await eventually(async () => assert.match(await note(scope), /^head:/));
  assert.ok(apart(await area(own), await area(scope.at('term-note'))));
  const box = await area(scope.at('term-note'));
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  await scope.at('sentence').tap();
  await eventually(async () => assert.equal(await shown(scope), false));
}, PHONE);

test('what the model is made of has a number of this step, and asking for it computes nothing', async (scope) => {
  const { model } = await scope.open(HASH);
  await scope.look('layers');
  const half = Math.ceil(model.n_layers / 2);
  await scope.at('inside-lens').click();
  await scope.at('table-twin-lens').locator('summary').click();
  const row = await eventually(async () => {
    const rows = await scope.at('table-twin-lens').locator('tbody tr').allInnerTexts();
    const found = rows.map((text) => text.split('\t').map(plain)).filter(([, depth]) => Number(depth) === half).at(-1);
    assert.ok(found);
    return found;
  });
  for (const [view, key, words] of [
    ['lens', 'lens', new RegExp(`here after L${half - 1} “(.+)” leads with ([\\d.]+) %$`)],
    ['lens', 'kl', new RegExp(`here after L${half - 1} ([\\d.]+) bits? from the output$`)],
    ['attention', 'attention', /here most on “.+”: [\d.]+ %, mean of all heads$/],
    ['shares', 'mlp', new RegExp(`here L${model.n_layers - 1}: it changes the vector by [\\d.]+ % of its length$`)],
    ['cache', 'cache', /here [\d.]+ \w+ set aside$/],
  ]) {
    await scope.at(`inside-${view}`).click();
    await scope.settled();
    await scope.page.waitForTimeout(300);
    const before = (await scope.requests()).length;
    await point(scope, term(scope, 'station-card', key), words);
    const found = words.exec(await note(scope)).slice(1);
    if (key === 'lens') assert.ok(row[2].endsWith(found[0]) && Math.abs(parseFloat(row[3]) - Number(found[1])) < 0.06, `${row} ${found}`);
    if (key === 'kl') assert.equal(parseFloat(row[4]), Number(found[0]));
    if (view !== 'cache' && view !== 'shares') assert.equal((await scope.requests()).length, before, key);
    await scope.page.keyboard.press('Escape');
  }
}, DESKTOP);

test('every view inside begins with what to look for and one thing to try', async (scope) => {
  await scope.open(HASH);
  const begun = new Set();
  for (const [station, views] of Object.entries(VIEWS)) {
    await scope.look(station);
    for (const view of views) {
      await scope.at(`inside-${view}`).click();
      await eventually(async () => {
        const words = plain(await scope.at('opening').innerText());
        assert.match(words, /^.{30,120} Try: .{10,100}[.?]$/, view);
        begun.add(words);
      });
      assert.equal(await scope.at('opening').count(), 1, view);
      assert.ok((await scope.at('opening').locator('[data-term]').count()) > 0, view);
    }
  }
  assert.ok(begun.size >= 8, 'each its own');
}, DESKTOP);

test('is it true? The probability is of words, and a sure wrong answer is one press away', async (scope) => {
  await scope.open(HASH);
  const asked = async () => plain(await scope.text('answer-true'));
  const share = async () => /has a probability of ([\d.]+) %/.exec(await asked())[1];
  await scope.click('questions');
  await scope.at('ask-true').locator('summary').click();
  const chosen = (await scope.shown()).candidates.find((row) => row.chosen);
  assert.equal(`${await share()} %`, plain(chosen.before));
  await scope.at('wrong-example').first().click();
  await eventually(async () => assert.equal((await scope.call('state')).prompt, 'Seven and eight is'));
  await scope.ready();
  await eventually(async () => assert.equal(await scope.at('answer-true').count(), 0, 'the menu closed'));
  await scope.click('questions');
  await eventually(async () => assert.match(await scope.text('sentence'), /favourite is .*twelve.* \(99/));
  await eventually(async () => assert.match(await asked(), /Here “twelve” has a probability of 99\.\d %/));
}, DESKTOP);

test('why does it repeat? The passage, how sure it was each time, and the penalty against it', async (scope) => {
  await scope.open('#prompt=a+red+bird+sang+and+a+red+bird+sang+and&backend=cpu&temperature=0');
  await scope.click('questions');
  await scope.at('ask-repeat').locator('summary').click();
  const { transcript } = await eventually(async () => {
    const state = await scope.call('state');
    assert.ok(state.transcript.at(-1).prob > 0, 'the prompt is rated');
    return state;
  });
  const tokens = transcript.map((entry) => entry.token);
  const half = tokens.slice(1 + tokens.indexOf(tokens.at(-1))).length;
  const mean = (entries) => {
    const rated = entries.map((entry) => entry.prob).filter((prob) => prob !== null && prob !== undefined);
    return (100 * rated.reduce((sum, prob) => sum + prob, 0)) / rated.length;
  };
  await eventually(async () => {
    const words = plain(await scope.text('answer-repeat'));
    const [, passage, n] = /^“(.*red bird sang and)” \((\d+) tokens\) stands here 2 times\./.exec(words);
    assert.ok(passage.length > 0 && Number(n) <= half, words);
    const [, first, last] = /had ([\d.]+) % on average the first time, ([\d.]+) % the last time/.exec(words);
    const at = tokens.length - Number(n);
    const before = at - half;
    assert.equal(last, mean(transcript.slice(at)).toFixed(1));
    assert.equal(first, mean(transcript.slice(before, before + Number(n))).toFixed(1));
    assert.equal(/did not expect it/.test(words), Number(last) <= Number(first), words);
  });

  // The heads that copy: what they give, from the passage, to what followed its tokens before.
  const n = Number(/\((\d+) tokens\)/.exec(plain(await scope.text('answer-repeat')))[1]);
  const places = Array.from({ length: n - 1 }, (_, at) => tokens.length - n + at);
  const { taps } = await scope.engine({ inspect: { tokens, from: places[0], layers: [], names: ['pattern'] } });
  const shares = new Map();
  for (const { layer, position, shape, bytes } of taps.filter((tap) => places.includes(tap.position))) {
    for (let head = 0; head < shape[0]; head += 1) {
      const row = bytes.slice(head * (position + 1), (head + 1) * (position + 1));
      const share = row.reduce((sum, x, at) => sum + (at > 0 && tokens[at - 1] === tokens[position] ? x : 0), 0);
      const key = `Layer ${layer}, head ${head}`;
      shares.set(key, (shares.get(key) ?? 0) + (100 * share) / places.length);
    }
  }
  const most = [...shares].filter(([, share]) => share >= 25).sort((a, b) => b[1] - a[1]).slice(0, 3);
  assert.ok(most.length > 0, 'this model has such heads');
  const heads = scope.at('copying-head');
  await eventually(async () => {
    const said = (await heads.allInnerTexts()).map(plain);
    assert.deepEqual(said, most.map(([name, share]) => `${name}: ${share.toFixed(1)} %`));
  });
  await heads.first().click();
  await eventually(async () => assert.equal(await scope.at('station-card').getAttribute('data-station'), 'layers'));
  const on = scope.frame.locator('[data-testid=thumb].on');
  await eventually(async () => assert.ok((await on.getAttribute('aria-label')).startsWith(most[0][0])));
  // It looks from the passage.
  await eventually(async () => assert.equal((await scope.call('state')).selected, transcript[places.at(-1)].node));
  await eventually(async () => assert.equal(await heads.count(), 0, 'the answer closed'));
  const asked = await scope.requests();
  await scope.steps(1);
  await scope.settled();
  await scope.page.waitForTimeout(500);
  const after = (await scope.requests()).slice(asked.length).filter((kind) => kind === 'inspect').length;
  assert.ok(after <= 2 + (await scope.call('state')).model.n_layers, `nothing is asked for it once it is closed: ${after}`);
  await scope.call('rewind', 1);

  await scope.click('questions');
  await scope.at('repeat-cure').click();
  await eventually(async () => assert.equal(await scope.at('station-card').getAttribute('data-station'), 'sampler'));
  await eventually(async () => assert.equal(await scope.at('card-repetition_penalty').count(), 1));
  assert.match(JSON.stringify((await scope.call('state')).settings), /repetition_penalty/);
}, DESKTOP);

test('the help lists the whole glossary', async (scope) => {
  await scope.open(HASH);
  await scope.page.keyboard.press('?');
  await scope.at('glossary').locator('summary').click();
  await scope.at('glossary').locator('dt').first().waitFor();
  const names = (await scope.at('glossary').locator('dt').allInnerTexts()).map((name) => name.toLowerCase());
  for (const name of [
    'logit', 'softmax', 'probability', 'entropy', 'surprisal', 'perplexity', 'kl divergence', 'residual stream', 'head', 'attention',
    'layer', 'embedding', 'mlp', 'neuron', 'logit lens', 'temperature', 'top-k', 'top-p', 'min-p', 'token', 'vocabulary', 'kv cache',
    'seed', 'random number u', 'context window', 'greedy', 'byte',
  ]) {
    assert.ok(names.includes(name), `${name} is missing from ${names}`);
  }
}, DESKTOP);
