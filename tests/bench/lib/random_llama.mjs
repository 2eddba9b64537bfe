// A random Llama of any shape whose weights are the same in f32, in 8 bits and in 4: what is right is then right for all of them.
import { numbers } from './shapes.mjs';

/** What is not 0 in a matrix. A block whose largest weight is ±7 times a power of two is exact in 4 bits, and nearly so in 8. */
const WEIGHT = 7 / 2 ** 6;

/**
 * Its tensors, in f32, by Hugging Face's names; a weight of a matrix is 0 or one number with either sign.
 *
 * @param {object} config as in config.json
 * @returns {{ name: string, shape: number[], values: Float32Array }[]}
 */
export function randomLlama(config, seed) {
  const next = numbers(seed);
  return tensors(config).map(([name, shape]) => {
    const length = shape.reduce((a, b) => a * b);
    const draw = () => (name.includes('norm') ? 1 : WEIGHT * (Math.floor(3 * next()) - 1));
    return { name, shape, values: Float32Array.from({ length }, draw) };
  });
}

/** The names and shapes of all tensors. */
function tensors(config) {
  const { hidden_size: d, intermediate_size: mlp, head_dim, num_attention_heads, num_key_value_heads } = config;
  const [dQ, dKv] = [head_dim * num_attention_heads, head_dim * num_key_value_heads];
  const block = (name) => [
    [`${name}.input_layernorm.weight`, [d]],
    [`${name}.self_attn.q_proj.weight`, [dQ, d]],
    [`${name}.self_attn.k_proj.weight`, [dKv, d]],
    [`${name}.self_attn.v_proj.weight`, [dKv, d]],
    [`${name}.self_attn.o_proj.weight`, [d, dQ]],
    [`${name}.post_attention_layernorm.weight`, [d]],
    [`${name}.mlp.gate_proj.weight`, [mlp, d]],
    [`${name}.mlp.up_proj.weight`, [mlp, d]],
    [`${name}.mlp.down_proj.weight`, [d, mlp]],
  ];
  const blocks = Array.from({ length: config.num_hidden_layers }, (_, layer) => block(`model.layers.${layer}`)).flat();
  return [['model.embed_tokens.weight', [config.vocab_size, d]], ...blocks, ['model.norm.weight', [d]]];
}
