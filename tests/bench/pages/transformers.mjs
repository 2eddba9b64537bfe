// transformers.js: ONNX Runtime on WebGPU or in WebAssembly.
import { AutoModelForCausalLM, Tensor, env } from '@huggingface/transformers';

/** @param {{ model: string, options: { device: string, dtype?: string, file?: string, threads?: number } }} task */
export async function open({ model, options }) {
  Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: '/models/' });
  Object.assign(env, { useBrowserCache: false, useWasmCache: false });
  const { wasm } = env.backends.onnx;
  wasm.wasmPaths = '/node_modules/onnxruntime-web/dist/';
  if (options.threads) wasm.numThreads = options.threads;
  const loaded = await AutoModelForCausalLM.from_pretrained(`${model}/tjs`, {
    device: options.device,
    dtype: options.dtype ?? 'fp32',
    ...(options.file && { model_file_name: options.file }),
  });
  return {
    generate: (prompt, n, onToken) => generate(loaded, prompt, n, onToken),
    info: { version: env.version, threads: wasm.numThreads },
  };
}

async function generate(model, prompt, n, onToken) {
  const shape = [1, prompt.length];
  let isPrompt = true;
  const streamer = {
    // Gets the prompt first, then each id.
    put([[id]]) {
      if (!isPrompt) onToken(Number(id));
      isPrompt = false;
    },
    end() {},
  };
  await model.generate({
    inputs: new Tensor('int64', BigInt64Array.from(prompt, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(prompt.length).fill(1n), shape),
    max_new_tokens: n,
    min_new_tokens: n,
    do_sample: false,
    streamer,
  });
}
