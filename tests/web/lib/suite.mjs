// A file of tests: one server, one browser, and for each test a context of its own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, missing } from './browser.mjs';
import { noted, withNotes } from './notes.mjs';
import { Scope, watchEngine } from './scope.mjs';
import { serve } from './server.mjs';

/**
 * What WebKit on Linux says now and then of any page with wasm (https://bugs.webkit.org/show_bug.cgi?id=259441). A page that really leaves its
 * memory does so in the other browsers, too, and here again.
 */
const FAULT_OF_WEBKIT = /Out of bounds memory access/;

/** Nothing moves: a tenth of what the suite computes was motion that nobody looked at. */
const STILL = { reducedMotion: 'reduce' };

/** Ends a test that hangs. */
const TIMEOUT_MS = 240_000;

/**
 * Starts a server and a browser for the tests of this file. `options` are those of `serve` and of `launch`; and `moves`: whether a step moves
 * into place, as for visitors who did not ask for less of that.
 *
 * The function that comes back declares a test. What it is given is a `Scope`. A test fails too if the page
 * wrote an error or a warning to the console or asked another site for something, unless its `allow` matches that.
 *
 * @param {Parameters<typeof serve>[0] & Parameters<typeof launch>[0] & { moves?: boolean }} options
 */
export function suite(options = {}) {
  const skip = missing(options);
  // Plain WebDriver has neither scripts that run before the page's nor events.
  const noting = options.browser === 'webkit';
  const start = async (given) => serve(noting ? await withNotes(given, watchEngine) : given);
  const shared = { server: undefined, browser: undefined };
  before(async () => {
    if (skip) return;
    shared.server = await start(options);
    shared.browser = await launch(options);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.close();
  });

  /**
   * @param {string} name
   * @param {(scope: Scope, more: typeof shared & { fresh: () => Promise<Scope>, host: typeof serve })
   *   => Promise<void>} body `fresh()` gives another page of the same visitor, `host(options)` another server
   * @param {{ allow?: RegExp, origins?: (string | RegExp)[], skip?: string | false, context?: import('playwright-core').BrowserContextOptions }} more
   *   `origins`: sites other than the page's own that belong to the test; `skip`: why it cannot run here
   */
  return function declare(name, body, { allow, origins = [], context: contextOptions, skip: own } = {}) {
    const run = async () => {
      const context = await shared.browser.newContext({ ...(!options.moves && STILL), ...contextOptions });
      const hosts = [];
      try {
        if (!noting) await context.addInitScript(watchEngine);
        const own = (url) => isOwn(url, [shared.server.origin, ...origins]);
        const problems = noting ? () => noted(context, own) : watch(context, own);
        const fresh = async () => new Scope(await context.newPage(), shared.server.url);
        const host = async (given) => {
          const server = await start(given);
          hosts.push(server);
          return server;
        };
        await body(await fresh(), { ...shared, fresh, host });
        const unexpected = (await problems()).filter((problem) => !allow?.test(problem));
        assert.deepEqual(unexpected, [], 'the console has no errors and warnings, and no request leaves the site');
      } finally {
        await context.close();
        await Promise.all(hosts.map((server) => server.close()));
      }
    };
    test(name, { skip: skip || own, timeout: TIMEOUT_MS }, async () => {
      try {
        await run();
      } catch (error) {
        if (!noting || !FAULT_OF_WEBKIT.test(error.message)) throw error;
        console.log(`once more, because of WebKit: ${name}: ${error.message}`);
        await run();
      }
    });
  };
}

/** A browser says of each file that is not there; a model on a server is asked for these, and need not have them. */
const NEED_NOT_BE = /status of 404.*\/(generation_config\.json|tokenizer_config\.json|chat_template\.jinja|model\.safetensors)\)$/;

/** Collects what no page should do; the function that comes back gives what there was so far. */
function watch(context, own) {
  const problems = [];
  context.on('console', (message) => {
    const said = `${message.type()}: ${message.text()} (${message.location().url})`;
    if (['error', 'warning'].includes(message.type()) && !NEED_NOT_BE.test(said)) problems.push(said);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!own(request.url())) problems.push(`request to ${request.url()}`);
  });
  return () => problems;
}

/** Whether a request belongs to the page itself or to one of these sites. */
function isOwn(address, origins) {
  const { protocol, origin } = new URL(address);
  const known = (site) => (site.test ? site.test(origin) : site === origin);
  return ['blob:', 'data:', 'about:'].includes(protocol) || origins.some(known);
}
