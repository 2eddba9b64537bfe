// Starts the browser that the tests drive: Debian's Chromium, whose WebGPU runs on a software adapter.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

// The same names as in crates/xtask/src/tools.rs.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const ALWAYS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser's program: `$CHROMIUM`, or the first on PATH; undefined if there is none.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/**
 * Starts the browser.
 *
 * Without `webgpu` the same browser has `navigator.gpu`, but no adapter.
 *
 * @param {{ webgpu?: boolean, args?: string[] }} options `args`: more flags
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function launch({ webgpu = true, args = [] } = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('chromium is missing: sudo apt-get install chromium');
  const gpu = webgpu ? ['--enable-unsafe-webgpu'] : [];
  return chromium.launch({ executablePath, args: [...ALWAYS, ...gpu, ...args] });
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
