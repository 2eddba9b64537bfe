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
import { large, load, make } from './lib/large.mjs';
import { Scope } from './lib/scope.mjs';
import { serve } from './lib/server.mjs';

const [ROUNDS, PRECISIONS] = [6, ['f16', 'f32', 'q8', 'q4']];
const MIB = Number(process.argv[2] ?? 250);
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Bytes of the engine's WebAssembly memory: its worker imports the module that it runs, which says what it has. */
const memoryOf = (scope) => {
  const engine = scope.page.workers().find((worker) => worker.url().includes('engine'));
  return engine.evaluate(async () => (await import(location.href)).initSync().memory.buffer.byteLength);
};

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

const server = await serve();
for (const [config, shapes] of large(MIB)) {
  for (const precision of PRECISIONS) {
    // A browser keeps the files of closed pages for a while, and has no room for many.
    const browser = await launch();
    const scope = new Scope(await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage(), server.url);
    await scope.open(`#prompt=a&backend=gpu&precision=${precision}`);
    const bytes = await make(scope, config, shapes);
    const [copies, loads] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      copies.push(await copy(scope));
      loads.push(await load(scope));
    }
    const { timings } = await scope.call('step');
    const memory = await memoryOf(scope);
    const seconds = (all) => median(all.slice(1)).toFixed(2);
    const ratio = median(loads.slice(1)) / median(copies.slice(1));
    const forward = timings.forward_ms / 1000;
    const without = (median(loads.slice(1)) - forward) / median(copies.slice(1));
    console.log(
      `${config.model_type} ${precision}: ${mib(bytes)}, copied ${seconds(copies)} s, first token ${seconds(loads)} s (${ratio.toFixed(1)} times), ` +
        `${forward.toFixed(2)} s of it the forward pass (without: ${without.toFixed(1)} times); the engine's memory ${mib(memory)}`,
    );
    await browser.close();
  }
}
await server.close();
