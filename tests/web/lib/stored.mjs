// All that a browser keeps for a site, wherever it can be kept.

/**
 * Everything that the page's site has stored, as one text: both storages, the private file system, IndexedDB, caches, cookies, the address, the history
 * and the name of the window.
 */
export async function everythingKept(scope) {
  const own = await scope.frame.evaluate(async () => {
    const told = (request) =>
      new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const inFolder = async (folder, path) => {
      const all = [];
      for await (const [name, handle] of folder.entries()) {
        const here = `${path}/${name}`;
        all.push(handle.kind === 'directory' ? await inFolder(handle, here) : [here, await (await handle.getFile()).text()]);
      }
      return all;
    };
    const inDatabase = async ({ name }) => {
      const database = await told(indexedDB.open(name));
      const read = async (store) => {
        const rows = database.transaction(store).objectStore(store);
        return [store, await told(rows.getAllKeys()), await told(database.transaction(store).objectStore(store).getAll())];
      };
      const stores = await Promise.all([...database.objectStoreNames].map(read));
      database.close();
      return [name, stores];
    };
    const inCache = async (name) => {
      const cache = await caches.open(name);
      const read = async (request) => {
        const response = await cache.match(request);
        return [request.url, [...request.headers], [...response.headers], await response.text()];
      };
      return [name, await Promise.all((await cache.keys()).map(read))];
    };
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await inFolder(await navigator.storage.getDirectory(), ''),
      await Promise.all((await indexedDB.databases()).map(inDatabase)),
      await Promise.all((await caches.keys()).map(inCache)),
      document.cookie,
      location.href,
      history.state,
      window.name,
    ]);
  });
  return own + JSON.stringify(await scope.page.context().cookies());
}

/** Puts a word into each of the places; the words by their place. So a test knows that it looks where it should. */
export async function plantEverywhere(scope) {
  const words = Object.fromEntries(['local', 'session', 'files', 'database', 'cache', 'cookie'].map((place) => [place, `planted-in-${place}`]));
  await scope.frame.evaluate(async (planted) => {
    localStorage.setItem('planted', planted.local);
    sessionStorage.setItem('planted', planted.session);
    document.cookie = `planted=${planted.cookie}`;
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('planted', { create: true });
    const writer = await (await folder.getFileHandle('planted', { create: true })).createWritable();
    await writer.write(planted.files);
    await writer.close();
    await new Promise((done, failed) => {
      const opening = indexedDB.open('planted', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('planted').put({ word: planted.database }, 'one');
      opening.onsuccess = () => done(opening.result.close());
      opening.onerror = () => failed(opening.error);
    });
    await (await caches.open('planted')).put('/planted', new Response(planted.cache));
  }, words);
  return words;
}
