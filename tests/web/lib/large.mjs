// Large random models that a page makes in its own memory: as wide as GPT-2 small, with as many layers as one asks for.
import { byteTokenizer, gpt2Shapes, llamaShapes } from './checkpoint.mjs';

const D = 768;

/**
 * A GPT-2 and a Llama, whose matrices are stored the other way round, with layers of about so many MiB of halves: their configs and their
 * shapes.
 */
export function large(mib, VOCAB = 257) {
  // A layer of either model has twelve squares of the width.
  const LAYERS = Math.max(1, Math.round((mib * 2 ** 20) / (24 * D * D)));
  const gpt2 = {
    model_type: 'gpt2',
    n_layer: LAYERS,
    n_head: D / 64,
    n_embd: D,
    vocab_size: VOCAB,
    n_positions: 256,
    activation_function: 'gelu_new',
    layer_norm_epsilon: 1e-5,
    eos_token_id: 256,
  };
  const llama = {
    model_type: 'llama',
    num_hidden_layers: LAYERS,
    num_attention_heads: D / 64,
    num_key_value_heads: D / 128,
    hidden_size: D,
    intermediate_size: 3 * D,
    vocab_size: VOCAB,
    max_position_embeddings: 256,
    hidden_act: 'silu',
    rms_norm_eps: 1e-5,
    rope_theta: 10000,
    tie_word_embeddings: false,
    eos_token_id: 256,
  };
  return [
    [gpt2, gpt2Shapes({ d: D, layers: LAYERS, vocab: VOCAB, nCtx: gpt2.n_positions })],
    [llama, llamaShapes({ d: D, dMlp: llama.intermediate_size, vocab: VOCAB, layers: LAYERS })],
  ];
}

/** Has the page make the files of a model, in its memory; how many bytes of weights they have. */
export const make = (scope, config, shapes) =>
  scope.page.evaluate(
    ([config, tokenizer, shapes]) => {
      const header = {};
      let at = 0;
      for (const [name, shape] of Object.entries(shapes)) {
        const bytes = 2 * shape.reduce((all, n) => all * n, 1);
        header[name] = { dtype: 'F16', shape, data_offsets: [at, at + bytes] };
        at += bytes;
      }
      // Halves of about ±0.02, whatever the lower bits are.
      const data = new Uint16Array(at / 2);
      let seed = 1;
      for (let i = 0; i < data.length; i += 1) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        data[i] = 0x2400 | ((seed >>> 16) & 0x83ff);
      }
      const json = new TextEncoder().encode(JSON.stringify(header));
      const length = new BigUint64Array([BigInt(json.length)]);
      const file = (name, ...parts) => new File(parts, name);
      window.files = [file('config.json', config), file('tokenizer.json', tokenizer), file('model.safetensors', length, json, data)];
      return at;
    },
    [JSON.stringify(config), JSON.stringify(byteTokenizer(config.vocab_size)), shapes],
  );

/** Opens the files that the page made last; seconds until the model's first distribution is on screen. */
export const load = async (scope) => {
  await scope.page.waitForSelector('[data-testid=model-files]', { state: 'attached' });
  return scope.page.evaluate(async () => {
    const given = new DataTransfer();
    window.files.forEach((file) => given.items.add(file));
    const input = document.querySelector('[data-testid=model-files]');
    const loaded = new Promise((done, failed) => {
      window.logitscope.on('model', done);
      setTimeout(() => failed(new Error(document.querySelector('[role=alert]')?.textContent ?? 'nothing came')), 60_000);
    });
    const begun = performance.now();
    input.files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await loaded;
    const isBusy = () => document.querySelector('[data-testid=flow]').getAttribute('aria-busy') === 'true';
    do await new Promise((next) => requestAnimationFrame(next));
    while (isBusy());
    return (performance.now() - begun) / 1000;
  });
};
