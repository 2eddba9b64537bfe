// Our engine's worker with the counters in front: `?engine=URL` is the engine's module.
import { count, snapshot } from './counters.mjs';

count();
// Heard before the engine, which would not understand it.
addEventListener('message', (event) => {
  if (event.data !== 'counters') return;
  event.stopImmediatePropagation();
  postMessage({ counters: snapshot() });
});
// In a worker the engine's module starts itself.
await import(new URL(location.href).searchParams.get('engine'));
postMessage({ counting: true });
