import { serve } from './lib/server.mjs';
import { launch } from './lib/browser.mjs';
for (const webgpu of [true, false]) {
  const server = await serve({ root: process.argv[2], cors: true });
  const browser = await launch({ webgpu });
  const page = await browser.newPage();
  page.on('console', (m) => console.log('console', m.text()));
  page.on('pageerror', (m) => console.log('pageerror', m.message));
  page.on('requestfailed', (m) => console.log('failed', m.url()));
  await page.goto(server.url + '?a=1#x');
  await page.waitForTimeout(3000);
  console.log(webgpu, await page.evaluate(async () => ({ w: worker.textContent, p: document.getElementById('page').textContent, c: getComputedStyle(document.body).color, s: getComputedStyle(styled).color, a: await navigator.gpu?.requestAdapter().then((a) => a && a.info.architecture), secure: isSecureContext })), browser.version());
  console.log(server.requests.join(' '));
  await browser.close();
  await server.close();
}
// sandboxed frame: opaque origin
const server = await serve({ root: process.argv[2], cors: true });
const { writeFileSync } = await import('node:fs');
const outer = await serve({ root: '/work/tmp/hello/outer', base: '/' });
writeFileSync('/work/tmp/hello/outer/index.html', `<iframe sandbox="allow-scripts" src="${server.url}"></iframe>`);
const browser = await launch();
const page = await browser.newPage();
page.on('console', (m) => console.log('console', m.text()));
page.on('pageerror', (m) => console.log('pageerror', m.message));
await page.goto(outer.url);
await page.waitForTimeout(3000);
const frame = page.frames()[1];
console.log('sandbox', await frame.evaluate(() => document.body.innerText));
await browser.close(); await server.close(); await outer.close();
