// Llama as plainly as it can be written, in doubles. Source: Touvron et al. 2023, arXiv:2302.13971; the names are Hugging Face's.
import { add, attend, dot, sum } from './plain_gpt2.mjs';

/** A model that is given one token after the other. */
export class PlainLlama {
  #config;
  #weights;
  /** For each layer the keys and the values of the tokens so far, `[n_kv_heads * d_head]` each. */
  #past;

  /**
   * @param {object} config as in config.json; the head is the table of embeddings
   * @param {Map<string, Float32Array>} weights matrices row-major, `[fan_out, fan_in]`
   */
  constructor(config, weights) {
    this.#config = config;
    this.#weights = weights;
    this.#past = Array.from({ length: config.num_hidden_layers }, () => ({ keys: [], values: [] }));
  }

  /** The logits after one more token: `[vocab_size]`. */
  next(token) {
    const d = this.#config.hidden_size;
    const table = this.#weights.get('model.embed_tokens.weight');
    let x = Float64Array.from(table.subarray(token * d, (token + 1) * d));
    for (const [layer, past] of this.#past.entries()) x = this.#block(`model.layers.${layer}`, past, x);
    return this.#linear('model.embed_tokens', this.#norm('model.norm', x));
  }

  #block(name, past, resid_pre) {
    const x = this.#norm(`${name}.input_layernorm`, resid_pre);
    const position = past.keys.length;
    const [q, k, v] = ['q', 'k', 'v'].map((which) => this.#linear(`${name}.self_attn.${which}_proj`, x));
    past.keys.push(this.#rotated(k, position));
    past.values.push(v);
    const z = attend(this.#rotated(q, position), past, this.#config.num_attention_heads);
    const resid_mid = add(resid_pre, this.#linear(`${name}.self_attn.o_proj`, z));
    const y = this.#norm(`${name}.post_attention_layernorm`, resid_mid);
    const [gate, up] = ['gate', 'up'].map((which) => this.#linear(`${name}.mlp.${which}_proj`, y));
    const mlp = gate.map((value, i) => (value / (1 + Math.exp(-value))) * up[i]);
    return add(resid_mid, this.#linear(`${name}.mlp.down_proj`, mlp));
  }

  /** Each head turned by its position: the pairs are the i-th number of its first half and of its second. */
  #rotated(x, position) {
    const { head_dim: width, rope_theta } = this.#config;
    const half = width / 2;
    return x.map((value, at) => {
      const i = at % width;
      const angle = position * rope_theta ** ((-2 * (i % half)) / width);
      const other = i < half ? -x[at + half] : x[at - half];
      return value * Math.cos(angle) + other * Math.sin(angle);
    });
  }

  #norm(name, x) {
    const gain = this.#weights.get(`${name}.weight`);
    const scale = 1 / Math.sqrt(sum(x.map((value) => value ** 2)) / x.length + this.#config.rms_norm_eps);
    return x.map((value, i) => value * scale * gain[i]);
  }

  #linear(name, x) {
    const matrix = this.#weights.get(`${name}.weight`);
    const rows = matrix.length / x.length;
    return Float64Array.from({ length: rows }, (_, row) => dot(x, matrix.subarray(row * x.length, (row + 1) * x.length)));
  }
}
