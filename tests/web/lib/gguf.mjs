// A tiny Llama as a `.gguf` file, as llama.cpp's converter writes one: rows of queries and keys in pairs, a tokenizer in the metadata.
import { llamaShapes, split } from './checkpoint.mjs';

const NAMES = {
  'model.embed_tokens.weight': 'token_embd.weight',
  'model.norm.weight': 'output_norm.weight',
  'lm_head.weight': 'output.weight',
  'input_layernorm.weight': 'attn_norm.weight',
  'self_attn.q_proj.weight': 'attn_q.weight',
  'self_attn.k_proj.weight': 'attn_k.weight',
  'self_attn.v_proj.weight': 'attn_v.weight',
  'self_attn.o_proj.weight': 'attn_output.weight',
  'post_attention_layernorm.weight': 'ffn_norm.weight',
  'mlp.gate_proj.weight': 'ffn_gate.weight',
  'mlp.up_proj.weight': 'ffn_up.weight',
  'mlp.down_proj.weight': 'ffn_down.weight',
};
const ALIGNMENT = 32;

const u32 = (n) => Buffer.from(Uint32Array.of(n).buffer);
const u64 = (n) => Buffer.from(BigUint64Array.of(BigInt(n)).buffer);
const text = (value) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const key = (name, type, value) => Buffer.concat([text(name), u32(type), value]);
const half = (name, value) => key(name, 2, Buffer.from(Uint16Array.of(value).buffer));
const number = (name, value) => key(name, 4, u32(value));
const float = (name, value) => key(name, 6, Buffer.from(Float32Array.of(value).buffer));
const word = (name, value) => key(name, 8, text(value));
const list = (name, type, items) => key(name, 9, Buffer.concat([u32(type), u64(items.length), ...items]));

/** The `.gguf` file of a `tinyLlama()`, every tensor in f32, with a chat template if there is one. */
export function gguf(model) {
  return file(metadata(model), tensors(model));
}

/** The types of blocks: number, elements and bytes of a block, and where in it the f16 scales and the signed scales of Q6_K are. */
const BLOCKS = {
  Q4_1: { type: 3, elements: 32, bytes: 20, scales: [0, 2] },
  Q5_0: { type: 6, elements: 32, bytes: 22, scales: [0] },
  Q4_K: { type: 12, elements: 256, bytes: 144, scales: [0, 2] },
  Q5_K: { type: 13, elements: 256, bytes: 176, scales: [0, 2] },
  Q6_K: { type: 14, elements: 256, bytes: 210, scales: [208], signed: [192, 208] },
};

/** The same with matrices in blocks of any numbers, of the second type where programs spend more bits. Widths are multiples of 256. */
export function ggufInBlocks(model, most, better) {
  const all = tensors(model).map((tensor) => {
    if (tensor.shape.length === 1) return tensor;
    const isBetter = /attn_v|ffn_down|^output/.test(tensor.name);
    return { ...tensor, ...blocks(tensor, BLOCKS[isBetter ? better : most]) };
  });
  return file(metadata(model), all);
}

/** Random blocks, with scales of about 2^-12 and with either sign. */
function blocks({ shape, name }, { type, elements, bytes, scales, signed }) {
  const count = shape.reduce((all, n) => all * n, 1) / elements;
  const data = Buffer.alloc(Math.ceil((count * bytes) / ALIGNMENT) * ALIGNMENT);
  let seed = [...name].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) >>> 0, 7);
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 8;
  };
  for (let at = 0; at < count * bytes; at += bytes) {
    for (let i = at; i < at + bytes; i += 1) data[i] = random() >>> 8;
    for (let i = signed?.[0] ?? 0; i < (signed?.[1] ?? 0); i += 1) data.writeInt8((random() % 33) - 16, at + i);
    for (const scale of scales) data.writeUInt16LE(0x0c00 | (random() & 0x83ff), at + scale);
  }
  return { data, type };
}

/**
 * The beginning of a `.gguf` file of a Llama of these sizes: its header, and then so many bytes of anything. Its matrices are in f16 (`type` 1) or in
 * Q8_0 (8); `architecture` is what it says it is.
 */
export function ggufBeginning(config, { type, architecture = 'llama', behind }) {
  const { hidden_size: d, intermediate_size: dMlp, vocab_size: vocab, num_hidden_layers: layers } = config;
  const tokens = Object.fromEntries(Array.from({ length: vocab }, (_, id) => [`token ${id}`, id]));
  const said = { rms_norm_eps: 1e-5, rope_theta: 10000, eos_token_id: 2, ...config };
  const [, ...keys] = metadata({ config: said, tokenizer: { model: { vocab: tokens } } });
  const all = Object.entries(llamaShapes({ d, dMlp, vocab, layers })).map(([name, shape]) => {
    const count = shape.reduce((product, n) => product * n);
    const own = shape.length === 1 ? 0 : type;
    return { name: renamed(name), shape, type: own, size: { 0: 4 * count, 1: 2 * count, 8: (34 * count) / 32 }[own] };
  });
  return Buffer.concat([head([word('general.architecture', architecture), ...keys], all), Buffer.alloc(behind)]);
}

/** The same in parts, as llama.cpp splits it: files by their names, the first with the metadata. */
export function ggufParts(stem, model, count) {
  const all = tensors(model);
  const each = Math.ceil(all.length / count);
  const part = (no) => {
    const keys = [half('split.no', no), half('split.count', count), key('split.tensors.count', 5, u32(all.length))];
    return file([...(no ? [] : metadata(model)), ...keys], all.slice(no * each, (no + 1) * each));
  };
  const five = (n) => String(n).padStart(5, '0');
  return Object.fromEntries(Array.from({ length: count }, (_, no) => [`${stem}-${five(no + 1)}-of-${five(count)}.gguf`, part(no)]));
}

function metadata({ config, tokenizer, template }) {
  const tokens = Object.entries(tokenizer.model.vocab).sort(([, a], [, b]) => a - b);
  const own = (id) => (id === 256 ? 3 : 1);
  return [
    word('general.architecture', 'llama'),
    number('llama.block_count', config.num_hidden_layers),
    number('llama.context_length', config.max_position_embeddings),
    number('llama.embedding_length', config.hidden_size),
    number('llama.feed_forward_length', config.intermediate_size),
    number('llama.attention.head_count', config.num_attention_heads),
    number('llama.attention.head_count_kv', config.num_key_value_heads),
    float('llama.attention.layer_norm_rms_epsilon', config.rms_norm_eps),
    float('llama.rope.freq_base', config.rope_theta),
    word('tokenizer.ggml.model', 'gpt2'),
    word('tokenizer.ggml.pre', 'gpt-2'),
    list('tokenizer.ggml.tokens', 8, tokens.map(([token]) => text(token))),
    list('tokenizer.ggml.token_type', 5, tokens.map(([, id]) => u32(own(id)))),
    list('tokenizer.ggml.merges', 8, []),
    number('tokenizer.ggml.eos_token_id', config.eos_token_id),
    ...(template ? [word('tokenizer.chat_template', template)] : []),
  ];
}

/** The tensors under their names in such a file, each with its shape and its padded data. */
function tensors({ config, weights }) {
  const { header, data } = split(weights);
  const heads = { 'attn_q.weight': config.num_attention_heads, 'attn_k.weight': config.num_key_value_heads };
  return Object.entries(header).map(([name, { shape, data_offsets: [from, to] }]) => {
    const own = renamed(name);
    const short = own.replace(/^blk\.\d+\./, '');
    const values = data.subarray(from, to);
    const padded = Buffer.alloc(Math.ceil(values.length / ALIGNMENT) * ALIGNMENT);
    (heads[short] ? inPairs(values, shape, heads[short]) : values).copy(padded);
    return { name: own, shape, data: padded };
  });
}

/** What a tensor is called in such a file. */
function renamed(name) {
  const [, layer, part] = /^model\.layers\.(\d+)\.(.+)$/.exec(name) ?? [];
  return layer ? `blk.${layer}.${NAMES[part]}` : NAMES[name];
}

function file(keys, all) {
  const sized = all.map((tensor) => ({ ...tensor, size: tensor.data.length }));
  return Buffer.concat([head(keys, sized), ...all.map(({ data }) => data)]);
}

/** What stands before the data of tensors of these sizes, in bytes. */
function head(keys, all) {
  const infos = [];
  let offset = 0;
  for (const { name, shape, size, type = 0 } of all) {
    infos.push(text(name), u32(shape.length), ...shape.toReversed().map(u64), u32(type), u64(offset));
    offset += size;
  }
  const bytes = Buffer.concat([Buffer.from('GGUF'), u32(3), u64(all.length), u64(keys.length), ...keys, ...infos]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (ALIGNMENT - 1))]);
}

/** Row 2i + s of each head is row s·half + i of the original. */
function inPairs(values, [rows, columns], heads) {
  const [dHead, size] = [rows / heads, 4 * columns];
  const result = Buffer.alloc(values.length);
  for (let row = 0; row < rows; row += 1) {
    const [head, at] = [Math.floor(row / dHead), row % dHead];
    const from = head * dHead + (at % 2) * (dHead / 2) + Math.floor(at / 2);
    values.copy(result, row * size, from * size, (from + 1) * size);
  }
  return result;
}
