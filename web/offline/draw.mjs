// Draws what other programs show of the page, from the favicon and from the built page: `node web/offline/draw.mjs`, after
// `cargo xtask build` and `npm ci` in tests/web. To be run again when one of them looks different; the files are committed.
import { copyFile, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from '../../tests/web/lib/browser.mjs';
import { Scope, watchEngine } from '../../tests/web/lib/scope.mjs';
import { serve } from '../../tests/web/lib/server.mjs';

const FAVICON = fileURLToPath(new URL('../icons/favicon.svg', import.meta.url));
const about = (name) => fileURLToPath(new URL(`about/${name}`, import.meta.url));

/** Systems cut a maskable icon to any shape that holds the middle 80 %: the marks of the favicon must be in there. */
const SAFE = 0.85;

/** Most sites cut a preview to this shape, and some take no picture that is much larger. */
const PREVIEW = { width: 1200, height: 630 };
const MOST_BYTES = 150_000;

/** A window of the same shape in which the whole picture fits. */
const WINDOW = { width: 1524, height: 800 };

/** The favicon as a picture of `size` pixels; a full one has no round corners, and its marks are `SAFE`. */
async function icon(browser, svg, { name, size, full = false }) {
  const context = await browser.newContext({ viewport: { width: size, height: size } });
  const page = await context.newPage();
  const tile = /<rect [^>]*rx="7"[^>]*\/>/.exec(svg)[0];
  const marks = `<g transform="translate(16 16) scale(${SAFE}) translate(-16 -16)">`;
  const drawn = full ? svg.replace(tile, tile.replace('rx="7" ', '') + marks).replace('</svg>', '</g></svg>') : svg;
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawn}`);
  await page.screenshot({ path: about(name), omitBackground: !full });
  await context.close();
}

const BRIGHT = { colorScheme: 'light', reducedMotion: 'reduce', deviceScaleFactor: PREVIEW.width / WINDOW.width };

/** The page with its first distribution, as a visitor with a bright screen sees it. */
async function preview(browser) {
  const server = await serve();
  const context = await browser.newContext({ viewport: WINDOW, ...BRIGHT });
  await context.addInitScript(watchEngine);
  const scope = new Scope(await context.newPage(), server.url);
  await scope.open('#backend=cpu');
  await scope.page.evaluate(() => document.fonts.ready);
  await scope.page.screenshot({ path: about('preview.jpg'), type: 'jpeg', quality: 85, clip: { x: 0, y: 0, ...WINDOW } });
  await context.close();
  await server.close();
  const { size } = await stat(about('preview.jpg'));
  if (size > MOST_BYTES) throw new Error(`preview.jpg has ${size} bytes, and should have ${MOST_BYTES} at most`);
}

await copyFile(FAVICON, about('icon.svg'));
const svg = await readFile(FAVICON, 'utf8');
const browser = await launch({ webgpu: false });
try {
  for (const size of [192, 512]) {
    await icon(browser, svg, { name: `icon-${size}.png`, size });
    await icon(browser, svg, { name: `maskable-${size}.png`, size, full: true });
  }
  await icon(browser, svg, { name: 'touch-icon.png', size: 180, full: true });
  await preview(browser);
} finally {
  await browser.close();
}
