// Starts WebKitGTK's MiniBrowser, the nearest to Safari that runs on Linux: on a screen of its own, driven by
// WebKitWebDriver.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from './wait.mjs';
import { Session, WebDriverPage } from './webdriver.mjs';

const CAPABILITIES = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: ['--automation'] } };

/** How long a browser may take to start. */
const START_MS = 20_000;

/**
 * Starts a screen and the driver.
 *
 * @param {string} driver the path of WebKitWebDriver
 * @param {string} xvfb the path of Xvfb
 * @returns {Promise<{ version: () => string, newContext: Function, close: () => Promise<void> }>} `newContext` starts a
 *   browser, with one page and nothing kept
 */
export async function launch(driver, xvfb) {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3], 'data');
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11' };
  const startDriver = async () => {
    const port = await freePort();
    const server = spawn(driver, ['-p', String(port)], { env, stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => assert.ok((await fetch(`${url}/status`)).ok));
    return { server, url };
  };
  const stop = async (program) => {
    program.kill();
    await once(program, 'exit');
  };
  let running = await startDriver();

  let version = '';
  const newContext = async (options, attempts = 3) => {
    // Now and then the browser does not start, and the driver waits for it for ever: another driver starts another one.
    let gaveUp;
    const late = new Promise((_, failed) => {
      gaveUp = setTimeout(() => failed(new Error('MiniBrowser does not start')), START_MS);
    });
    try {
      const session = await Promise.race([Session.open(running.url, CAPABILITIES), late]);
      version = session.capabilities.browserVersion;
      const page = new WebDriverPage(session);
      return { newPage: async () => page, pages: () => [page], close: () => session.close() };
    } catch (error) {
      if (attempts <= 1) throw error;
      await stop(running.server);
      running = await startDriver();
      return newContext(options, attempts - 1);
    } finally {
      clearTimeout(gaveUp);
    }
  };
  const close = async () => {
    await stop(running.server);
    await stop(screen);
  };
  return { version: () => version, newContext, close };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
