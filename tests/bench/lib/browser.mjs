// One browser for the whole run; each measurement gets a page of its own.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NODE_MODULES, WEB_NODE_MODULES } from './folders.mjs';

// As in tests/web/lib/browser.mjs.
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
];

/** Ends a page that hangs. */
const TIMEOUT_MS = 15 * 60_000;

/**
 * Starts `$CHROMIUM`, else `chromium`.
 *
 * @returns {Promise<{ version: string, call: (page: string, name: string, task: object) => Promise<any>,
 *   page: (use: Function) => Promise<any>, close: () => Promise<void> }>} `call` opens `page` and calls its function
 *   `name`
 */
export async function launch(url) {
  const packages = existsSync(NODE_MODULES) ? NODE_MODULES : WEB_NODE_MODULES;
  const { chromium } = createRequire(join(packages, 'x.js'))('playwright-core');
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const call = async (file, name, task) => {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    try {
      await page.goto(`${url}pages/${file}`);
      return await within(TIMEOUT_MS, page.evaluate(([f, given]) => window[f](given), [name, task]));
    } catch (error) {
      const [first] = error.message.replace('page.evaluate: ', '').split('\n');
      throw new Error([first, ...errors].join('; '), { cause: error });
    } finally {
      await page.close();
    }
  };
  /** Gives `use` a page of its own. */
  const page = async (use) => {
    const context = await browser.newContext();
    try {
      return await within(TIMEOUT_MS, use(await context.newPage()));
    } finally {
      await context.close();
    }
  };
  return { version: browser.version(), call, page, close: () => browser.close() };
}

async function within(ms, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came back in ${ms / 60_000} minutes`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
