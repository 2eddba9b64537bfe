// How long it takes from a model in memory to its first token, beside a plain copy of its bytes to the device, in the built page.
//
//   CHROMIUM=/usr/bin/chromium LOGITSCOPE_DIST=$PWD/dist node tests/web/load.bench.mjs [MIB]
//
// The models are a GPT-2 and a Llama, whose matrices are stored the other way round, of random halves, as wide as GPT-2 small, with as many
// layers as make them about so many MiB (250), in a file in the browser's memory. The copy streams the same file into GPU buffers and waits for the
// device. The two take turns, and the first turn is left out, in which shaders are compiled and the device is measured. Printed are
// seconds; the forward pass that the first token takes is one of a later step. The engine's memory is what it has grown to by then, and
// WebAssembly gives nothing back: it is the most that loading needed.
import { launch } from './lib/browser.mjs';
import { byteTokenizer, gpt2Shapes, llamaShapes } from './lib/checkpoint.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';
import { Worker } from './lib/worker.mjs';

const [ROUNDS, D, VOCAB, PRECISIONS] = [6, 768, 257, ['f16', 'f32', 'q8', 'q4']];
const MIB = Number(process.argv[2] ?? 250);
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
/** A layer of either model has twelve squares of the width. */
const LAYERS = Math.max(1, Math.round((MIB * 2 ** 20) / (24 * D * D)));

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
const MODELS = [
  [gpt2, gpt2Shapes({ d: D, layers: LAYERS, vocab: VOCAB, nCtx: gpt2.n_positions })],
  [llama, llamaShapes({ d: D, dMlp: llama.intermediate_size, vocab: VOCAB, layers: LAYERS })],
];

/** Has the page make the files, in its memory. */
const make = (scope, config, shapes) =>
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
    [JSON.stringify(config), JSON.stringify(byteTokenizer(VOCAB)), shapes],
  );

/** Seconds of a plain copy. */
const copy = (scope) =>
  scope.page.evaluate(async () => {
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    const [size, usage] = [64 * 2 ** 20, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST];
    const file = window.files[2];
    const buffers = Array.from({ length: Math.ceil(file.size / size) }, () => device.createBuffer({ size, usage }));
    await device.queue.onSubmittedWorkDone();
    const begun = performance.now();
    const reader = file.stream().getReader();
    let at = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      // Whole words, and no more than the buffer has; what little that leaves out does not count.
      const offset = Math.floor((at % size) / 4) * 4;
      const bytes = Math.floor(Math.min(value.length, size - offset) / 4) * 4;
      device.queue.writeBuffer(buffers[Math.floor(at / size)], offset, value, 0, bytes);
      at += value.length;
    }
    await device.queue.onSubmittedWorkDone();
    const seconds = (performance.now() - begun) / 1000;
    buffers.forEach((buffer) => buffer.destroy());
    device.destroy();
    return seconds;
  });

/** Seconds until the model's first distribution is on screen. */
const load = (scope) =>
  scope.page.evaluate(async () => {
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

const server = await serve();
for (const [config, shapes] of MODELS) {
  for (const precision of PRECISIONS) {
    // A browser keeps the files of closed pages for a while, and has no room for many.
    const browser = await launch();
    const scope = new Scope(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage(), server.url);
    await scope.open(`#prompt=a&backend=gpu&precision=${precision}`);
    await scope.page.waitForSelector('[data-testid=model-files]', { state: 'attached' });
    const engine = await Worker.of(scope.page, 'engine');
    const bytes = await make(scope, config, shapes);
    const [copies, loads] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      copies.push(await copy(scope));
      loads.push(await load(scope));
    }
    const { timings } = await scope.call('step');
    // Some browsers lose the page over this question.
    const memory = await engine.memory().catch(() => null);
    const seconds = (all) => median(all.slice(1)).toFixed(2);
    const ratio = median(loads.slice(1)) / median(copies.slice(1));
    const forward = timings.forward_ms / 1000;
    const without = (median(loads.slice(1)) - forward) / median(copies.slice(1));
    console.log(
      `${config.model_type} ${precision}: ${mib(bytes)}, copied ${seconds(copies)} s, first token ${seconds(loads)} s (${ratio.toFixed(1)} times), ` +
        `${forward.toFixed(2)} s of it the forward pass (without: ${without.toFixed(1)} times); the engine's memory ${memory === null ? 'not known' : mib(memory)}`,
    );
    await engine.close();
    await browser.close();
  }
}
await server.close();
