
// In a worker this module starts itself; a page that imports it calls the default export.
// Messages that come before the engine listens are kept for it, and a failed start becomes the worker's error event.
if ('WorkerGlobalScope' in globalThis) {
  const early = [];
  const keep = (event) => early.push(event);
  // A helper of the engine gets the program, compiled, in its first message.
  const isHelper = globalThis.name === 'logitscope-helper';
  const program = new Promise((comes) => {
    if (isHelper) return addEventListener('message', ({ data }) => comes({ module_or_path: data }), { once: true });
    addEventListener('message', keep);
    comes();
  });
  program
    // By its local name: Firefox refuses a worker's module that imports itself while it is being evaluated.
    .then((given) => __wbg_init(given))
    .then(() => {
      removeEventListener('message', keep);
      for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
    })
    .catch(reportError);
}
