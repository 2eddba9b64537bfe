// The picture of a model as deep and with as many tokens as those that visitors bring: 24 layers and a vocabulary of 151,936.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { cells, number } from './lib/cells.mjs';
import { folder } from './lib/checkpoint.mjs';
import { built, near, ran } from './lib/inside.mjs';
import { assertShows } from './lib/numbers.mjs';
import { distribution, draw, select } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';
import { vast } from './lib/vast.mjs';
import { eventually } from './lib/wait.mjs';

const [LAYERS, HEADS, VOCAB] = [24, 4, 151_936];
const PROMPT = 'The fox';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const test = suite();

const MODEL = vast({ layers: LAYERS, vocab: VOCAB });
const DIR = await mkdtemp(join(tmpdir(), 'logitscope-vast-'));
const FILES = [];
for (const [path, content] of Object.entries(folder('vast', MODEL))) {
  FILES.push(join(DIR, path.split('/').pop()));
  await writeFile(FILES.at(-1), content);
}
after(() => rm(DIR, { recursive: true }));

/** Opens the files as a visitor does, and waits for their first distribution. */
async function opened(scope, settings) {
  await scope.open(`#prompt=${encodeURIComponent(PROMPT)}&seed=1&backend=cpu&${settings}`);
  await scope.at('model-files').setInputFiles(FILES);
  await eventually(async () => {
    const { phase, model } = await scope.call('state');
    assert.deepEqual([phase, model.d_vocab, model.n_layers], ['ready', VOCAB, LAYERS]);
  });
  await scope.settled();
}

const line = async (scope) => (await scope.text('flow-line')).replaceAll('\u202f', ' ');

/** Waits until the last layer of the step on screen is drawn. */
const layersDrawn = (scope) =>
  eventually(async () => {
    const said = await scope.at('flow-walk').getAttribute('aria-valuetext');
    assert.match(said ?? '', /^L23: if the model stopped here, it would say/);
  });

/** How much wider than the window the page is, and what of it cannot be reached there. */
const wide = (scope) =>
  scope.frame.evaluate(() => {
    const scrolls = (e) => {
      for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
        if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowX) || p.closest('svg, .visually-hidden')) return true;
      }
      return false;
    };
    const out = [...document.querySelectorAll('main *')].filter((e) => {
      const { left, right, width } = e.getBoundingClientRect();
      return width > 1 && e.checkVisibility() && (left < -0.5 || right > innerWidth + 0.5) && !scrolls(e);
    });
    const names = out.map((e) => `${e.tagName} .${e.className} ${e.dataset.testid ?? ''}`);
    return [Math.max(0, document.documentElement.scrollWidth - innerWidth), names.slice(0, 5)];
  });

test('a model of 24 layers and 151,936 tokens is opened, and says what the command says', async (scope) => {
  if (!built()) return;
  const options = ['--prompt', PROMPT, '--seed', '1', '--chain', 'temperature~0', '--max-tokens', '3', '--logits', 'full'];
  const { trace, arrays } = await ran(MODEL, options, 'f16');
  await opened(scope, 'chain=temperature~0');
  near(Array.from(await scope.logits()), arrays[`logits.${PROMPT.length - 1}`], 'logits');
  await scope.click('flow-chosen');
  await scope.tokens(PROMPT.length + 1);
  await scope.steps(2);
  assert.deepEqual(await scope.tokens(PROMPT.length + 3), trace.nodes.map(({ token }) => token));
  assert.equal((await scope.call('state')).text, trace.nodes.map(({ text }) => text).join(''));
  // Without chance there is one token left of all.
  const { candidates } = await scope.shown();
  assert.deepEqual(candidates.map(({ after }) => after === 'cut'), candidates.map((_, rank) => rank > 0));

  // The last of all tokens is found.
  await scope.look('logits');
  await scope.at('token-search').fill(String(VOCAB - 1));
  await eventually(async () => {
    const rows = await cells(scope, 'tokens-found');
    assert.deepEqual(rows.map(([, id]) => number(id)), [VOCAB - 1]);
  });
});

test('its candidates and the rest of the vocabulary make one, before the chain and after it', async (scope) => {
  await opened(scope, 'chain=temperature~0.8');
  const check = async (settings) => {
    const entries = distribution(await scope.logits(), { seed: 1, ...settings });
    await eventually(async () => {
      const { candidates, rest, range, u } = await scope.shown();
      const n = candidates.length;
      candidates.forEach((row, rank) => {
        assert.deepEqual([row.token, row.rank], [entries[rank].token, rank + 1]);
        assertShows(row.before, entries[rank].before, `before of ${row.token}`);
        assertShows(row.after, entries[rank].after, `after of ${row.token}`);
      });
      assert.match(rest.others, new RegExp(`^${(VOCAB - n).toLocaleString('en')} other tokens$`));
      for (const side of ['before', 'after']) {
        const others = entries.slice(n).reduce((sum, entry) => sum + entry[side], 0);
        if (others > 0) assertShows(rest[side], others, `the rest, ${side}`);
        const whole = [...candidates, rest].reduce((sum, row) => sum + (Number.parseFloat(row[side]) || 0), 0);
        assert.ok(Math.abs(whole - 100) < 0.05 * (n + 1), `${side}: ${whole} %`);
      }
      assert.equal(u, draw(1, PROMPT.length));
      const chosen = select(entries, u);
      const [low, , high] = range.split(/[≤<]/);
      assertShows(low, chosen.low, 'the segment begins');
      assertShows(high, chosen.high, 'the segment ends');
    });
  };
  await check({ temperature: 0.8, top_k: 0, top_p: 1 });
  await scope.call('setSettings', { chain: 'temperature~0.8,top_k~40,top_p~0.9' });
  await check({ temperature: 0.8, top_k: 40, top_p: 0.9 });
});

test('keys walk through its 24 layers, and open one near the end', async (scope) => {
  await opened(scope, 'chain=temperature~0.8,top_k~40,top_p~0.9');
  await layersDrawn(scope);
  const walk = scope.at('flow-walk');
  assert.equal(await walk.getAttribute('aria-valuemax'), String(LAYERS - 1));
  const tokens = (await scope.call('state')).transcript.map(({ token }) => token);
  const { lens } = await scope.engine({ lens: { tokens, from: tokens.length - 1, count: 1, watch: [] } });
  await walk.focus();
  await scope.page.keyboard.press('End');
  for (let layer = LAYERS - 1; layer >= 0; layer -= 1) {
    const p = await eventually(async () => {
      const [, at, p] = /^L(\d+): if the model stopped here, it would say .* \((<?[\d.]+ %)\)/.exec(await line(scope)) ?? [];
      assert.equal(Number(at), layer, await line(scope));
      return p;
    }, 5000);
    assertShows(p, lens[0][layer + 1].prob, `after L${layer}`);
    await scope.page.keyboard.press('ArrowLeft');
  }
  for (const key of ['End', 'ArrowLeft', 'ArrowUp', 'Enter']) await scope.page.keyboard.press(key);
  await eventually(async () => assert.equal(await scope.at('station-card').getAttribute('data-station'), 'layers'));
  assert.match(await scope.copyLink(), /inside=attention&layer=22/);
}, DESKTOP);

test('its layers have all their maps and numbers, and the attention of the one before the last is what the command writes', async (scope) => {
  if (!built()) return;
  const options = ['--prompt', PROMPT, '--seed', '1', '--max-tokens', '1', '--taps', 'pattern,attn_scores'];
  const { arrays } = await ran(MODEL, options, 'f16');
  await opened(scope, 'chain=temperature~0.8,top_k~40,top_p~0.9&inside=attention&layer=22');
  const n = PROMPT.length;
  await scope.look('layers');
  await eventually(async () => assert.equal(await scope.at('thumb').count(), LAYERS * HEADS));
  await scope.at('table-twin-attention').locator('summary').click();
  for (const head of [0, HEADS - 1]) {
    await scope.at('thumb').nth(22 * HEADS + head).click();
    const pattern = arrays[`pattern.22.${n - 1}`].slice(n * head, n * head + n);
    await eventually(async () => {
      const rows = await cells(scope, 'table-twin-attention');
      assert.equal(rows.length, n);
      rows.forEach((row, at) => assert.ok(Math.abs(number(row[3]) / 100 - pattern[at]) < 0.0006, `${row}, ${pattern[at]}`));
    });
  }
  await scope.click('station-table');
  await eventually(async () => {
    const tables = await scope.at('station-tables').locator('table').evaluateAll((all) => all.map((table) => table.rows.length - 1));
    assert.deepEqual(tables, [LAYERS, LAYERS * n, (2 * LAYERS + 1) * n]);
  });
}, DESKTOP);

for (const [width, height] of [[1280, 800], [390, 844]]) {
  test(`nothing of it is wider than a window of ${width} pixels`, async (scope) => {
    await opened(scope, 'chain=temperature~0.8,top_k~40,top_p~0.9');
    await layersDrawn(scope);
    await scope.page.mouse.move(1, 1);
    await scope.screenshot(`flow-large-${width}`);
    assert.deepEqual(await wide(scope), [0, []], 'the picture');
    for (const station of ['tokens', 'embed', 'logits', 'softmax', 'sampler', 'dice', 'layers']) {
      await scope.look(station);
      assert.deepEqual(await wide(scope), [0, []], station);
    }
    for (const view of ['attention', 'lens', 'shares', 'neurons', 'embeddings', 'vectors', 'knock-out', 'cache']) {
      await scope.click(`inside-${view}`);
      await scope.settled();
      assert.deepEqual(await wide(scope), [0, []], view);
    }
    assert.deepEqual(await scope.notices(), [], 'no view failed');
  }, { context: { viewport: { width, height }, hasTouch: width < 600, reducedMotion: 'reduce' } });
}
