// The page's side of being kept: registers the service worker (worker.js), and hears of new versions from it.
//
// What they say to each other, as `{ logitscope: … }`:
//
//   page to worker   hello         to the one that works: a page is open, and others may have been closed
//                    page          to the one that waits, with the `version` of the page
//   worker to page   new-version   the answer of the one that waits, if its `version` is another one
//   page to worker   take-over     to the one that waits: the visitor wants it

/** How often a page that stays open asks whether there is a new version, when it is looked at again. */
const LOOK_MS = 60 * 60 * 1000;

/** How long a new version may take to take over before the page is loaded again anyway. */
const PATIENCE_MS = 5000;

/**
 * Has the browser keep the page, if it is a published one and the browser lets it. To be called when the page rests: from
 * then on the rest of it is fetched.
 *
 * @param {() => void} onNewVersion called when a version other than this page's is ready; perhaps more than once
 */
export async function keepOffline(onNewVersion) {
  const version = document.querySelector('meta[name="logitscope-version"]')?.content;
  if (!version) return;
  try {
    // There is none where the connection is not trusted; in a frame whose sandbox has no origin, asking fails.
    const { serviceWorker } = navigator;
    // A visitor who saves data does not want all of it.
    if (!serviceWorker || navigator.connection?.saveData) return;
    serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.logitscope === 'new-version') onNewVersion();
    });
    serviceWorker.startMessages();
    const registration = await serviceWorker.register('offline.js');
    registration.active?.postMessage({ logitscope: 'hello' });
    const meet = (worker) => whenReady(worker, () => worker.postMessage({ logitscope: 'page', version }));
    meet(registration.waiting);
    meet(registration.installing);
    registration.addEventListener('updatefound', () => meet(registration.installing));
    lookAgain(registration);
  } catch {
    // The page works as before, with the network.
  }
}

/** Loads the page again as the new version. What the visitor did stays: the page keeps it over a reload. */
export async function takeNewVersion() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (waiting) {
    await new Promise((taken) => {
      serviceWorker.addEventListener('controllerchange', taken, { once: true });
      setTimeout(taken, PATIENCE_MS);
      waiting.postMessage({ logitscope: 'take-over' });
    });
  }
  location.reload();
}

/** Calls `act` when a worker, if there is one, has everything it needs, and waits. */
function whenReady(worker, act) {
  if (!worker) return;
  if (worker.state === 'installed') act();
  else worker.addEventListener('statechange', () => worker.state === 'installed' && act());
}

function lookAgain(registration) {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
}
