// Checkpoints made for a test: a model small enough to run in a moment, and ways to change or break one.

/**
 * A random GPT-2 model whose tokens are the 256 bytes, an end-of-text token, and others that no text is cut into.
 *
 * @param {{ nCtx?: number, seed?: number, scale?: number, vocab?: number, layers?: number }} options `scale`: the size of its
 *   weights; larger is surer. `vocab`: how many tokens, 257 or more
 */
export function tiny({ nCtx = 24, seed = 1, scale = 0.5, vocab = 257, layers = 1 } = {}) {
  const d = 8;
  const config = {
    model_type: 'gpt2',
    n_layer: layers,
    n_head: 2,
    n_embd: d,
    vocab_size: vocab,
    n_positions: nCtx,
    activation_function: 'gelu_new',
    layer_norm_epsilon: 1e-5,
    eos_token_id: 256,
  };
  const shapes = gpt2Shapes({ d, layers, vocab, nCtx });
  return { config, tokenizer: byteTokenizer(vocab), weights: safetensors(drawn(shapes, seed, scale)) };
}

/** The shapes of a GPT-2's tensors, by their names. */
export function gpt2Shapes({ d, layers, vocab, nCtx }) {
  const block = {
    'ln_1.weight': [d],
    'ln_1.bias': [d],
    'attn.c_attn.weight': [d, 3 * d],
    'attn.c_attn.bias': [3 * d],
    'attn.c_proj.weight': [d, d],
    'attn.c_proj.bias': [d],
    'ln_2.weight': [d],
    'ln_2.bias': [d],
    'mlp.c_fc.weight': [d, 4 * d],
    'mlp.c_fc.bias': [4 * d],
    'mlp.c_proj.weight': [4 * d, d],
    'mlp.c_proj.bias': [d],
  };
  const blocks = Array.from({ length: layers }, (_, layer) =>
    Object.entries(block).map(([name, shape]) => [`h.${layer}.${name}`, shape]),
  );
  return {
    'wte.weight': [vocab, d],
    'wpe.weight': [nCtx, d],
    ...Object.fromEntries(blocks.flat()),
    'ln_f.weight': [d],
    'ln_f.bias': [d],
  };
}

/** A random Llama of one layer on the same tokens: two heads of queries share one of keys; its head is its own. */
export function tinyLlama({ nCtx = 100, seed = 1, scale = 1, vocab = 257, d = 8, dMlp = 12 } = {}) {
  const config = {
    model_type: 'llama',
    num_hidden_layers: 1,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    hidden_size: d,
    intermediate_size: dMlp,
    vocab_size: vocab,
    max_position_embeddings: nCtx,
    hidden_act: 'silu',
    rms_norm_eps: 1e-5,
    rope_theta: 10000,
    tie_word_embeddings: false,
    eos_token_id: 256,
  };
  const shapes = llamaShapes({ d, dMlp, vocab });
  return { config, tokenizer: byteTokenizer(vocab), weights: safetensors(drawn(shapes, seed, scale)) };
}

/** The shapes of a Llama's tensors, by their names; two heads of queries share one of keys. */
export function llamaShapes({ d, dMlp, vocab, layers = 1 }) {
  const dKv = d / 2;
  const block = {
    'input_layernorm.weight': [d],
    'self_attn.q_proj.weight': [d, d],
    'self_attn.k_proj.weight': [dKv, d],
    'self_attn.v_proj.weight': [dKv, d],
    'self_attn.o_proj.weight': [d, d],
    'post_attention_layernorm.weight': [d],
    'mlp.gate_proj.weight': [dMlp, d],
    'mlp.up_proj.weight': [dMlp, d],
    'mlp.down_proj.weight': [d, dMlp],
  };
  const blocks = Array.from({ length: layers }, (_, layer) =>
    Object.entries(block).map(([name, shape]) => [`model.layers.${layer}.${name}`, shape]),
  );
  return {
    'model.embed_tokens.weight': [vocab, d],
    ...Object.fromEntries(blocks.flat()),
    'model.norm.weight': [d],
    'lm_head.weight': [vocab, d],
  };
}

/** Tensors of these shapes with random numbers, those of a norm around 1. */
function drawn(shapes, seed, scale) {
  const next = numbers(seed);
  return Object.entries(shapes).map(([name, shape]) => {
    const gain = /ln_|norm/.test(name) && name.endsWith('weight') ? 1 : 0;
    const size = shape.reduce((a, b) => a * b);
    return { name, shape, values: Float32Array.from({ length: size }, () => gain + scale * next()) };
  });
}

/** The same as files of a folder, for `serve({ files })`. */
export function folder(base, { config, tokenizer, weights }) {
  const json = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  return {
    [`${base}/config.json`]: json(config),
    [`${base}/tokenizer.json`]: json(tokenizer),
    [`${base}/model.safetensors`]: weights,
  };
}

/** Files as `setInputFiles` takes them. */
export const picked = (files) =>
  Object.entries(files).map(([path, content]) => ({
    name: path.split('/').pop(),
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  }));

/** The same with the weights in two files and their index. */
export function sharded(base, { weights, ...rest }) {
  const { [`${base}/model.safetensors`]: whole, ...small } = folder(base, { ...rest, weights });
  const { header, data } = split(whole);
  const names = Object.keys(header);
  const half = Math.ceil(names.length / 2);
  const parts = [names.slice(0, half), names.slice(half)].map((own, i) => {
    const tensors = own.map((name) => {
      const { shape, data_offsets: [from, to] } = header[name];
      return { name, shape, values: new Float32Array(Uint8Array.from(data.subarray(from, to)).buffer) };
    });
    return { file: `model-0000${i + 1}-of-00002.safetensors`, own, bytes: safetensors(tensors) };
  });
  const map = Object.fromEntries(parts.flatMap(({ file, own }) => own.map((name) => [name, file])));
  return {
    ...small,
    [`${base}/model.safetensors.index.json`]: JSON.stringify({ metadata: {}, weight_map: map }),
    ...Object.fromEntries(parts.map(({ file, bytes }) => [`${base}/${file}`, bytes])),
  };
}

/** A `.safetensors` file of f32 tensors. */
export function safetensors(tensors) {
  const header = {};
  let at = 0;
  for (const { name, shape, values } of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [at, at + values.byteLength] };
    at += values.byteLength;
  }
  return join(header, Buffer.concat(tensors.map(({ values }) => Buffer.from(values.buffer))));
}

/** The header and the data of a `.safetensors` file. */
export function split(file) {
  const end = 8 + Number(file.readBigUInt64LE(0));
  return { header: JSON.parse(file.subarray(8, end).toString()), data: Buffer.from(file.subarray(end)) };
}

/** The opposite of `split`. */
export function join(header, data) {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, data]);
}

/** A copy of a `.safetensors` file in which `change(data, from, to)` has worked on the bytes of one tensor. */
export function changed(file, tensor, change) {
  const { header, data } = split(file);
  const [from, to] = header[tensor].data_offsets;
  change(data, from, to);
  return join(header, data);
}

/** Numbers between -1 and 1, the same ones every time. */
function numbers(seed) {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 31 - 1;
  };
}

/** A tokenizer of single bytes, in the spelling of GPT-2's files; what lacks of `size` is filled up. */
export function byteTokenizer(size) {
  const plain = (b) => (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174 && b <= 255);
  const vocab = {};
  let strange = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    vocab[String.fromCodePoint(plain(byte) ? byte : strange++)] = byte;
  }
  vocab['<|endoftext|>'] = 256;
  for (let id = 257; id < size; id += 1) vocab[`#${id}`] = id;
  const bytes = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [
      {
        id: 256,
        content: '<|endoftext|>',
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      },
    ],
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: null,
    decoder: bytes,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab,
      merges: [],
    },
  };
}
