// How the page looks and is reached: two widths, light and dark, and the keyboard alone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').catch(() => undefined);

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** What sticks out of the window, or out of its own box. */
function overflow() {
  const width = document.documentElement.clientWidth;
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className} ${e.dataset.testid ?? ''} "${e.textContent.slice(0, 30)}"`;
  const scrolls = (e) => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowX) || p.closest('svg, .visually-hidden')) return true;
    }
    return false;
  };
  const controls = [...document.querySelectorAll('button, input, select, textarea, summary, a')];
  const visible = controls.filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const outside = visible.filter((e) => {
    const box = e.getBoundingClientRect();
    return !scrolls(e) && (box.left < -0.5 || box.right > width + 0.5);
  });
  const clipped = visible.filter(
    (e) => /BUTTON|SUMMARY/.test(e.tagName) && !scrolls(e) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1) && getComputedStyle(e).overflow !== 'visible',
  );
  return {
    page: document.documentElement.scrollWidth - width,
    outside: outside.map(name),
    clipped: clipped.map(name),
    small: visible
      .filter((e) => {
        const box = e.getBoundingClientRect();
        return e.tagName === 'BUTTON' && (box.width < 20 || box.height < 20) && !e.matches('.token, .slot, .flow-chip');
      })
      .map(name),
  };
}

/** The background's brightness, 0 to 255, whatever the style sheet calls its colour. */
function brightness(scope) {
  return scope.frame.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
  });
}

async function violations(scope) {
  await scope.frame.evaluate(axe);
  const found = await scope.frame.evaluate(async () => {
    const { violations: all } = await window.axe.run(document, { resultTypes: ['violations'] });
    return all.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.slice(0, 3).map((node) => `${node.target}: ${node.failureSummary}`),
    }));
  });
  return found.filter(({ impact }) => ['serious', 'critical'].includes(impact));
}

/** What looks at the page as it is, under a name. */
function checks(scope, kind) {
  return async (what) => {
    await scope.settled();
    const { page, ...lists } = await scope.frame.evaluate(overflow);
    assert.ok(page <= 0, `${what}: the page is ${page} pixels too wide`);
    assert.deepEqual(lists, { outside: [], clipped: [], small: [] }, what);
    if (axe) assert.deepEqual(await violations(scope), [], what);
    await scope.screenshot(`${what}-${kind}`);
  };
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(
      `${size}, ${colorScheme}: nothing is cut off, and everybody can read it`,
      async (scope) => {
        await scope.open('#prompt=The+king+opened+the+door+and');
        const check = checks(scope, `${size}-${colorScheme}`);
        await check('start');
        assert.equal((await brightness(scope)) < 100, colorScheme === 'dark', `the page is ${colorScheme}`);

        await scope.steps(12);
        await scope.call('force', 300);
        await scope.call('setSettings', { temperature: 1.3, top_k: 5, top_p: 0.9 });
        await check('run');

        await scope.unfoldText();
        await scope.pressToken(8);
        for (const twin of await scope.frame.locator('details.twin > summary:visible').all()) await twin.click();
        await check('inspect');

        await scope.click('share-menu');
        await check('menu');
        await scope.page.keyboard.press('Escape');
        if (size === 'phone') await scope.click('more-page');
        await scope.click('help');
        await scope.at('help-dialog').waitFor();
        await check('help');
      },
      { context: { viewport, colorScheme } },
    );

    test(
      `${size}, ${colorScheme}: a lesson, the game and the editor, too`,
      async (scope) => {
        const check = checks(scope, `${size}-${colorScheme}`);
        await scope.open('#lesson=how-sure-is-it&step=1');
        await scope.at('lesson-guess').fill('Paris');
        await check('lesson-hidden');
        await scope.at('lesson-check').click();
        await eventually(async () => assert.match(await scope.text('lesson-said'), /rank/));
        for (const fold of ['lesson-hint', 'lesson-teacher']) {
          const summary = scope.at(fold).locator('summary');
          if (await summary.isVisible()) await summary.click();
        }
        await check('lesson');
        await scope.open('#prompt=Once+upon+a+time+there+was&game=3-6');
        await scope.at('game-guess').fill('time');
        await eventually(async () => assert.ok(await scope.at('game-bet').isEnabled()));
        await scope.at('game-bet').click();
        await scope.at('game-came').waitFor();
        await check('game');
        await scope.at('game-leave').click();
        await scope.at('lesson-menu').click();
        await scope.at('lesson-is-it-true').waitFor();
        await check('lessons');
        await scope.at('write-lesson').click();
        await scope.at('lesson-source').fill('title');
        await check('editor');
      },
      { context: { viewport, colorScheme } },
    );
  }
}

test('the theme button changes the colours, and they stay', async (scope) => {
  await scope.open();
  const background = () => scope.frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const before = await background();
  await scope.click('theme');
  await eventually(async () => assert.notEqual(await background(), before));
  const after = await background();
  await eventually(async () => assert.match(await scope.frame.evaluate(() => JSON.stringify(localStorage)), /dark|light/));
  await scope.page.reload();
  await scope.ready();
  assert.equal(await background(), after);
});

test('the keyboard reaches every control, and shows where it is', async (scope) => {
  await scope.open('#prompt=The+king');
  await scope.steps(2);
  await scope.settled();
  const expected = await scope.frame
    .locator('[data-testid]:is(button, input, select, textarea, summary):enabled, details.twin')
    .evaluateAll((all) =>
      all
        .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches('[tabindex="-1"]'))
        .map((e) => e.dataset.testid),
    );
  const reached = new Set();
  await scope.frame.evaluate(() => document.activeElement?.blur());
  for (let presses = 0; presses < 200; presses += 1) {
    await scope.page.keyboard.press('Tab');
    const here = await scope.frame.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return undefined;
      // The text box has no edges of its own: the surface that it lies on shows the focus.
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(e.matches('.prompt-box') ? e.closest('.surface') : e);
      const seen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return { id: e.dataset.testid ?? e.closest('details.twin')?.dataset.testid, seen, tag: e.outerHTML.slice(0, 120) };
    });
    if (!here) break;
    assert.ok(here.seen, `the focus is visible on ${here.tag}`);
    if (here.id) reached.add(here.id);
  }
  assert.ok(expected.length > 20, `${expected.length} controls`);
  assert.deepEqual(
    expected.filter((id) => !reached.has(id)),
    [],
    'controls that Tab does not reach',
  );
});

test('who wants no motion gets none', async (scope) => {
  await scope.open();
  await scope.steps(1);
  const moving = await scope.frame.evaluate(() =>
    document
      .getAnimations()
      .filter((a) => a.effect.getComputedTiming().duration > 10)
      .map((a) => a.animationName ?? a.transitionProperty),
  );
  assert.deepEqual(moving, []);
}, { context: { reducedMotion: 'reduce' } });
