// Snippets of a document, and pages of other sites that they stand in.
import assert from 'node:assert/strict';
import { values } from './sampling.mjs';
import { Scope } from './scope.mjs';
import { eventually } from './wait.mjs';

/** Where the page is, in the document. */
export const PAGE = 'https://YOUR-HOST/logitscope/';

/**
 * Every fenced block of `markdown`, with the heading that it stands under.
 *
 * @param {string} markdown
 * @returns {{ section: string, language: string, text: string }[]}
 */
export function blocks(markdown) {
  const found = [];
  let [section, open] = ['', undefined];
  for (const line of markdown.split('\n')) {
    const fence = /^(`{3,})(.*)$/.exec(line);
    if (open && fence?.[1] === open.fence) {
      found.push({ section, language: open.language, text: open.lines.join('\n') });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else if (fence) {
      open = { fence: fence[1], language: fence[2], lines: [] };
    } else if (line.startsWith('#')) {
      section = line.replace(/^#+ /, '');
    }
  }
  return found;
}

/** Opens a page of another site with `html` in it; `page` is where ours is. Gives what serves it. */
export async function course(scope, host, html, { page = scope.url, headers } = {}) {
  const body = html.replaceAll(PAGE, page);
  const content = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">${body}`;
  const server = await host({ base: '/course/', files: { 'course.html': content }, headers });
  await scope.page.goto(`${server.origin.replace('localhost', '127.0.0.1')}/course/course.html`);
  return server;
}

/** The page in a frame. */
export async function inside(scope, selector = 'iframe', page = scope.url) {
  const frame = scope.page.locator(selector);
  await frame.waitFor({ state: 'attached' });
  return eventually(async () => {
    const content = await (await frame.elementHandle()).contentFrame();
    assert.ok(content.url().startsWith(page), content.url());
    return new Scope(scope.page, page, content);
  });
}

/** Fails unless the page shows what was asked for. */
export async function shows(page, wanted) {
  const { embed = '1', prompt, temperature = 0.8, top_k = 40, top_p = 0.9, seed = 1, show, hide, lock, ...others } = wanted;
  assert.deepEqual([embed, others], ['1', {}], 'nothing is asked for that is not looked at here');
  const state = await page.ready();
  assert.equal(state.prompt, prompt);
  assert.deepEqual(values(state.settings), {
    temperature: Number(temperature),
    top_k: Number(top_k),
    top_p: Number(top_p),
    seed: Number(seed),
  });
  assert.equal(await page.frame.locator('header').count(), 0, 'an embed');
  const names = show?.split(',');
  const seen = { temperature: 'temperature-slider', top_k: 'top_k-slider', candidates: 'candidates', dice: 'dice-pin', step: 'step' };
  for (const [name, testid] of Object.entries(names ? seen : {})) {
    assert.equal(await page.at(testid).count(), names.includes(name) ? 1 : 0, `${name} is there if it is to be`);
  }
  if (hide === 'pipeline') assert.equal(await page.at('station-layers').count(), 0);
  assert.equal(await page.at('prompt').evaluate((e) => e.readOnly), lock === 'prompt');
  assert.deepEqual(await page.notices(), []);
  return state;
}

/** Waits until the frame is as high as what is in it. */
export function fits(scope, demo) {
  return eventually(async () => {
    const content = await demo.frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    const frame = await scope.page.locator('iframe').evaluate((e) => e.getBoundingClientRect().height);
    assert.equal(frame, content);
    return frame;
  });
}

/** Calls a method of the element with this id. */
export const ask = (scope, id, method, ...args) =>
  scope.page.evaluate(([id, method, args]) => document.getElementById(id)[method](...args), [id, method, args]);

/** The state with which it was ready. */
export const ready = (scope, id = 'demo') => scope.page.evaluate((id) => document.getElementById(id).ready, id);

/** What a page has left in the browser's storage. Browsers may refuse that to a frame of another site: then it is nothing. */
export const kept = (demo) =>
  demo.frame.evaluate(() => {
    const keys = (storage) => {
      try {
        return Object.keys(window[storage]);
      } catch {
        return [];
      }
    };
    return [...keys('localStorage'), ...keys('sessionStorage'), document.cookie].filter(Boolean);
  });
