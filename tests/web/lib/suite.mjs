// A file of tests: one server, one browser, and for each test a context of its own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findChromium, launch } from './browser.mjs';
import { Scope, watchEngine } from './scope.mjs';
import { serve } from './server.mjs';

const MISSING = findChromium() ? false : 'chromium is missing: sudo apt-get install chromium chromium-driver';

/** Ends a test that hangs. */
const TIMEOUT_MS = 240_000;

/**
 * Starts a server and a browser for the tests of this file. `options` are those of `serve` and of `launch`.
 *
 * The function that comes back declares a test. What it is given is a `Scope`. A test fails too if the page
 * wrote an error or a warning to the console or asked another site for something, unless its `allow` matches that.
 *
 * @param {Parameters<typeof serve>[0] & Parameters<typeof launch>[0]} options
 */
export function suite(options = {}) {
  const shared = { server: undefined, browser: undefined };
  before(async () => {
    if (MISSING) return;
    shared.server = await serve(options);
    shared.browser = await launch(options);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.close();
  });

  /**
   * @param {string} name
   * @param {(scope: Scope, more: typeof shared & { problems: string[] }) => Promise<void>} body
   * @param {{ allow?: RegExp, context?: import('playwright-core').BrowserContextOptions }} more
   */
  return function declare(name, body, { allow, context: contextOptions } = {}) {
    test(name, { skip: MISSING, timeout: TIMEOUT_MS }, async () => {
      const context = await shared.browser.newContext(contextOptions);
      try {
        await context.addInitScript(watchEngine);
        const page = await context.newPage();
        const problems = watch(page, [shared.server.origin]);
        const scope = new Scope(page, shared.server.url);
        await body(scope, { ...shared, problems, context });
        const unexpected = problems.filter((problem) => !allow?.test(problem));
        assert.deepEqual(unexpected, [], 'the console has no errors and warnings, and no request leaves the site');
      } finally {
        await context.close();
      }
    });
  };
}

/** Collects what a page should not do. */
export function watch(page, origins) {
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    const own = ['blob:', 'data:', 'about:'].includes(url.protocol) || origins.includes(url.origin);
    if (!own) problems.push(`request to ${request.url()}`);
  });
  return problems;
}
