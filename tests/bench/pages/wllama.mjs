// wllama: llama.cpp in WebAssembly, on the CPU (its WebGPU needs f16 arithmetic, which a software adapter lacks).
import { Wllama } from '/node_modules/@wllama/wllama/esm/index.js';

/** @param {{ model: string, options: { threads: number, file: string } }} task */
export async function open({ model, options }) {
  const quiet = () => {};
  const wllama = new Wllama(
    { default: '/node_modules/@wllama/wllama/esm/wasm/wllama.wasm' },
    { logger: { debug: quiet, log: quiet, warn: quiet, error: quiet } },
  );
  const file = await (await fetch(`/models/${model}/${options.file}`)).blob();
  await wllama.loadModel([file], { n_gpu_layers: 0, n_ctx: 256, n_threads: options.threads, seed: 0 });
  return {
    generate: (prompt, n, onToken) => generate(wllama, prompt, n, onToken),
    info: { threads: wllama.getNumThreads?.() },
  };
}

/** Ids go in and come out as their names, `<7>`. */
async function generate(wllama, prompt, n, onToken) {
  const stream = await wllama.createCompletion({
    prompt: prompt.map((id) => `<${id}>`).join(''),
    max_tokens: n,
    temperature: 0,
    top_k: 1,
    ignore_eos: true,
    cache_prompt: false,
    stream: true,
    logit_bias: [],
  });
  for await (const { choices } of stream) {
    const { text, finish_reason: end } = choices?.[0] ?? {};
    if (text !== undefined && !end) onToken(Number(/<(\d+)>/.exec(text)?.[1]));
  }
}
