// How the page looks and is reached: two widths, light and dark, zoomed, in the system's own colours, by the keyboard alone, and by ear.
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
    // On its way from one colour to another a button has neither.
    await scope.frame.evaluate(() => {
      const moving = document.getAnimations().filter((own) => own instanceof CSSTransition);
      moving.forEach((own) => own.finish());
    });
    const { page, ...lists } = await scope.frame.evaluate(overflow);
    assert.ok(page <= 0, `${what}: the page is ${page} pixels too wide`);
    assert.deepEqual(lists, { outside: [], clipped: [], small: [] }, what);
    if (axe) assert.deepEqual(await violations(scope), [], what);
    await scope.screenshot(`${what}-${kind}`);
  };
}

/** An answer as servers give it. */
const ANSWER = JSON.stringify({
  model: 'a-model',
  choices: [{
    finish_reason: 'stop',
    logprobs: { content: [{ token: 'Two', logprob: -0.1, top_logprobs: [{ token: 'Two', logprob: -0.1 }, { token: 'Three', logprob: -3 }] }, { token: ' words', logprob: -9, top_logprobs: [] }] },
  }],
});

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
        await scope.page.keyboard.press('Escape');
        await scope.click('model-menu');
        await scope.click('open-server');
        await check('server');
        await scope.at('answer-box').locator('summary').click();
        await scope.at('answer-json').fill(ANSWER);
        await scope.click('answer-show');
        await scope.at('answer').waitFor();
        await check('answer');
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

/** Places of the page, by what opens them. */
const STEP = '#prompt=The+king+opened+the+door+and&backend=cpu';
const PLACES = {
  'first page': STEP,
  lesson: '#lesson=how-sure-is-it&step=1&backend=cpu',
  'lesson with a slider': '#lesson=temperature&step=2&backend=cpu',
  game: '#prompt=Once+upon+a+time+there+was&game=3-6&backend=cpu',
  attention: `${STEP}&inside=attention&layer=1&head=2`,
  sampler: `${STEP}&open=sampler`,
  softmax: `${STEP}&open=softmax`,
  dice: `${STEP}&open=dice`,
  beams: `${STEP}&open=beams`,
  compare: `${STEP}&open=compare`,
};

/** The editor has no link of its own. */
async function openEditor(scope) {
  await scope.open(STEP);
  await scope.at('lesson-menu').click();
  await scope.at('write-lesson').click();
  await scope.at('editor-step').click();
  await scope.settled();
}

/** Controls of which a part lies where nobody can see it or press it: out of the window to a side, or under another one. */
function unreachable() {
  const width = document.documentElement.clientWidth;
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className} ${e.dataset.testid ?? ''} "${e.textContent.slice(0, 30)}"`;
  const controls = [...document.querySelectorAll('button, input:not([type=file]), select, textarea:not(.prompt-box), summary, a')];
  const visible = controls.filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.disabled && !e.closest('.visually-hidden, .skip-link, svg'));
  const found = [];
  for (const e of visible) {
    e.scrollIntoView({ block: 'center', inline: 'center' });
    const box = e.getBoundingClientRect();
    // The chips of the picture come close together in a narrow one; every token stands in the text, too.
    if (box.width === 0 || e.matches('.visually-hidden, .flow-chip')) continue;
    if (box.left < -0.5 || box.right > width + 0.5) found.push(`outside: ${name(e)}`);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit && !e.contains(hit) && !hit.contains(e) && !hit.closest('label')?.contains(e)) found.push(`under ${name(hit)}: ${name(e)}`);
  }
  return found;
}

for (const [zoom, viewport] of Object.entries({ '200 %': { width: 640, height: 512 }, '400 %': { width: 320, height: 256 } })) {
  for (const lang of ['en', 'de', 'zh-Hans']) {
    test(`at ${zoom} in ${lang} the page scrolls one way alone, and every control can be reached`, async (scope) => {
      const look = async (what) => {
        await scope.settled();
        await eventually(async () => {
          const { page, outside } = await scope.frame.evaluate(overflow);
          assert.ok(page <= 0, `${what}: the page is ${page} pixels too wide`);
          assert.deepEqual(outside, [], what);
        }, 5000);
        assert.deepEqual(await scope.frame.evaluate(unreachable), [], what);
        await scope.screenshot(`zoom-${viewport.width}-${lang}-${what}`);
      };
      for (const [what, hash] of Object.entries(PLACES)) {
        await scope.open(`${hash}&lang=${lang}`);
        await look(what);
      }
      await openEditor(scope);
      await look('editor');
    }, { context: { viewport, reducedMotion: 'reduce' } });
  }
}

/** How far two colours on screen lie apart: WCAG's ratio of contrast. */
function contrasts(pairs) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return pairs.map(([a, b]) => {
    const [x, y] = [light(a), light(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`forced colours, ${colorScheme}: what is chosen, what is pressed, the focus and the picture are seen`, async (scope) => {
    await scope.open(`${STEP}&inside=attention&theme=${colorScheme === 'dark' ? 'light' : 'dark'}`);
    await scope.steps(1);
    await scope.settled();
    assert.ok(await scope.frame.evaluate(() => matchMedia('(forced-colors: active)').matches));
    const colour = (testid, what = 'backgroundColor') => scope.at(testid).first().evaluate((e, name) => getComputedStyle(e)[name], what);
    const apart = async (a, b) => (await scope.frame.evaluate(contrasts, [[a, b]]))[0];
    // The view that is open, beside one that is not.
    assert.ok((await apart(await colour('inside-attention'), await colour('inside-lens'))) >= 3, 'the open view');
    assert.ok((await apart(await colour('inside-attention'), await colour('inside-attention', 'color'))) >= 4.5, 'its name');
    // Step, beside Play.
    assert.ok((await apart(await colour('step'), await colour('play'))) >= 3, 'the button that counts');
    // The page's own choice of light or dark does not stand against the system's.
    assert.equal((await brightness(scope)) < 100, colorScheme === 'dark');
    await scope.close();
    await scope.settled();
    // A slider's track, left and right of its thumb.
    const slider = scope.frame.locator('.flow input[type=range]').first();
    const pixels = async (locator) => {
      const png = (await locator.screenshot()).toString('base64');
      return scope.frame.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: image.width, height: image.height });
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data: all } = context.getImageData(0, 0, image.width, image.height);
        const colours = new Map();
        for (let i = 0; i < all.length; i += 4) {
          const key = `rgb(${all[i]}, ${all[i + 1]}, ${all[i + 2]})`;
          colours.set(key, (colours.get(key) ?? 0) + 1);
        }
        const row = Math.floor(image.height / 2) * image.width * 4;
        const at = (x) => `rgb(${[...all.slice(row + 4 * x, row + 4 * x + 3)].join(', ')})`;
        return { colours: [...colours].sort((a, b) => b[1] - a[1]).map(([name, count]) => [name, count / (all.length / 4)]), row: [at(2), at(image.width - 3)] };
      }, png);
    };
    const ground = await scope.frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    for (const end of (await pixels(slider)).row) assert.ok((await apart(end, ground)) >= 3, `the track is ${end} on ${ground}`);
    // The picture has colours of more than one kind: not all of it is the system's one for text.
    const { colours } = await pixels(scope.at('flow'));
    const hued = colours.filter(([name]) => {
      const [r, g, b] = name.match(/\d+/g).map(Number);
      return Math.max(r, g, b) - Math.min(r, g, b) > 40;
    });
    const share = hued.reduce((sum, [, part]) => sum + part, 0);
    assert.ok(share > 0.05, `${share} of the picture has a hue`);
    // Tokens keep the colours of their surprise, under the text box too.
    const tokens = await scope.frame.locator('.flow-chip').evaluateAll((all) => new Set(all.map((e) => getComputedStyle(e).backgroundColor)).size);
    assert.ok(tokens > 2, `${tokens} colours of tokens`);
    // Tab shows where it is.
    await scope.page.keyboard.press('Tab');
    await scope.page.keyboard.press('Tab');
    const [outline, width] = await scope.frame.evaluate(() => {
      const { outlineColor, outlineWidth } = getComputedStyle(document.activeElement);
      return [outlineColor, parseFloat(outlineWidth)];
    });
    assert.ok(width >= 2 && (await apart(outline, ground)) >= 3, `the focus is ${outline}, ${width} pixels`);
    await scope.screenshot(`forced-${colorScheme}`);
  }, { context: { viewport: SIZES.desktop, forcedColors: 'active', colorScheme, reducedMotion: 'reduce' } });
}

test('who wants no motion gets none, wherever it is and whatever is pressed', async (scope) => {
  const still = async (what) => {
    const moving = await scope.frame.evaluate(() =>
      document
        .getAnimations()
        .filter((a) => a.effect.getComputedTiming().activeDuration > 17)
        .map((a) => a.animationName ?? a.transitionProperty),
    );
    assert.deepEqual(moving, [], what);
  };
  for (const [what, hash] of Object.entries(PLACES)) {
    await scope.open(hash);
    await still(what);
  }
  await scope.open(STEP);
  for (const press of ['step', 'roll-again', 'station-layers', 'share-menu', 'lesson-menu', 'theme']) {
    await scope.at(press).click();
    await still(press);
    if (press.endsWith('menu')) await scope.page.keyboard.press('Escape');
  }
  // What is open is computed again with each step.
  await scope.close();
  // The picture moves by its own hand: it is at its end as soon as the step is there.
  await scope.call('step');
  await scope.settled();
  const drawn = () => scope.at('flow').screenshot().then((png) => png.toString('base64'));
  assert.equal(await drawn(), await drawn());
}, { context: { reducedMotion: 'reduce' } });

test('the first Tab leads past the bar, and the order of the focus is that of the page', async (scope) => {
  await scope.open(STEP);
  await scope.steps(1);
  await scope.settled();
  await scope.frame.evaluate(() => document.activeElement?.blur());
  await scope.page.keyboard.press('Tab');
  const has = () => scope.frame.evaluate(() => document.activeElement.dataset.testid);
  assert.equal(await has(), 'skip');
  assert.ok(await scope.at('skip').evaluate((e) => e.getBoundingClientRect().top >= 0), 'it is in sight once it has the focus');
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await has(), 'step'));

  // What comes later is further down, or further to the right.
  await scope.frame.evaluate(() => document.activeElement?.blur());
  const places = [];
  for (let n = 0; n < 120; n += 1) {
    await scope.page.keyboard.press('Tab');
    const place = await scope.frame.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return undefined;
      const part = e.closest('.header, .surface, .sentence-row, .flow, .flow-line, .text-details, .footer');
      return part && [...document.querySelectorAll('.header, .surface, .sentence-row, .flow, .flow-line, .text-details, .footer')].indexOf(part);
    });
    if (place === undefined) break;
    if (place !== null) places.push(place);
  }
  assert.ok(new Set(places).size >= 4, `${places}`);
  assert.deepEqual(places, [...places].sort((a, b) => a - b), 'from the top to the bottom, part by part');
});

test('at 400 % the bar does not cover what has the focus', async (scope) => {
  await scope.open(STEP);
  await scope.steps(1);
  await scope.settled();
  await scope.frame.evaluate(() => document.activeElement?.blur());
  let reached = 0;
  for (; reached < 120; reached += 1) {
    await scope.page.keyboard.press('Tab');
    const covered = await scope.frame.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return 'end';
      const box = e.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, Math.max(box.y, 0) + Math.min(box.height, innerHeight) / 2];
      const hit = document.elementFromPoint(x, y);
      const bar = hit?.closest('.transport, .header');
      return bar && !bar.contains(e) ? e.outerHTML.slice(0, 120) : '';
    });
    if (covered === 'end') break;
    assert.equal(covered, '', 'under a bar');
  }
  assert.ok(reached > 20, `${reached} stops`);
  // One bar stays, and takes less than a third of the window.
  await scope.frame.evaluate(() => window.scrollTo(0, 600));
  const taken = await scope.frame.evaluate(() => {
    const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(160, y)?.closest('.header, .transport'));
    return rows.filter(Boolean).length / innerHeight;
  });
  assert.ok(taken > 0 && taken < 0.34, `bars take ${taken} of the window`);
  // A menu still opens below its button.
  await scope.at('model-menu').click();
  const box = await scope.at('bundled-model').boundingBox();
  const button = await scope.at('model-menu').boundingBox();
  assert.ok(box.y >= button.y + 10 && box.y < button.y + 200 && box.x >= 0 && box.x + box.width <= 320, JSON.stringify([box, button]));
}, { context: { viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' } });

test('what is pressed is 24 pixels wide and high, or has that much room', async (scope) => {
  for (const [what, hash] of Object.entries(PLACES)) {
    await scope.open(hash);
    await scope.settled();
    const small = await scope.frame.evaluate(() => {
      const all = [...document.querySelectorAll('button, select, summary, input:not([type=file]), [role=button], [role=slider]')].filter(
        (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest('.visually-hidden') && !e.matches('.visually-hidden'),
      );
      const boxes = all.map((e) => ((e.matches('[type=radio], [type=checkbox]') && e.closest('label')) || e).getBoundingClientRect());
      // WCAG 2.5.8: a circle of 24 pixels around the middle of a small one meets no other target.
      const meets = (i, j) => {
        const [x, y] = [boxes[i].x + boxes[i].width / 2, boxes[i].y + boxes[i].height / 2];
        const { left, right, top, bottom } = boxes[j];
        const away = Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom));
        return away < 12;
      };
      return all
        .map((e, i) => ({ e, i }))
        // A number beside its slider, which does the same.
        .filter(({ e }) => !(e.type === 'number' && e.closest('.setting')?.querySelector('[type=range]')))
        .filter(({ i }) => boxes[i].width > 0 && (boxes[i].width < 23.5 || boxes[i].height < 23.5))
        .filter(({ e, i }) => all.some((other, j) => i !== j && !e.contains(other) && !other.contains(e) && boxes[j].width > 0 && meets(i, j)))
        .map(({ e, i }) => `${e.className} ${e.dataset.testid ?? ''} "${e.textContent.slice(0, 20)}" ${Math.round(boxes[i].width)}x${Math.round(boxes[i].height)}`);
    });
    assert.deepEqual(small, [], what);
  }
}, { context: { viewport: SIZES.desktop } });

test('a step is read aloud once, with its token and its probability', async (scope) => {
  await scope.open(STEP);
  await scope.frame.evaluate(() => {
    window.aloud = [];
    const live = document.querySelector('.sentence-row [aria-live=polite]');
    new MutationObserver(() => window.aloud.push(live.textContent)).observe(live, { subtree: true, childList: true, characterData: true });
  });
  const [step] = await scope.steps(1);
  await scope.settled();
  const { choice } = await scope.call('state').then(({ transcript }) => ({ choice: transcript.at(-1) }));
  assert.equal(choice.token, step.choice.token);
  const said = await eventually(async () => {
    const all = await scope.frame.evaluate(() => window.aloud);
    assert.equal(all.length, 1, JSON.stringify(all));
    return all[0].replaceAll(/\s+/g, ' ');
  });
  const shown = await scope.shown();
  const [favourite] = shown.candidates;
  assert.ok(said.includes(step.text.trim()), `${said} names ${step.text}`);
  assert.ok(said.replaceAll(' ', '').includes(favourite.before.replaceAll(/\s/g, '')), `${said} says ${favourite.before}`);
  // A slider that is dragged says nothing of itself here.
  await scope.call('setSettings', { temperature: 0.5 });
  await scope.settled();
  assert.equal(await scope.frame.evaluate(() => window.aloud.length), 1);
});
