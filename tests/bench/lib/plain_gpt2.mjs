// GPT-2 as plainly as it can be written, in doubles: what our engine must choose where there is no torch to ask.
// Source: Radford et al. 2019; the names are Hugging Face's.

/** A model that is given one token after the other. */
export class PlainGpt2 {
  #config;
  #weights;
  /** For each layer the keys and the values of the tokens so far, `[d_model]` each. */
  #past;

  /**
   * @param {{ n_layer: number, n_embd: number, n_head: number, vocab_size: number, layer_norm_epsilon: number }} config
   * @param {Map<string, Float32Array>} weights matrices row-major, `[fan_in, fan_out]`
   */
  constructor(config, weights) {
    this.#config = config;
    this.#weights = weights;
    this.#past = Array.from({ length: config.n_layer }, () => ({ keys: [], values: [] }));
  }

  /** The logits after one more token: `[vocab_size]`. */
  next(token) {
    const { n_embd: d, vocab_size } = this.#config;
    const [wte, wpe] = [this.#weights.get('wte.weight'), this.#weights.get('wpe.weight')];
    const position = this.#past[0].keys.length;
    let x = Float64Array.from({ length: d }, (_, i) => wte[token * d + i] + wpe[position * d + i]);
    for (const [layer, past] of this.#past.entries()) x = this.#block(`h.${layer}`, past, x);
    const last = this.#norm('ln_f', x);
    return Float64Array.from({ length: vocab_size }, (_, id) => dot(last, wte.subarray(id * d, (id + 1) * d)));
  }

  #block(name, past, resid_pre) {
    const d = this.#config.n_embd;
    const qkv = this.#linear(`${name}.attn.c_attn`, this.#norm(`${name}.ln_1`, resid_pre));
    past.keys.push(qkv.subarray(d, 2 * d));
    past.values.push(qkv.subarray(2 * d));
    const z = attend(qkv.subarray(0, d), past, this.#config.n_head);
    const resid_mid = add(resid_pre, this.#linear(`${name}.attn.c_proj`, z));
    const mlp_pre = this.#linear(`${name}.mlp.c_fc`, this.#norm(`${name}.ln_2`, resid_mid));
    return add(resid_mid, this.#linear(`${name}.mlp.c_proj`, mlp_pre.map(gelu)));
  }

  #norm(name, x) {
    const [gain, bias] = [this.#weights.get(`${name}.weight`), this.#weights.get(`${name}.bias`)];
    const mean = sum(x) / x.length;
    const variance = sum(x.map((value) => (value - mean) ** 2)) / x.length;
    const scale = 1 / Math.sqrt(variance + this.#config.layer_norm_epsilon);
    return x.map((value, i) => (value - mean) * scale * gain[i] + bias[i]);
  }

  #linear(name, x) {
    const [matrix, bias] = [this.#weights.get(`${name}.weight`), this.#weights.get(`${name}.bias`)];
    const y = Float64Array.from(bias);
    for (let k = 0; k < x.length; k += 1) {
      for (let n = 0; n < y.length; n += 1) y[n] += x[k] * matrix[k * y.length + n];
    }
    return y;
  }
}

/** What the query of the last token gathers from all tokens so far, head by head: `[d_model]`. Heads may share keys and values. */
export function attend(query, { keys, values }, heads) {
  const width = query.length / heads;
  const sharing = query.length / keys[0].length;
  const z = new Float64Array(query.length);
  for (let from = 0; from < query.length; from += width) {
    const theirs = Math.floor(from / width / sharing) * width;
    const own = query.subarray(from, from + width);
    const pattern = softmax(keys.map((key) => dot(own, key.subarray(theirs, theirs + width)) / Math.sqrt(width)));
    for (const [i, value] of values.entries()) {
      for (let j = 0; j < width; j += 1) z[from + j] += pattern[i] * value[theirs + j];
    }
  }
  return z;
}

function softmax(scores) {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const all = sum(powers);
  return powers.map((power) => power / all);
}

/** `gelu_new`. Source: Hendrycks and Gimpel 2016, arXiv:1606.08415. */
function gelu(x) {
  return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
}

export function add(a, b) {
  return a.map((value, i) => value + b[i]);
}

export function dot(a, b) {
  let result = 0;
  for (let i = 0; i < a.length; i += 1) result += a[i] * b[i];
  return result;
}

export function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}
