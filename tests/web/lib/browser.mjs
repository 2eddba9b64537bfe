// Starts the browsers that the tests drive, as Debian has them.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import * as webkit from './webkit.mjs';

/** Each browser's programs, by the names they have on PATH, and what installs them. */
const PROGRAMS = {
  // The same names as in crates/xtask/src/tools.rs.
  chromium: {
    needs: [{ variable: 'CHROMIUM', names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] }],
    install: 'sudo apt-get install chromium chromium-driver',
  },
  firefox: {
    needs: [{ variable: 'FIREFOX', names: ['firefox-esr', 'firefox'] }],
    install: 'sudo apt-get install firefox-esr',
  },
  webkit: {
    needs: [{ names: ['WebKitWebDriver'] }, { names: ['Xvfb'] }],
    install: 'sudo apt-get install webkit2gtk-driver xvfb',
  },
};

/** Chromium without what belongs to its windows: a page opens in it in two thirds of the processor's time. */
const WITHOUT_WINDOWS = { names: ['chromium-headless-shell'] };

const VULKAN_DRIVERS = '/usr/share/vulkan/icd.d';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Firefox has WebGPU on Linux, on a software adapter, and in workers only when told so. */
const FIREFOX_WEBGPU = {
  'dom.webgpu.enabled': true,
  'dom.webgpu.workers.enabled': true,
  'dom.webgpu.allow-software': true,
  'gfx.webgpu.ignore-blocklist': true,
};

/** All of Firefox's windows are private then. */
const FIREFOX_PRIVATE = { 'browser.privatebrowsing.autostart': true };

/** Chromium's program, the whole of it; undefined if there is none. */
export const findChromium = () => find(PROGRAMS.chromium.needs[0]);

/** What runs its pages: what `CHROMIUM` names, else the quickest. */
const findPages = () => (!process.env.CHROMIUM && find(WITHOUT_WINDOWS)) || findChromium();

/**
 * What keeps a browser from running here, and the command that mends it; false if nothing does.
 *
 * @param {{ browser?: 'chromium' | 'firefox' | 'webkit', webgpu?: boolean }} options as for `launch`
 * @returns {string | false}
 */
export function missing({ browser = 'chromium', webgpu = true } = {}) {
  const { needs, install } = PROGRAMS[browser];
  const absent = needs.find((program) => !find(program));
  if (absent) return `${absent.names[0]} is missing: ${install}`;
  if (browser === 'firefox' && webgpu && !vulkan()) {
    return 'a software adapter for Vulkan is missing: sudo apt-get install mesa-vulkan-drivers';
  }
  return false;
}

/**
 * Starts a browser. Chromium's and Firefox's WebGPU run on software adapters; WebKit has none.
 *
 * Without `webgpu`, Chromium has `navigator.gpu`, but no adapter; Firefox has neither.
 *
 * @param {{ browser?: 'chromium' | 'firefox' | 'webkit', webgpu?: boolean, args?: string[], keeps?: boolean, whole?: boolean }} options
 *   `args`: more flags for Chromium; `keeps`: whether pages may keep files, which Firefox's private windows may not; `whole`: all of Chromium, as
 *   visitors have it, which asks for permissions
 * @returns {Promise<import('playwright-core').Browser>} WebKit's has those of its methods that the core tests call
 */
export function launch({ browser = 'chromium', webgpu = true, args = [], keeps = true, whole = false } = {}) {
  const why = missing({ browser, webgpu });
  if (why) throw new Error(why);
  const [executablePath, ...others] = PROGRAMS[browser].needs.map(find);
  if (browser === 'webkit') return webkit.launch(executablePath, ...others);
  if (browser === 'firefox') {
    // By this name Playwright starts a Firefox that it has not changed, and speaks WebDriver BiDi with it. From 1.65 on
    // it asks for a command that Firefox 153 does not have.
    const channel = 'moz-firefox';
    const env = webgpu ? { ...process.env, ...vulkan() } : process.env;
    const firefoxUserPrefs = { ...(webgpu && FIREFOX_WEBGPU), ...(!keeps && FIREFOX_PRIVATE) };
    return firefox.launch({ channel, executablePath, env, firefoxUserPrefs });
  }
  const gpu = webgpu ? ['--enable-unsafe-webgpu'] : [];
  return chromium.launch({ executablePath: whole ? executablePath : findPages(), args: [...CHROMIUM_FLAGS, ...gpu, ...args] });
}

/** The path in the program's variable, or the first of its names on PATH. */
function find({ variable, names }) {
  if (variable && process.env[variable]) return process.env[variable];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** The environment in which Vulkan finds Mesa's software adapter alone, unless another was chosen. */
function vulkan() {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES } = process.env;
  if (VK_ICD_FILENAMES || VK_DRIVER_FILES) return {};
  const drivers = existsSync(VULKAN_DRIVERS) ? readdirSync(VULKAN_DRIVERS) : [];
  const lavapipe = drivers.find((file) => /^lvp_icd\..*json$/.test(file));
  return lavapipe && { VK_ICD_FILENAMES: join(VULKAN_DRIVERS, lavapipe) };
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
