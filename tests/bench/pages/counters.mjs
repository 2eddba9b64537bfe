// Counts at the browser's own WebGPU functions, on a page or in a worker.

const COUNTED = [
  ['GPUComputePassEncoder', 'dispatchWorkgroups', 'dispatches'],
  ['GPUComputePassEncoder', 'dispatchWorkgroupsIndirect', 'dispatches'],
  ['GPUCommandEncoder', 'beginComputePass', 'passes'],
  ['GPUBuffer', 'mapAsync', 'maps'],
  ['GPUQueue', 'writeBuffer', 'writes'],
  ['GPUDevice', 'createCommandEncoder', 'encoders'],
  ['GPUDevice', 'createBuffer', 'buffers'],
  ['GPUDevice', 'createBindGroup', 'bindGroups'],
  ['GPUDevice', 'createComputePipeline', 'pipelines'],
  ['GPUDevice', 'createComputePipelineAsync', 'pipelines'],
];

const calls = { submits: 0, emptySubmits: 0 };
for (const [, , name] of COUNTED) calls[name] = 0;

/** Counts from now on. */
export function count() {
  for (const [type, method, name] of COUNTED) {
    watch(type, method, () => {
      calls[name] += 1;
    });
  }
  // An empty submit asks a browser to look whether a map is done; it gives the GPU no work.
  watch('GPUQueue', 'submit', ([commands]) => {
    calls[commands.length > 0 ? 'submits' : 'emptySubmits'] += 1;
  });
}

/** The counts so far. */
export function snapshot() {
  return { ...calls };
}

/** What was counted between two snapshots, for each of `n` tokens. */
export function difference(before, after, n) {
  const each = Object.keys(after).map((name) => [name, (after[name] - before[name]) / n]);
  return Object.fromEntries(each);
}

function watch(type, method, see) {
  const prototype = globalThis[type]?.prototype;
  const original = prototype?.[method];
  if (!original) return;
  prototype[method] = function counted(...args) {
    see(args);
    return original.apply(this, args);
  };
}
