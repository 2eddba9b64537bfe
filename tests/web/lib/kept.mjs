// The page as a browser keeps it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from './wait.mjs';

const PAGE_JS = new URL('../../../web/offline/page.js', import.meta.url);

/** The page's side of being kept, for `serve({ files })`. */
export const FILES = { 'test/page.js': await readFile(PAGE_JS, 'utf8') };

/** Has the page keep itself; counts the new versions of which it hears in `newVersions`. */
export async function register(scope) {
  await scope.frame.evaluate(async () => {
    const { keepOffline, takeNewVersion } = await import(new URL('test/page.js', document.baseURI));
    Object.assign(window, { newVersions: 0, takeNewVersion });
    await keepOffline(() => {
      window.newVersions += 1;
    });
  });
}

/** The same, and waits until the page is kept. */
export async function keep(scope) {
  await register(scope);
  await eventually(async () => assert.ok(await isKept(scope), 'the page is kept'));
}

/** Whether a service worker answers this page. */
export const isKept = (scope) => scope.frame.evaluate(() => Boolean(navigator.serviceWorker?.controller));

/** The version of the page that is open. */
export const versionOf = (scope) =>
  scope.frame.evaluate(() => document.querySelector('meta[name="logitscope-version"]')?.content);

/** The versions that the browser keeps. */
export const keptVersions = (scope) =>
  scope.frame.evaluate(async () => {
    const names = (await caches.keys()).map((name) => /^logitscope-([0-9a-f]{16}) /.exec(name)?.[1]);
    return names.filter(Boolean);
  });

/** Waits until a new version was announced to the page. */
export const heardOfNew = (scope) =>
  eventually(async () => assert.ok(await scope.frame.evaluate(() => window.newVersions > 0), 'a new version is announced'));
