// Pictures as files: well-formed, with what makes them again below them, nothing of the page's markup in them, and not blank.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const SETTINGS = 'temperature=0.8&top_k=40&top_p=0.9&seed=41&backend=cpu';
const FOREST = `#prompt=In+the+forest+lived+a&${SETTINGS}`;
const HOSTILE = '<script>alert(1)</script> ]]> & "a\' \u0001\u001b <svg onload=alert(2)> https://evil.invalid/x';
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true } };

/** What pressing a button saves: the file's name and its bytes. */
async function saved(scope, testid) {
  const press = () => scope.at(testid).evaluate((button) => button.click());
  const [file] = await Promise.all([scope.page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Calls `f` in an empty page: ours forbids the styles that a file may have. */
async function elsewhere(scope, f, given) {
  const page = await scope.page.context().newPage();
  try {
    return await page.evaluate(f, given);
  } finally {
    await page.close();
  }
}

/** Reads an SVG as XML, and draws it onto a canvas. */
const looked = (scope, text) =>
  elsewhere(scope, async (source) => {
    const xml = new DOMParser().parseFromString(source, 'image/svg+xml');
    const all = [...xml.querySelectorAll('*')];
    const attributes = all.flatMap((element) => [...element.attributes].map((own) => [own.name, own.value]));
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [800, Math.round((800 * image.naturalHeight) / image.naturalWidth)];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    document.body.append(document.importNode(xml.documentElement, true));
    const lines = [...document.querySelectorAll('text')].map((line) => [line.textContent, line.getBoundingClientRect()]);
    const foot = lines.find(([text]) => text.startsWith('Made with Logitscope'))?.[1].top;
    const under = lines.filter(([text, { bottom }]) => !text.startsWith('Made with') && bottom > foot + 2).map(([text]) => text);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return {
      error: xml.querySelector('parsererror')?.textContent,
      root: xml.documentElement.localName,
      tags: [...new Set(all.map((element) => element.localName))],
      handlers: attributes.filter(([name]) => /^on/i.test(name)),
      addresses: attributes.filter(([name]) => /(^|:)(href|src)$/.test(name)).map(([, value]) => value.slice(0, 22)),
      styles: [...xml.querySelectorAll('style')].map((style) => style.textContent),
      texts: [...xml.querySelectorAll('text')].map((line) => line.textContent),
      view: xml.documentElement.getAttribute('viewBox').split(' ').map(Number),
      colours: new Set(pixels).size,
      under,
    };
  }, text);

const TAGS = [
  'svg', 'title', 'defs', 'style', 'g', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'tspan', 'image',
  'clipPath', 'pattern', 'linearGradient', 'stop',
];

/** Holds an SVG to what every saved picture is. */
async function assertPicture(scope, { name, bytes }, { prompt, about }) {
  assert.match(name, /^logitscope-[a-z-]+\.svg$/, about);
  const picture = await looked(scope, bytes.toString('utf8'));
  assert.equal(picture.error, undefined, `${about} is well-formed`);
  assert.equal(picture.root, 'svg');
  assert.deepEqual(picture.tags.filter((tag) => !TAGS.includes(tag)), [], `${about} has only shapes`);
  assert.deepEqual(picture.handlers, [], about);
  assert.deepEqual(picture.under, [], `${about}: nothing reaches into what stands under it`);
  for (const address of picture.addresses) assert.match(address, /^data:image\/png;base64/, about);
  for (const style of picture.styles) {
    assert.match(style, /^@font-face\{font-family:"Inter";font-weight:100 900;src:url\(data:font\/woff2;base64,[\w+/=]+\) format\("woff2"\)\}$/, about);
  }
  const says = picture.texts.join('\n').replaceAll(/[^\S\n]/g, ' ');
  assert.match(says, /Model pocket, .*seed 41/s, about);
  assert.match(says, /top_k 40/, about);
  assert.match(says, /Made with Logitscope \d+\.\d+\.\d+: http/, about);
  assert.ok(says.replaceAll('\n', ' ').includes(prompt), `${about} has the prompt: ${says.slice(-400)}`);
  assert.ok(picture.colours > 40, `${about} has ${picture.colours} colours`);
  return { ...picture, says };
}

/** Holds a PNG to its signature, to a size, and to having something on it. */
async function assertPng(scope, { name, bytes }, [, , width, height], about) {
  assert.match(name, /^logitscope-[a-z-]+\.png$/, about);
  assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a', about);
  const scale = bytes.readUInt32BE(16) / width;
  assert.ok(Math.abs(bytes.readUInt32BE(20) / height - scale) < 0.01, `${about} has the shape of its SVG`);
  assert.ok(scale > 1.2 && scale <= 2, `${about} has ${scale} pixels for one`);
  const colours = await elsewhere(scope, async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 400, 300);
    return new Set(new Uint32Array(context.getImageData(0, 0, 400, 300).data.buffer)).size;
  }, bytes.toString('base64'));
  assert.ok(colours > 40, `${about} has ${colours} colours`);
}

/** Saves what is open both ways. */
async function both(scope, about, prompt = 'In the forest lived a') {
  const picture = await assertPicture(scope, await saved(scope, 'save-svg'), { prompt, about });
  await assertPng(scope, await saved(scope, 'save-png'), picture.view, about);
  return picture;
}

test('the flow is a figure, and a poster in A3 with the text so far', async (scope) => {
  await scope.open(FOREST);
  await scope.steps(3);
  await scope.settled();
  await scope.at('share-menu').click();
  await scope.at('poster-svg').waitFor();
  const poster = await assertPicture(scope, await saved(scope, 'poster-svg'), { prompt: 'In the forest lived a', about: 'poster' });
  const [, , width, height] = poster.view;
  assert.ok(Math.abs(width / height - Math.SQRT2) < 0.01, `${width} × ${height}`);
  const { text } = await scope.call('state');
  assert.ok(poster.says.includes(text.trim()), 'the text so far');
  // Every station, every row of the text and every candidate that it lists.
  for (const station of ['Tokens', 'Embed', '6 layers', 'Logits', 'Softmax', 'Sampler', 'Dice']) assert.ok(poster.texts.includes(station), station);
  const chips = await scope.frame.locator('.flow .flow-chip-text').allTextContents();
  for (const chip of chips.slice(0, -1)) assert.ok(poster.texts.includes(chip), chip);
  await assertPng(scope, await saved(scope, 'poster-png'), poster.view, 'poster');
  const figure = await assertPicture(scope, await saved(scope, 'picture-svg'), { prompt: 'In the forest lived a', about: 'flow' });
  assert.ok(figure.says.includes('was chosen'));
  await assertPng(scope, await saved(scope, 'picture-png'), figure.view, 'flow');
  // A station that is open has its head there, too.
  await scope.call('open', 'layers');
  const open = await assertPicture(scope, await saved(scope, 'poster-svg'), { prompt: 'In the forest lived a', about: 'poster of an open station' });
  assert.ok(open.texts.includes('6 layers'));
  // What was laid out for it is gone.
  assert.equal(await scope.frame.locator('.picture-sheet, picture-part, [data-picture], [data-parts]').count(), 0);
}, DESKTOP);

test('what is open is saved from its head, without its buttons', async (scope) => {
  await scope.open(FOREST);
  await scope.steps(2);
  for (const station of ['softmax', 'sampler', 'dice']) {
    await scope.look(station);
    const picture = await both(scope, station);
    assert.ok(!picture.says.includes('Try:'), station);
  }
  await scope.look('softmax');
  const { candidates } = await scope.shown();
  const { says } = await both(scope, 'softmax');
  for (const { before } of candidates.slice(0, 4)) assert.ok(says.includes(before), before);
  for (const [view, part] of [['attention', 'heat'], ['lens', 'lens']]) {
    await scope.click(`inside-${view}`);
    await scope.at(part).waitFor();
    await scope.settled();
    const picture = await both(scope, view);
    if (view === 'attention') assert.ok(picture.addresses.length > 1, 'heads are images');
  }
  // A view that is scrolled is whole, and is scrolled as far as before.
  const cells = await scope.frame.getByTestId('lens-cell').count();
  const { texts } = await both(scope, 'lens');
  assert.ok(texts.filter((text) => /^[<>]?\s?[\d.]+\s%$/.test(text)).length >= cells, 'every cell of the lens has its share');
}, DESKTOP);

test('a tree is saved whole, however little of it is in sight, and stays where it was', async (scope) => {
  await scope.open(FOREST);
  await scope.click('strategies');
  await scope.click('strategy-tree');
  await scope.click('tree-look');
  await eventually(async () => assert.match(await scope.text('tree-found'), /computed in/));
  const frame = scope.at('tree-drawing');
  const place = () => frame.evaluate((e) => [e.scrollLeft, e.scrollTop, e.clientWidth, e.clientHeight]);
  // The tree is as tall as it gets.
  await scope.settled();
  await eventually(async () => {
    const first = await place();
    await new Promise((later) => setTimeout(later, 200));
    assert.deepEqual(await place(), first);
  });
  await frame.evaluate((e) => e.scrollTo(0, 30));
  const before = await place();
  const chips = await scope.frame.locator('.tree-chip').count();
  const { texts } = await both(scope, 'tree');
  assert.ok(texts.filter((text) => text.includes('%')).length >= chips - 2, `${chips} nodes`);
  assert.deepEqual(await place(), before);
}, DESKTOP);

test('whatever the prompt is, it is only text', async (scope) => {
  await scope.open(`#${SETTINGS}`);
  await scope.call('setPrompt', HOSTILE);
  await scope.settled();
  await scope.at('share-menu').click();
  await scope.at('poster-svg').waitFor();
  const prompt = '<script>alert(1)</script> ]]> & "a';
  for (const testid of ['poster-svg', 'picture-svg']) {
    await assertPicture(scope, await saved(scope, testid), { prompt, about: testid });
  }
  await scope.look('tokens');
  await assertPicture(scope, await saved(scope, 'save-svg'), { prompt, about: 'tokens' });
}, DESKTOP);

test('it speaks the language of the page, in its colours, on a phone, too', async (scope) => {
  await scope.open(`${FOREST}&lang=de&theme=dark`);
  await scope.look('logits');
  const { bytes } = await saved(scope, 'save-svg');
  const { texts, error } = await looked(scope, bytes.toString('utf8'));
  assert.equal(error, undefined);
  assert.match(texts.join('\n'), /Modell pocket.*Seed 41.*Erstellt mit Logitscope/s);
  const ground = await elsewhere(scope, (source) => {
    const [rect] = new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll('svg > rect');
    return Number.parseInt(rect.getAttribute('fill').slice(1, 3), 16);
  }, bytes.toString('utf8'));
  assert.ok(ground < 80, `the ground is dark: ${ground}`);
}, PHONE);

test('where nothing is shared no picture is saved', async (scope) => {
  for (const more of ['lock=share', 'embed=1']) {
    await scope.open(`${FOREST}&${more}`);
    await scope.look('dice');
    assert.equal(await scope.at('save-picture').count(), 0, more);
  }
}, DESKTOP);

test('the button is reached by keyboard and large enough', async (scope) => {
  await scope.open(FOREST);
  await scope.look('dice');
  const button = scope.at('save-picture');
  const { width, height } = await button.boundingBox();
  assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
  await button.focus();
  await scope.page.keyboard.press('Enter');
  await scope.page.keyboard.press('Tab');
  const [file] = await Promise.all([scope.page.waitForEvent('download'), scope.page.keyboard.press('Enter')]);
  assert.equal(file.suggestedFilename(), 'logitscope-dice.svg');
  await scope.page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await scope.at('save-svg').isVisible(), false));
}, DESKTOP);

test(
  'where a PNG is not given out, it is said what to do instead',
  async (scope) => {
    await scope.open(FOREST);
    await scope.look('dice');
    await scope.frame.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = () => {
        throw new DOMException('tainted', 'SecurityError');
      };
    });
    await scope.at('save-png').evaluate((button) => button.click());
    await scope.notice(/gives out no PNG.*Save it as SVG, or print/);
  },
  DESKTOP,
);
