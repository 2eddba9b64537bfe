// The model's inside: attention and the logit lens, from the run on screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { cells, number } from './lib/cells.mjs';
import { folder, tiny, tinyLlama } from './lib/checkpoint.mjs';
import { arrays, attention, built, near, neurons, saved, traced } from './lib/inside.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const MODEL = tiny({ nCtx: 100, scale: 1 });
// What is off in its first layer changes all of its second one.
const DEEP = tiny({ nCtx: 100, scale: 1, layers: 2 });
const LLAMA = tinyLlama();
const test = suite({
  files: {
    ...folder('models/tiny', MODEL),
    ...folder('models/deep', DEEP),
    ...folder('models/llama', LLAMA),
  },
});
const HASH = '#model=tiny&prompt=abcabc&seed=3&backend=cpu&chain=temperature~1';

test('attention follows the text, and the picture is drawn', async (scope) => {
  await scope.open(HASH);
  await scope.click('inside-attention');
  await scope.steps(2);
  await eventually(async () => assert.equal(await scope.at('attended').count(), 8));
  const drawn = await scope.at('heat').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const opaque = (x, y) => data[4 * (y * canvas.width + x) + 3];
    return { size: canvas.width, below: opaque(0, 7), above: opaque(7, 0) };
  });
  assert.equal(drawn.size, 8);
  assert.ok(drawn.below > 0 && drawn.above === 0, `a token cannot look ahead: ${JSON.stringify(drawn)}`);

  const { width, height } = await scope.at('heat').boundingBox();
  await scope.at('heat').hover({ position: { x: width * (0.5 / 8), y: height * (3.5 / 8) } });
  await eventually(async () => assert.match(await scope.text('heat-words'), /\(3\) → “a” \(0\): [\d.]+/));
  await scope.at('drawn-rest').check();
  await scope.at('heat').hover({ position: { x: width * (0.5 / 8), y: height * (3.5 / 8) } });
  await eventually(async () => assert.match(await scope.text('heat-words'), /\(3\) → “a” \(0\): 0\s?%/));
});

test('a link to attention opens the most telling head, as the station does, unless it names one', async (scope, { fresh }) => {
  const text = '#prompt=a+red+bird+sang+and+a+red+bird+sang+and&backend=cpu&seed=1';
  const head = async (page) => {
    const on = page.frame.locator('[data-testid=thumb].on');
    assert.equal(await on.count(), 1);
    return /^Layer \d+, head \d+/.exec(await on.getAttribute('aria-label'))[0];
  };
  await scope.open(text);
  await scope.look('layers');
  const telling = await eventually(async () => {
    const shown = await head(scope);
    assert.notEqual(shown, 'Layer 0, head 0');
    return shown;
  });
  for (const how of ['inside=attention', 'open=layers']) {
    const page = await fresh();
    await page.open(`${text}&${how}`);
    await eventually(async () => assert.equal(await head(page), telling, how));
    assert.equal(await page.frame.evaluate(() => history.length), 2, 'the page turned to it by itself');
  }
  await scope.open(`${text}&inside=attention&layer=0&head=0`);
  await scope.settled();
  await eventually(async () => assert.equal(await head(scope), 'Layer 0, head 0'));
  await scope.page.waitForTimeout(500);
  assert.equal(await head(scope), 'Layer 0, head 0', 'what is named stays');
  // Where the page is open already, too.
  await scope.frame.evaluate((hash) => (location.hash = hash), `${text}&inside=attention`);
  await eventually(async () => assert.equal(await head(scope), telling));
});

test('the corner of the lens stays over the names of its rows', async (scope) => {
  await scope.open(`${HASH}&inside=lens`);
  await eventually(async () => assert.ok((await scope.at('lens-cell').count()) > 10));
  const { top, corner } = await scope.frame.evaluate(() => {
    const room = document.getElementById('lens-scroll');
    room.scrollLeft = 60;
    const first = room.querySelector('thead th').getBoundingClientRect();
    const names = room.querySelector('tbody th').getBoundingClientRect();
    room.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = room.querySelector('thead th').getBoundingClientRect();
    const at = document.elementFromPoint(left + width - 4, top + height / 2);
    return { top: at?.textContent, corner: [first.left - names.left, first.right - names.right, room.scrollLeft] };
  });
  assert.equal(top, 'text', 'no other head is over it');
  assert.ok(corner[2] > 20, 'it was scrolled');
  assert.ok(Math.abs(corner[0]) < 1 && Math.abs(corner[1]) < 1, JSON.stringify(corner));
}, { context: { viewport: { width: 390, height: 844 } } });

test('the lens: the last depth is the output, and watched tokens have their ranks', async (scope) => {
  await scope.open(HASH);
  const logits = await scope.logits();
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  await scope.click('inside-lens');
  await scope.at('table-twin-lens').locator('summary').click();
  await eventually(async () => assert.equal((await cells(scope, 'table-twin-lens')).length, 12, 'six positions, two depths'));
  const last = (await cells(scope, 'table-twin-lens')).at(-1);
  const top = Math.exp(logits[order[0]]) / logits.reduce((sum, z) => sum + Math.exp(z), 0);
  assert.deepEqual([last[0], last[1]], ['5', '1']);
  assert.ok(Math.abs(number(last[3]) / 100 - top) < 0.005, `${last} ${top}`);
  assert.match(last[4], /^0(\.0+)? bits?$/);

  await eventually(async () => assert.equal((await cells(scope, 'lens-ranks')).length, 3));
  const ranks = (await cells(scope, 'lens-ranks')).map((row) => number(row[1].split('→').at(-1).trim()));
  assert.deepEqual(ranks, [1, 2, 3], 'the three most probable tokens of the step');

  await scope.look('logits');
  await scope.at('token-search').fill(String(order[40]));
  await scope.at('tokens-found').locator('tbody tr').first().getByText('Watch').click();
  await scope.click('inside-lens');
  await eventually(async () => {
    const rows = await cells(scope, 'lens-ranks');
    assert.equal(rows.length, 1);
    assert.equal(number(rows[0][1].split('→').at(-1).trim()), 41);
  });
  await scope.at('lens-cell').first().click();
  assert.notEqual((await scope.call('state')).selected, null);
});

test('vectors: the boxes of a layer, saved as files, add up to the logits', async (scope) => {
  await scope.open(`${HASH}&precision=f32`);
  await scope.click('inside-vectors');
  await eventually(async () => assert.equal(await scope.at('vectors').locator('> li').count(), 18));
  const names = await scope.at('vectors').locator('b').allInnerTexts();
  assert.deepEqual([names[0], names[2], names.at(-1)], ['embed', 'resid_pre', 'ln_final']);
  const download = async (press) => {
    const [file] = await Promise.all([scope.page.waitForEvent('download'), press()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const { bytes } = await download(() => scope.click('save-vectors'));
  const all = arrays(bytes);
  const sum = (a, b) => a.map((x, i) => x + b[i]);
  near(all['resid_pre.0.5'], sum(all['embed.5'], all['pos_embed.5']), 'resid_pre');
  near(all['resid_mid.0.5'], sum(all['resid_pre.0.5'], all['attn_out.0.5']), 'resid_mid');
  near(all['resid_post.0.5'], sum(all['resid_mid.0.5'], all['mlp_out.0.5']), 'resid_post');
  for (const head of [all['pattern.0.5'].slice(0, 6), all['pattern.0.5'].slice(6)]) near([head.reduce((a, b) => a + b)], [1], 'pattern');
  // The head is the embedding again.
  const wte = arrays(MODEL.weights)['wte.weight'];
  const last = all['ln_final.5'];
  const logits = await scope.logits();
  near(Array.from(logits), Array.from(logits, (_, id) => last.reduce((dot, x, i) => dot + x * wte[8 * id + i], 0)), 'logits');

  const npy = await download(() => scope.at('vector-z').getByText('.npy').click());
  assert.equal(npy.name, 'z.0.5.npy');
  assert.match(npy.bytes.subarray(0, 80).toString('latin1'), /NUMPY.*'shape': \(2,4,\)/s);
  const { width } = await scope.at('vector-ln1').locator('canvas').boundingBox();
  await scope.at('vector-ln1').locator('canvas').hover({ position: { x: width * (2.5 / 8), y: 3 } });
  await eventually(async () => assert.match(await scope.at('vector-ln1').innerText(), /\[2\] = /));

  // A cell says what it was computed from; the keyboard walks from cell to cell.
  const mid = scope.at('vector-resid_mid');
  await mid.locator('canvas').focus();
  await mid.locator('canvas').press('ArrowRight');
  const shown = (x) => (Math.abs(x) < 0.1 ? Math.abs(x).toFixed(4) : Math.abs(x).toFixed(3));
  await eventually(async () => {
    const words = await mid.getByTestId('vector-words').innerText();
    const parts = [all['resid_mid.0.5'], all['resid_pre.0.5'], all['attn_out.0.5']].map((x) => shown(x[1]));
    for (const part of parts) assert.ok(words.includes(part), `${words} has ${part}`);
    assert.match(words, /^\[1\] = .* = resid_pre\[1\] .* \+ attn_out\[1\] /);
  });
  assert.equal((await scope.call('state')).transcript.length, 6, 'the arrow key takes no step there');
});

test('vectors: a cell that is a product shows its terms, which add up to it', async (scope) => {
  await scope.open(`${HASH}&precision=f32`);
  await scope.click('inside-vectors');
  await eventually(async () => assert.equal(await scope.at('vectors').locator('> li').count(), 18));
  const all = await saved(scope, 'layer0-position5.safetensors');
  const weights = arrays(MODEL.weights);
  // d_model 8, d_mlp 32; queries, keys and values lie side by side.
  for (const [name, at, input, matrix, width, column] of [
    ['k', 3, 'ln1', 'attn.c_attn', 24, 8 + 3],
    ['attn_out', 2, 'z', 'attn.c_proj', 8, 2],
    ['mlp_pre', 5, 'ln2', 'mlp.c_fc', 32, 5],
    ['mlp_out', 0, 'mlp_post', 'mlp.c_proj', 8, 0],
  ]) {
    const canvas = scope.at(`vector-${name}`).locator('> canvas');
    await canvas.focus();
    for (let i = 0; i < at; i++) await canvas.press('ArrowRight');
    await canvas.press('Enter');
    const box = scope.at(`vector-${name}`);
    await eventually(async () => assert.match(await box.getByTestId('terms-words').innerText(), new RegExp(`^${name}\\[${at}\\] = `)));
    const x = all[`${input}.0.5`];
    const w = x.map((_, i) => weights[`h.0.${matrix}.weight`][i * width + column]);
    const bias = weights[`h.0.${matrix}.bias`][column];
    near([x.reduce((sum, x, i) => sum + x * w[i], bias)], [all[`${name}.0.5`][at]], name);
    const words = (await box.getByTestId('terms-words').innerText()).match(/= (\S+): bias (\S+), and (\S+) from (\d+) terms/).slice(1).map(number);
    assert.ok(Math.abs(words[0] - words[1] - words[2]) < 0.002, `${words}`);
    assert.ok(Math.abs(words[1] - bias) < 0.001 && words[3] === x.length, `${words}, ${bias}`);
    const rows = (await cells(scope, 'terms-table')).filter((row) => row[1] !== '');
    assert.equal(rows.length, 8);
    const largest = [...x.keys()].sort((a, b) => Math.abs(x[b] * w[b]) - Math.abs(x[a] * w[a])).slice(0, 8);
    rows.forEach((row, nth) => {
      const i = largest[nth];
      assert.equal(row[0], `${input}[${i}]`);
      [x[i], w[i], x[i] * w[i]].forEach((value, k) => assert.ok(Math.abs(number(row[k + 1]) - value) < 0.001, `${row}, ${value}`));
    });
  }
  // By mouse: the cell under it.
  const pre = scope.at('vector-mlp_pre').locator('> canvas');
  const { width } = await pre.boundingBox();
  await pre.click({ position: { x: (7.5 * width) / 32, y: 3 } });
  await eventually(async () => assert.match(await scope.text('terms-words'), /^mlp_pre\[7\] = /));
  await pre.click({ position: { x: (7.5 * width) / 32, y: 3 } });
  await eventually(async () => assert.equal(await scope.at('terms').count(), 0));
  await scope.at('vector-mlp_out').locator('> canvas').press('Enter');
  // One cell at a time; the same key closes it.
  await eventually(async () => assert.equal(await scope.at('terms').count(), 1));
  await scope.at('vector-mlp_out').locator('> canvas').press('Enter');
  await eventually(async () => assert.equal(await scope.at('terms').count(), 0));
});

for (const backend of ['cpu', 'gpu']) {
  const hash = (model) => `#model=${model}&prompt=abcabc&seed=3&backend=${backend}&chain=temperature~1&precision=f32`;

  test(`what the page saves and shows on the ${backend} is what the command writes`, async (scope) => {
    if (!built()) return;
    const native = await traced(MODEL, '');
    await scope.open(hash('tiny'));
    await scope.click('inside-vectors');
    const page = await saved(scope, 'layer0-position5.safetensors');
    assert.equal(Object.keys(page).length, 18);
    for (const [name, values] of Object.entries(page)) near(native[name], values, name);
    await attention(scope, native, 0);

    // Before the mask later keys have scores, too: q·k / √d_head, of head 1.
    await scope.at('drawn-scores').check();
    const heat = scope.at('heat');
    const { width, height } = await heat.boundingBox();
    for (const [query, key] of [[0, 5], [2, 3], [4, 1]]) {
      const head = (name, at) => native[`${name}.0.${at}`].slice(4, 8);
      const k = head('k', key);
      const score = head('q', query).reduce((sum, x, i) => sum + x * k[i], 0) / 2;
      await heat.hover({ position: { x: ((key + 0.5) * width) / 6, y: ((query + 0.5) * height) / 6 } });
      await eventually(async () => {
        const words = await scope.text('heat-words');
        const shown = words.match(/\((\d)\) → .* \((\d)\): q·k ÷ √d_head = (\S+?)(,|$)/);
        assert.ok(shown, words);
        assert.deepEqual([number(shown[1]), number(shown[2])], [query, key]);
        assert.ok(Math.abs(number(shown[3]) - score) < 0.002, `${words}, ${score}`);
        assert.equal(/the mask makes it −∞/.test(words), key > query, words);
      });
    }
    await scope.at('drawn-masked').check();
    await heat.hover({ position: { x: (5.5 * width) / 6, y: (0.5 * height) / 6 } });
    await eventually(async () => assert.match(await scope.text('heat-words'), /masked/));
    await neurons(scope, native, 0);
  });

  test(`every view of a Llama on the ${backend} is what the command writes`, async (scope) => {
    if (!built()) return;
    const native = await traced(LLAMA, '');
    await scope.open(hash('llama'));
    await scope.click('inside-vectors');
    const page = await saved(scope, 'layer0-position5.safetensors', 20);
    for (const name of ['rot_q', 'rot_k', 'mlp_pre_linear']) assert.ok(page[`${name}.0.5`], name);
    for (const [name, values] of Object.entries(page)) near(native[name], values, name);
    // A cell of the gate is a product with a column of its own matrix.
    await scope.at('vector-mlp_pre').locator('> canvas').press('Enter');
    await eventually(async () => assert.match(await scope.text('terms-words'), /^mlp_pre\[0\] = .* of W_gate/));
    await attention(scope, native, 0);

    // Before the mask: both heads of queries meet the one head of keys, turned by their positions.
    await scope.at('drawn-scores').check();
    const heat = scope.at('heat');
    const { width, height } = await heat.boundingBox();
    const k = native['rot_k.0.5'];
    const score = native['rot_q.0.0'].slice(4, 8).reduce((sum, x, i) => sum + x * k[i], 0) / 2;
    await heat.hover({ position: { x: (5.5 * width) / 6, y: (0.5 * height) / 6 } });
    await eventually(async () => {
      const shown = /q·k ÷ √d_head = (\S+?)(,|$)/.exec(await scope.text('heat-words'));
      assert.ok(shown && Math.abs(number(shown[1]) - score) < 0.002, `${await scope.text('heat-words')}, ${score}`);
    });
    await neurons(scope, native, 0);

    // The parts add up to the logit, without a row for a position; the lens ends at the output.
    await scope.click('inside-shares');
    await eventually(async () => assert.match(await scope.text('share-sum'), /\d/));
    await scope.click('inside-lens');
    await eventually(async () => assert.ok((await scope.at('lens').locator('td').count()) >= 2));
    for (const view of ['embeddings', 'knock-out', 'cache']) {
      await scope.click(`inside-${view}`);
      await scope.settled();
    }
    assert.equal(await scope.at('notice').count(), 0, 'no view failed');
  });

  test(`the inside of the changed model on the ${backend} is what the command writes`, async (scope) => {
    if (!built()) return;
    const off = 'L0H1,L0M~0.5';
    const [own, changed] = [await traced(DEEP, ''), await traced(DEEP, off)];
    assert.ok(own['pattern.1.5'].some((x, i) => Math.abs(x - changed['pattern.1.5'][i]) > 0.01), 'the second layer attends elsewhere');
    const check = async (native, mark) => {
      for (const layer of [0, 1]) {
        await scope.at('vectors-layer').selectOption(`${layer}`);
        await eventually(async () => {
          const page = await saved(scope, `layer${layer}-position5${mark}.safetensors`);
          for (const [name, values] of Object.entries(page)) near(native[name], values, name);
        });
      }
    };
    // At first it is the model itself; then the changed one, in every view; then the model again.
    await scope.open(`${hash('deep')}&inside=vectors&off=${off}`);
    assert.match(await scope.text('inside-under-line'), /still the model itself/);
    await check(own, '');
    await scope.at('inside-under').check();
    await eventually(async () => assert.match(await scope.text('inside-under-line'), /Without layer 0 head 1, with layer 0 MLP × 0.5: below is the changed model/));
    await check(changed, '-off-L0H1-L0M~0.5');
    const link = new URL(await scope.copyLink()).hash;
    assert.match(link, /inside=vectors&layer=1&under=1&off=/);
    await attention(scope, changed, 1);
    await neurons(scope, changed, 1);
    await scope.at('inside-under').uncheck();
    await scope.click('inside-vectors');
    await check(own, '');

    // A link opens it; without any part it is the model itself.
    await scope.open(link);
    await check(changed, '-off-L0H1-L0M~0.5');
    await scope.click('inside-knock-out');
    await scope.click('parts-reset');
    await scope.click('inside-vectors');
    await check(own, '');
    assert.equal(await scope.at('inside-under').count(), 0);
    await scope.click('inside-knock-out');
    await scope.at('part').first().click();
    await scope.click('inside-vectors');
    await eventually(async () => assert.match(await scope.text('inside-under-line'), /still the model itself/));
  });
}
