// The sampler once more, written from its description and not from its code: what the page shows is compared with it.

/**
 * The distribution before and after temperature → top-k → top-p, in f64.
 *
 * @param {ArrayLike<number>} logits by token id
 * @param settings of the page or of a trace, whose chain is temperature → top-k → top-p; see `values`
 * @returns one entry a token, most probable first, ties by id
 */
export function distribution(logits, settings) {
  const { temperature, top_k, top_p } = values(settings);
  const order = Array.from(logits, (_, id) => id).sort((a, b) => logits[b] - logits[a] || a - b);
  const sorted = order.map((id) => logits[id]);
  const before = softmax(sorted);
  let kept = temperature === 0 ? [1] : softmax(sorted.map((z) => z / temperature));
  if (top_k > 0) kept = normalised(kept.slice(0, top_k));
  if (top_p < 1) {
    let [mass, n] = [0, 0];
    while (n < kept.length && (n === 0 || mass < top_p)) mass += kept[n++];
    kept = normalised(kept.slice(0, n));
  }
  let low = 0;
  return order.map((token, rank) => {
    const after = kept[rank] ?? 0;
    const entry = { token, rank, logit: logits[token], before: before[rank], after, low, high: low + after };
    low += after;
    return { ...entry, cut: rank >= kept.length };
  });
}

/** Temperature, top-k, top-p and seed of settings as the page's API or a trace has them. */
export function values({ temperature, top_k, top_p, seed, chain }) {
  if (!Array.isArray(chain)) return { temperature, top_k, top_p, seed };
  const of = (name) => chain.find(({ sampler, on }) => sampler === name && on !== false);
  return { temperature: of('temperature')?.t ?? 1, top_k: of('top_k')?.k ?? 0, top_p: of('top_p')?.p ?? 1, seed };
}

/** The entry that the draw `u` selects. */
export function select(entries, u) {
  const survivors = entries.filter((entry) => !entry.cut);
  return survivors.find((entry) => u < entry.high) ?? survivors.at(-1);
}

/** Entropy in bits. */
export function entropy(probs) {
  return probs.filter((p) => p > 0).reduce((sum, p) => sum - p * Math.log2(p), 0);
}

/** The dice *logitscope-dice-1* of the token at `position`. */
export function draw(seed, position, roll = 0) {
  const mask = (1n << 64n) - 1n;
  const gamma = 0x9e3779b97f4a7c15n;
  const mix = (x) => {
    let y = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    y = ((y ^ (y >> 27n)) * 0x94d049bb133111ebn) & mask;
    return y ^ (y >> 31n);
  };
  let h = mix((BigInt(seed) + gamma) & mask);
  for (const word of [BigInt(position), 0n, BigInt(roll)]) h = mix(h ^ ((word + gamma) & mask));
  return Number(h >> 11n) / 2 ** 53;
}

function softmax(logits) {
  // Spread as arguments, a large vocabulary would be too much for the stack.
  const top = logits.reduce((most, z) => Math.max(most, z), -Infinity);
  return normalised(logits.map((z) => Math.exp(z - top)));
}

function normalised(weights) {
  const total = weights.reduce((sum, w) => sum + w, 0);
  return weights.map((w) => w / total);
}
