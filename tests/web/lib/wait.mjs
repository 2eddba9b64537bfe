// Waiting for what must become true; nothing in the suite waits for a time.

/** Far above what a loaded machine needs: it only ends a test that would fail anyway. */
export const PATIENCE_MS = 60_000;

/**
 * Calls `check` until it no longer throws; its last error if that never happens.
 *
 * @template T
 * @param {() => Promise<T> | T} check
 * @returns {Promise<T>}
 */
export async function eventually(check, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((again) => setTimeout(again, 25));
  }
}
