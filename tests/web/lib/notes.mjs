// What a page should not do, noted by the page itself: for browsers that do not tell what happens in them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from './server.mjs';

/**
 * Options of `serve` by which the page begins with a script that notes its problems, and calls `more`.
 *
 * The script stands before the page's security policy, which therefore does not forbid it.
 */
export async function withNotes(options, more) {
  const html = await readFile(join(options.root ?? DIST, 'index.html'), 'utf8');
  const index = html.replace('<head>', () => `<head><script>(${note})(); (${more})();</script>`);
  return { ...options, files: { ...options.files, 'index.html': index } };
}

/** What the context's pages have noted; `own` says which requests are theirs to make. */
export async function noted(context, own) {
  const all = await Promise.all(context.pages().map((page) => page.evaluate(() => window.noted)));
  const problems = all.flatMap(({ problems }) => problems);
  const requests = all.flatMap(({ requests }) => requests.filter((url) => !own(url)));
  return [...problems, ...requests.map((url) => `request to ${url}`)];
}

/** Runs in the page. A worker's requests are not among those it hears of; the page's policy keeps them at home. */
function note() {
  const problems = [];
  const requests = [];
  for (const level of ['error', 'warn']) {
    const say = console[level];
    console[level] = (...words) => {
      problems.push(`${level}: ${words.join(' ')}`);
      say.apply(console, words);
    };
  }
  addEventListener('error', (event) => problems.push(`uncaught: ${event.message}`));
  addEventListener('unhandledrejection', (event) => problems.push(`uncaught: ${event.reason}`));
  addEventListener('securitypolicyviolation', (event) => problems.push(`forbidden: ${event.blockedURI}`));
  new PerformanceObserver((list) => requests.push(...list.getEntries().map((entry) => entry.name))).observe({
    type: 'resource',
    buffered: true,
  });
  window.noted = { problems, requests };
}
