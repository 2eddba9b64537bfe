// What this adapter can do at best: the cost of a dispatch, of a readback, and of reading weights in a matvec.
import { FILL, TOUCH, matvecs } from './floor_kernels.mjs';

const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
const DISPATCHES = 1000;

/**
 * @param {{ matrices: { name: string, k: number, n: number, copies: number }[], vocab: number, reps: number }} task
 * @returns `dispatch_us`; `readback_ms` of one vector of logits; for each matrix and both precisions, the best
 *   kernel's bytes a millisecond (without the dispatch itself), and all kernels'
 */
window.floor = async function floor({ matrices, vocab, reps }) {
  const gpu = await openGpu();
  const dispatch_ms = await dispatchCost(gpu, reps);
  const found = [];
  for (const matrix of matrices) {
    for (const precision of ['f32', 'f16']) {
      found.push({ ...matrix, precision, ...(await matvec(gpu, matrix, precision, dispatch_ms, reps)) });
    }
  }
  const readback_ms = await readback(gpu, 4 * vocab, 10 * reps);
  gpu.device.destroy();
  if (gpu.errors.length > 0) throw new Error(gpu.errors[0]);
  return { dispatch_us: 1e3 * dispatch_ms, readback_ms, matrices: found };
};

/** The adapter that every page of this browser gets. */
window.adapter = async function adapter() {
  const gpu = await openGpu();
  gpu.device.destroy();
  return gpu.adapter;
};

async function openGpu() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('this browser has no WebGPU adapter');
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
  const errors = [];
  device.onuncapturederror = ({ error }) => errors.push(error.message);
  const { vendor, architecture, device: model, description, subgroupMaxSize } = adapter.info;
  const words = [vendor, architecture, model, description].filter(Boolean);
  return {
    device,
    errors,
    adapter: { name: words.join(' '), subgroup: subgroupMaxSize, f16: adapter.features.has('shader-f16') },
  };
}

/** Milliseconds of one dispatch among many in a pass, each with its own pipeline and bind group as in a model. */
async function dispatchCost({ device }, reps) {
  const pipeline = await compile(device, TOUCH);
  const buffer = device.createBuffer({ size: 16, usage: STORAGE });
  const group = bind(device, pipeline, [buffer]);
  const pass = (encoder) => {
    for (let i = 0; i < DISPATCHES; i += 1) {
      encoder.setPipeline(pipeline);
      encoder.setBindGroup(0, group);
      encoder.dispatchWorkgroups(1);
    }
  };
  // A pass of empty dispatches is short: more of them cost little, and find a quiet moment.
  return (await fastest(device, pass, 4 * reps)) / DISPATCHES;
}

/** Multiplies with as many copies of the matrix as the model has layers, so that a cache helps as little as there. */
async function matvec({ device }, { k, n, copies }, precision, dispatch_ms, reps) {
  const columns = Math.ceil(n / 4) * 4;
  const bytes = k * columns * (precision === 'f16' ? 2 : 4);
  const weights = await Promise.all(Array.from({ length: copies }, () => filled(device, bytes)));
  const [x, y] = [await filled(device, 4 * k), await filled(device, 4 * columns)];
  const kernels = {};
  for (const { name, code, groups } of matvecs(precision, k, columns)) {
    const pipeline = await compile(device, code);
    const bound = weights.map((w) => bind(device, pipeline, [w, x, y]));
    const pass = (encoder) => {
      encoder.setPipeline(pipeline);
      for (const group of bound) {
        encoder.setBindGroup(0, group);
        encoder.dispatchWorkgroups(groups);
      }
    };
    const ms = (await fastest(device, pass, reps)) / copies;
    kernels[name] = bytes / Math.max(ms - dispatch_ms, 1e-3);
  }
  for (const buffer of [...weights, x, y]) buffer.destroy();
  const [kernel, bytes_per_ms] = Object.entries(kernels).reduce((a, b) => (b[1] > a[1] ? b : a));
  return { bytes, kernel, bytes_per_ms, kernels };
}

/** Median milliseconds from the submit of a copy to its bytes in JavaScript's memory. */
async function readback({ device }, bytes, reps) {
  const from = device.createBuffer({ size: bytes, usage: STORAGE | COPY_SRC });
  const to = device.createBuffer({ size: bytes, usage: MAP_READ | COPY_DST });
  const times = [];
  for (let i = 0; i < reps; i += 1) {
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await to.mapAsync(GPUMapMode.READ);
    new Float32Array(to.getMappedRange()).slice();
    to.unmap();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[reps >> 1];
}

/** Milliseconds from the submit of one pass to its end: the fastest of `reps`, after one that is not counted. */
async function fastest(device, fill, reps) {
  let best = Infinity;
  for (let i = 0; i <= reps; i += 1) {
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    fill(pass);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    if (i > 0) best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** A buffer of small ordinary numbers: zeros or denormals might be quicker or slower. */
async function filled(device, bytes) {
  const buffer = device.createBuffer({ size: Math.max(16, bytes), usage: STORAGE });
  const pipeline = await compile(device, FILL);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bind(device, pipeline, [buffer]));
  pass.dispatchWorkgroups(1024);
  pass.end();
  device.queue.submit([encoder.finish()]);
  return buffer;
}

async function compile(device, code) {
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  if (messages.length > 0) throw new Error(`${messages[0].message} in ${code}`);
  return device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
}

function bind(device, pipeline, buffers) {
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
}
