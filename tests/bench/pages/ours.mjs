// Our engine, as the built page starts it: its module in a worker, spoken to in its own messages (crates/protocol).

/** No engine speaks it: it refuses the message, and says in its answer which it speaks. */
const NO_VERSION = 0;

/** @param {{ model: string, count?: boolean, options: { backend: string, precision: string } }} task */
export async function open({ model, count, options }) {
  const engine = await start(await address(), count);
  const base = new URL(`/models/${model}/hf/`, location.href).href;
  const { loaded } = await engine.call({ load: { name: model, source: { url: { base } }, ...options } });
  const run = (command) => engine.call({ run: { lane: loaded.lane, command } });
  return {
    generate: (prompt, n, onToken) => generate(run, prompt, n, onToken),
    counters: count && engine.counters,
    kernels: () => run('profile').then((answer) => answer.kernels),
    close: engine.close,
    info: { backend: loaded.backend, weights: loaded.model.weights, notices: loaded.notices, own_load_ms: loaded.load_ms },
  };
}

/** Asks for the logits after the whole path, chooses, and asks again: the engine knows what it has computed. */
async function generate(run, prompt, n, onToken) {
  const tokens = [...prompt];
  while (tokens.length < prompt.length + n) {
    const { logits } = await run({ evaluate: { tokens } });
    const id = argmax(floats(logits.bytes));
    tokens.push(id);
    onToken(id, logits.timings?.forward_ms);
  }
}

/** Where the built page says its engine is. */
async function address() {
  const page = new URL('/dist/index.html', location.href);
  const html = new DOMParser().parseFromString(await (await fetch(page)).text(), 'text/html');
  const meta = html.querySelector('meta[name="logitscope-engine"]');
  if (!meta) throw new Error('the built page does not say where its engine is: run `cargo xtask build`');
  return new URL(meta.content, page).href;
}

/** Starts the engine, or our counting worker around it. */
async function start(url, count) {
  const script = count ? `counting_worker.mjs?engine=${encodeURIComponent(url)}` : url;
  const worker = new Worker(script, { type: 'module' });
  // The engine's own, as soon as it has answered.
  let version = NO_VERSION;
  // Requests that wait for their answer, by their id; counts have no id.
  const waiting = new Map();
  const wait = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const settle = (id, how, value) => {
    waiting.get(id)?.[how](value);
    waiting.delete(id);
  };
  const fail = (event) => {
    for (const id of [...waiting.keys()]) settle(id, 'reject', new Error(event.message ?? 'the engine did not start'));
  };
  worker.addEventListener('error', fail);
  worker.addEventListener('messageerror', fail);
  worker.addEventListener('message', ({ data }) => {
    if (data.counters) return settle('counters', 'resolve', data.counters);
    if (data.counting) return settle('counting', 'resolve');
    if (data.body.progress) return undefined;
    version = data.version;
    const { answer, error } = data.body;
    return error ? settle(data.id, 'reject', new Error(JSON.stringify(error))) : settle(data.id, 'resolve', answer);
  });
  if (count) await wait('counting');
  let last = 0;
  const call = (task) => {
    last += 1;
    worker.postMessage({ version, id: last, task });
    return wait(last);
  };
  await call('memory').catch((error) => {
    if (version === NO_VERSION) throw error;
  });
  return {
    call,
    counters() {
      worker.postMessage('counters');
      return wait('counters');
    },
    close: () => worker.terminate(),
  };
}

/** Bytes of f32 as numbers, wherever they begin. */
function floats(bytes) {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** The first of the largest. */
function argmax(values) {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i] > values[best]) best = i;
  return best;
}
