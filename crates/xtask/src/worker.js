
// In a worker this module starts itself; a page that imports it calls the default export.
// Messages that come before the engine listens are kept for it, and a failed start becomes the worker's error event.
if ('WorkerGlobalScope' in globalThis) {
  const early = [];
  const keep = (event) => early.push(event);
  addEventListener('message', keep);
  // By its local name: Firefox refuses a worker's module that imports itself while it is being evaluated.
  Promise.resolve()
    .then(() => __wbg_init())
    .then(() => {
      removeEventListener('message', keep);
      for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
    })
    .catch(reportError);
}
