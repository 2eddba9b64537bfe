// Every view of the inside, for a model of each family: what the page shows is what the command computes.
import assert from 'node:assert/strict';
import { cells, number } from './lib/cells.mjs';
import { folder } from './lib/checkpoint.mjs';
import { golden } from './lib/families.mjs';
import { arrays, attention, built, near, neurons, saved, traced } from './lib/inside.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

/**
 * The golden cases, each with the layers whose values are looked at, words of some boxes of the last of these, and how a score is made there.
 * `more`: fields of the config; a window is made so short that it counts within six tokens. `said`: what the page says of the model.
 */
const CASES = [
  {
    name: 'mistral',
    layers: [0, 1],
    more: { sliding_window: 3 },
    words: { attn_scores: /^rot_q · rot_kᵀ \/ √d_head,/, mlp_post: /silu\(mlp_pre\) · mlp_pre_linear/ },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'qwen2',
    layers: [0, 2],
    more: { sliding_window: 3 },
    words: { q: /ln1 · W_Q \+ b_Q/, attn_out: /^z · W_O:/ },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'qwen3',
    layers: [1],
    words: { q_norm: /each head of q \/ √/, rot_q: /q_norm, turned/, attn_scores: /√d_head/, mlp_post: /silu\(/ },
    score: 'q·k ÷ √d_head',
  },
  // The fourth block turns nothing.
  { name: 'smollm3', layers: [3, 4], words: { attn_out: /^z · W_O \+ b_O:/ }, score: 'q·k ÷ √d_head' },
  { name: 'llama-yarn', layers: [1], words: { mlp_post: /silu\(/ }, score: 'q·k ÷ √d_head' },
  {
    name: 'phi',
    layers: [0, 1],
    words: { mlp_pre: /^ln1 · W_in \+ b_in/, mlp_post: /^gelu\(mlp_pre\)$/, ln_final: /plus a bias/ },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'phi3',
    layers: [0, 1],
    more: { sliding_window: 3 },
    words: { mlp_pre: /^ln2 · W_gate/, mlp_post: /silu\(mlp_pre\) · mlp_pre_linear/ },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'phi3-longrope',
    layers: [1],
    words: { k: /^ln1 · W_K$/ },
    score: 'q·k ÷ √d_head',
    said: [/texts of more than 16 tokens .* \(longrope\)/],
  },
  {
    name: 'olmo2',
    layers: [0, 1],
    words: {
      q: /^resid_pre · W_Q/,
      q_norm: /^q \/ √\(mean/,
      mlp_pre: /^resid_mid · W_gate/,
      attn_out: /^attn_proj \/ √/,
      mlp_proj: /^mlp_post · W_out/,
    },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'gemma',
    layers: [0, 1],
    words: { embed: /times 4\.690/, mlp_post: /^gelu\(mlp_pre\) · mlp_pre_linear/ },
    score: 'q·k ÷ √d_head',
  },
  {
    name: 'gemma2',
    layers: [1, 2],
    more: { sliding_window: 3 },
    divisor: Math.sqrt(12),
    words: {
      attn_scores: /^2 · tanh\(rot_q · rot_kᵀ \/ √12 \/ 2\)/,
      attn_out: /^attn_proj \/ √/,
      mlp_out: /^mlp_proj \/ √/,
      ln_final: /3 · tanh\(z \/ 3\)/,
    },
    score: /^2 · tanh\(q·k ÷ √12 ÷ 2\)$/,
  },
  {
    name: 'gemma3',
    layers: [1, 2],
    more: { sliding_window: 3 },
    divisor: Math.sqrt(3),
    words: { q_norm: /each head of q \/ √/, attn_scores: /^rot_q · rot_kᵀ \/ √3/, mlp_post: /^gelu\(/ },
    score: /^q·k ÷ √3$/,
  },
  {
    name: 'gpt2-options',
    layers: [0, 2],
    divisor: 3 * Math.sqrt(6),
    words: { attn_scores: /^q · kᵀ \/ 3√d_head/, ln_final: /unembedding/ },
    score: 'q·k ÷ 3√d_head',
  },
  { name: 'gpt2-unscaled', layers: [0], divisor: 1, words: { mlp_post: /^silu\(mlp_pre\)$/ }, score: 'q·k ÷ 1' },
  {
    name: 'gpt-neo',
    layers: [3],
    more: { window_size: 3 },
    divisor: 1,
    words: { attn_scores: /^q · kᵀ \/ 1,/, q: /^ln1 · W_Q, a row/ },
    score: 'q·k ÷ 1',
  },
  { name: 'gpt-neox', layers: [2], words: { ln2: /\(resid_pre − mean\)/, mlp_post: /^gelu\(mlp_pre\)/ }, score: 'q·k ÷ √d_head' },
  { name: 'gpt-neox-in-turn', layers: [1], words: { ln2: /^layer norm of resid_mid$/, q: /^ln1 · W_Q, a row/ }, score: 'q·k ÷ √d_head' },
].map((one) => ({ ...one, model: golden(one.name, { more: one.more }) }));

const test = suite({ files: Object.assign({}, ...CASES.map(({ name, model }) => folder(`models/${name}`, model))) });

/** The places of the text's tokens. */
const AT = [0, 1, 2, 3, 4, 5];
const sum = (values) => values.reduce((a, b) => a + b, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
const softmax = (logits) => {
  const top = Math.max(...logits);
  const weights = logits.map((z) => Math.exp(z - top));
  const total = sum(weights);
  return weights.map((w) => w / total);
};
/** By how many bits `q` misses `p`. */
const divergence = (p, q) => sum(p.map((own, id) => (own > 0 ? own * Math.log2(own / q[id]) : 0)));
const ranked = (values) => [...values.keys()].sort((a, b) => values[b] - values[a] || a - b);

/** How a model reads its last vector: from its weights, and not from the page. */
function readout({ config, weights }) {
  const all = arrays(weights);
  const find = (pattern) => Object.entries(all).find(([name]) => pattern.test(name))?.[1];
  const gemma = config.model_type.startsWith('gemma');
  const gain = find(/^(\w+\.)?(norm|ln_f|final_layer_?norm)\.weight$/).map((x) => x + (gemma ? 1 : 0));
  const shift = find(/^(\w+\.)?(ln_f|final_layer_?norm)\.bias$/);
  const embed = find(/(embed_tokens|wte|embed_in)\.weight$/);
  const table = find(/(lm_head|embed_out)\.weight$/) ?? embed;
  const bias = find(/lm_head\.bias$/);
  const cap = config.final_logit_softcapping;
  const eps = config.rms_norm_eps ?? config.layer_norm_eps ?? config.layer_norm_epsilon;
  const width = gain.length;
  const row = (of, id) => of.slice(width * id, width * id + width);
  const rows = Array.from({ length: config.vocab_size }, (_, id) => row(table, id));
  // A norm with a bias takes off the mean.
  const centred = (x) => (shift ? x.map((one) => one - sum(x) / width) : x);
  const scale = (stream) => Math.sqrt(dot(centred(stream), centred(stream)) / width + eps);
  const normed = (x, stream) => centred(x).map((one, i) => (one * gain[i]) / scale(stream));
  const logits = (final) =>
    rows.map((own, id) => dot(final, own) + (bias?.[id] ?? 0)).map((z) => (cap ? cap * Math.tanh(z / cap) : z));
  return {
    tied: table === embed && !bias,
    cap,
    logits,
    /** What the model would say with this vector at the end. */
    lens: (stream) => logits(normed(stream, stream).map((x, i) => x + (shift?.[i] ?? 0))),
    /** What a part of the stream adds to a logit. */
    share: (x, stream, id) => dot(normed(x, stream), rows[id]),
    /** The cosines of a token's row of the embedding with all others, the largest first. */
    cosines: (id) => {
      const own = row(embed, id);
      const others = rows.map((_, other) => row(embed, other)).filter((_, other) => other !== id);
      return others.map((other) => dot(own, other) / Math.sqrt(dot(own, own) * dot(other, other))).sort((a, b) => b - a);
    },
  };
}

const signed = (text) => number(text.replace('+', ''));
const open = async (scope, table) => {
  await eventually(async () => assert.equal(await scope.at(table).count(), 1));
  if ((await scope.at(table).getAttribute('open')) === null) await scope.at(table).locator('summary').click();
};

/** All boxes of these layers, and the formulas of the last one. */
async function vectors(scope, native, { layers, words }) {
  for (const layer of layers) {
    await scope.at('vectors-layer').selectOption(`${layer}`);
    const expected = Object.keys(native).filter((name) => name.endsWith(`.${layer}.5`) || /^(embed|pos_embed|ln_final)\.5$/.test(name));
    await eventually(async () => {
      const page = await saved(scope, `layer${layer}-position5.safetensors`, expected.length);
      assert.deepEqual(Object.keys(page).sort(), expected.sort());
      for (const [name, values] of Object.entries(page)) near(values, native[name], name);
    }, 5000);
  }
  for (const [name, said] of Object.entries(words)) {
    // The head of a box has its name, its shape and its formula.
    await eventually(async () => {
      const parts = await scope.at(`vector-${name}`).locator('.vector-head').locator(':scope > *').allTextContents();
      assert.ok(parts.some((part) => said.test(part.trim())), `${name}: ${parts.join(' | ')}`);
    });
  }
}

/** A cell of each product is its bias and its terms together. */
async function terms(scope, native, layer) {
  const behind = native[`attn_proj.${layer}.5`] !== undefined;
  for (const name of ['k', behind ? 'attn_proj' : 'attn_out', 'mlp_pre', behind ? 'mlp_proj' : 'mlp_out']) {
    const canvas = scope.at(`vector-${name}`).locator('> canvas');
    await canvas.focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await canvas.press(key);
    await eventually(async () => {
      const words = await scope.at(`vector-${name}`).getByTestId('terms-words').innerText();
      const [value, bias, total] = /^\w+\[3\] = (\S+): bias (\S+), and (\S+) from \d+ terms/.exec(words)?.slice(1).map(number) ?? [];
      const own = native[`${name}.${layer}.5`][3];
      assert.ok(Math.abs(value - own) < 0.002 && Math.abs(bias + total - own) < 0.003, `${words}, ${own}`);
    });
    await canvas.press('Enter');
  }
}

/** A score above the mask and one before the window, if there is one, as the picture of a head says them. */
async function scores(scope, native, { layers, divisor, score, model }) {
  const layer = layers.at(-1);
  const heads = native[`pattern.${layer}.5`].length / 6;
  const turned = native[`rot_q.${layer}.5`] ? 'rot_' : '';
  const q = native[`${turned}q.${layer}.0`];
  const k = native[`${turned}k.${layer}.5`];
  const width = q.length / heads;
  // The last head is on screen, of which several may share keys.
  const product = dot(q.slice(-width), k.slice(-width)) / (divisor ?? Math.sqrt(width));
  const cap = model.config.attn_logit_softcapping;
  const expected = cap ? cap * Math.tanh(product / cap) : product;
  await scope.at('drawn-scores').check();
  const heat = scope.at('heat');
  const size = await heat.boundingBox();
  const hover = (query, key) => heat.hover({ position: { x: ((key + 0.5) * size.width) / 6, y: ((query + 0.5) * size.height) / 6 } });
  await hover(0, 5);
  await eventually(async () => {
    const words = await scope.text('heat-words');
    const [, formula, value] = /\(5\): (.+) = (\S+?)(?:,|$)/.exec(words) ?? [];
    assert.ok(score.test ? score.test(formula) : formula === score, words);
    assert.ok(Math.abs(number(value) - expected) < 0.002, `${words}, ${expected}`);
  });
  if (native[`attn_scores.${layer}.5`][0] !== -Infinity) return;
  await hover(5, 0);
  await eventually(async () => assert.match(await scope.text('heat-words'), /before the window: −∞/));
}

/** What each depth would say, at all tokens. */
async function lens(scope, native, { model }, read) {
  await scope.click('inside-lens');
  await open(scope, 'table-twin-lens');
  const depths = Array.from({ length: model.depth + 1 }, (_, depth) => depth);
  const streams = AT.flatMap((at) => depths.map((depth) => [at, depth]));
  await eventually(async () => assert.equal((await cells(scope, 'table-twin-lens')).length, streams.length));
  const rows = await cells(scope, 'table-twin-lens');
  streams.forEach(([at, depth], nth) => {
    const own = softmax(read.lens(depth === 0 ? native[`resid_pre.0.${at}`] : native[`resid_post.${depth - 1}.${at}`]));
    const output = softmax(read.logits(native[`ln_final.${at}`]));
    const kl = divergence(output, own);
    const [position, shownDepth, , p, bits] = rows[nth];
    assert.deepEqual([position, shownDepth], [`${at}`, `${depth}`]);
    assert.ok(Math.abs(number(p) / 100 - Math.max(...own)) < 0.0006, `${rows[nth]}, ${Math.max(...own)}`);
    assert.ok(Math.abs(Number.parseFloat(bits) - kl) < 0.006 * (1 + kl), `${rows[nth]}, ${kl}`);
  });
}

/** The parts of the favourite's logit. */
async function shares(scope, native, { model }, read) {
  const logits = native['logits.5'];
  const [favourite] = ranked(logits);
  await scope.click('inside-shares');
  await open(scope, 'table-twin-shares');
  await eventually(async () => assert.ok((await cells(scope, 'table-twin-shares')).length > 3));
  const rows = (await cells(scope, 'table-twin-shares')).map(([name, value]) => [name, signed(value)]);
  const [, total] = rows.at(-1);
  assert.ok(Math.abs(total - logits[favourite]) < 0.006, `${total}, ${logits[favourite]}`);
  assert.ok(Math.abs(sum(rows.slice(0, -1).map(([, value]) => value)) - total) < 0.006 * rows.length, JSON.stringify(rows));
  const all = Object.fromEntries(rows);
  const stream = native[`resid_post.${model.depth - 1}.5`];
  const expected = { 'token embedding': native['embed.5'] };
  for (let layer = 0; layer < model.depth; layer += 1) expected[`layer ${layer}, MLP`] = native[`mlp_out.${layer}.5`];
  if (native['pos_embed.5']) expected['position embedding'] = native['pos_embed.5'];
  // A bias of the MLP is among what it writes.
  for (const [name, x] of Object.entries(expected)) {
    const share = read.share(x, stream, favourite);
    assert.ok(Math.abs(all[name] - share) < 0.006, `${name}: ${all[name]}, ${share}`);
  }
  const heads = native['pattern.0.5'].length / 6;
  assert.equal(rows.filter(([name]) => /, head \d+$/.test(name)).length, heads * model.depth);
  assert.equal('bound of the logits' in all, Boolean(read.cap));
  assert.match(await scope.text('share-sum'), /The step’s logit is/);
}

/** The step without two parts. */
async function knockedOut(scope, model, read, native) {
  const off = `L${model.depth - 1}H1,L0M`;
  const without = await traced(model, off);
  await scope.frame.evaluate((parts) => {
    location.hash = `${location.hash.replace(/&(inside|layer|head)=[^&]*/g, '')}&inside=knock_out&off=${parts}`;
  }, off);
  const own = softmax(native['logits.5']);
  const other = softmax(read.logits(without['ln_final.5']));
  await eventually(async () => {
    const [, bits] = /^Without .*: KL ([\d.]+) bits?; the same dice/.exec(await scope.text('knocked-words')) ?? [];
    const kl = divergence(own, other);
    assert.ok(Math.abs(Number(bits) - kl) < 0.006 * (1 + kl), `KL: ${bits}, ${kl}`);
    const rows = await cells(scope, 'knocked');
    assert.ok(rows.length >= 8);
    ranked(own).slice(0, 8).forEach((id, nth) => {
      const [, before, after] = rows[nth];
      assert.ok(Math.abs(number(before) / 100 - own[id]) < 0.001, `${rows[nth]}, ${own[id]}`);
      assert.ok(Math.abs(number(after.replace('<', '')) / 100 - other[id]) < 0.0011, `${rows[nth]}, ${other[id]}`);
    });
  });
}

/** The nearest tokens, and whether the embedding is the unembedding, too. */
async function embeddings(scope, native, read) {
  await scope.click('inside-embeddings');
  const token = 'c'.charCodeAt(0);
  const expected = read.cosines(token);
  await eventually(async () => {
    const rows = await cells(scope, 'nearest');
    assert.equal(rows.length, 12);
    rows.forEach((row, nth) => assert.ok(Math.abs(number(row[1]) - expected[nth]) < 0.001, `${row}, ${expected[nth]}`));
  });
  const said = await scope.text('tied');
  if (read.tied) {
    const shown = number(/its logit (\S+)\.$/.exec(said)?.[1] ?? '');
    assert.ok(Math.abs(shown - native['logits.5'][token]) < 0.006, `${said}, ${native['logits.5'][token]}`);
  } else assert.equal(said, '');
  await eventually(async () => assert.equal(await scope.at('positions').count(), native['pos_embed.5'] ? 1 : 0));
}

/** Where kernels differ: norms and their places, windows, caps, what turns, the order of attention and MLP. */
const ON_THE_GPU = ['qwen3', 'phi', 'olmo2', 'gemma2', 'gpt-neo', 'gpt-neox'];

for (const backend of ['cpu', 'gpu']) {
  for (const one of CASES) {
    if (backend === 'gpu' && !ON_THE_GPU.includes(one.name)) continue;
    test(`every view of the case ${one.name} on the ${backend} is what the command writes`, async (scope) => {
      if (!built()) return;
      const { name, model, layers, said = [] } = one;
      const native = await traced(model, '', ['--taps', 'all', '--logits', 'full']);
      const read = readout(model);
      near(read.logits(native['ln_final.5']), native['logits.5'], 'the readout');
      await scope.open(`#model=${name}&prompt=abcabc&seed=3&backend=${backend}&chain=temperature~1&precision=f32&inside=vectors`);
      near(Array.from(await scope.logits()), native['logits.5'], 'logits');
      await vectors(scope, native, one);
      await terms(scope, native, layers.at(-1));
      for (const layer of layers) await attention(scope, native, layer, native['pattern.0.5'].length / 6);
      await scores(scope, native, one);
      await neurons(scope, native, layers.at(-1));
      await lens(scope, native, one, read);
      await shares(scope, native, one, read);
      await embeddings(scope, native, read);
      await scope.click('inside-cache');
      await eventually(async () => assert.equal(await scope.at('cache-slot').count(), 6));
      await knockedOut(scope, model, read, native);
      const others = (await scope.notices()).filter((notice) => !said.some((own) => own.test(notice)));
      assert.deepEqual(others, [], 'no view failed');
    });
  }
}
