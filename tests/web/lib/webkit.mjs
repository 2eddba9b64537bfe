// Starts WebKitGTK's MiniBrowser, the nearest to Safari that runs on Linux: on a screen of its own, driven by
// WebKitWebDriver.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from './wait.mjs';
import { Session, WebDriverPage } from './webdriver.mjs';

const CAPABILITIES = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: ['--automation'] } };

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
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11' };
  const server = spawn(driver, ['-p', String(port)], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => assert.ok((await fetch(`${url}/status`)).ok));

  let version = '';
  const newContext = async () => {
    const session = await Session.open(url, CAPABILITIES);
    version = session.capabilities.browserVersion;
    const page = new WebDriverPage(session);
    return { newPage: async () => page, pages: () => [page], close: () => session.close() };
  };
  const close = async () => {
    server.kill();
    await once(server, 'exit');
    screen.kill();
    await once(screen, 'exit');
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
