// Lessons: embeds of only what `show` names, that fit their frames.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ files: folder('models/tiny', tiny({ nCtx: 60 })), webgpu: false });

const LESSON = '#embed=1&backend=cpu&show=temperature,candidates,dice,step&lock=prompt';
const SMALL = `${LESSON}&model=tiny&prompt=Dear%20Sir&temperature=1&top_k=40&top_p=0.9`;
const SIZES = [
  { width: 720, height: 480 },
  { width: 360, height: 640 },
];

const percent = (text) => Number(text.replace(/[^\d.]/g, ''));

for (const viewport of SIZES) {
  const size = `${viewport.width} × ${viewport.height}`;
  test(
    `a lesson fits ${size} without scrolling, also after some steps`,
    async (scope) => {
      await scope.open(LESSON);
      for (let steps = 0; steps < 5; steps += 1) {
        const { wide, high, cut } = await scope.frame.evaluate(() => {
          const ids = ['transcript', 'sentence', 'temperature', 'temperature-slider', 'candidates', 'rest-row', 'dice-pin', 'flow-chosen', 'step', 'roll-again', 'restart'];
          const outside = (id) => {
            const box = document.querySelector(`[data-testid="${id}"]`).getBoundingClientRect();
            return box.width === 0 || box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
          };
          const root = document.documentElement;
          return { wide: root.scrollWidth - innerWidth, high: root.scrollHeight - innerHeight, cut: ids.filter(outside) };
        });
        assert.deepEqual([wide, high, cut], [0, 0, []], `after ${steps} steps`);
        await scope.click('step');
        await scope.settled();
      }
      await scope.screenshot(`lesson-${viewport.width}`);
    },
    { context: { viewport } },
  );
}

for (const viewport of SIZES) {
  test(
    `with a message, and at a step of the past that goes another way now, a lesson fits ${viewport.width} × ${viewport.height}`,
    async (scope) => {
      await scope.open(`${LESSON}&nonsense=1`);
      await scope.notice(/nonsense/);
      const high = () => scope.frame.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.equal(await high(), 0, 'with a message');
      await scope.steps(3);
      await scope.pressToken(6);
      await eventually(async () => assert.notEqual((await scope.call('state')).selected, null));
      assert.equal(await high(), 0, 'at a step of the past');
      for (let seed = 1; (await scope.at('branch-here').count()) === 0; seed += 1) {
        await scope.call('setSettings', { temperature: 1.5, seed });
        await scope.settled();
      }
      assert.equal(await high(), 0, 'with the way to another text');
      const close = await scope.at('notice').locator('button').boundingBox();
      const step = await scope.at('step').boundingBox();
      assert.ok(close.y + close.height <= step.y, 'the message leaves the buttons free');
    },
    { context: { viewport } },
  );
}

test('pointing at a token marks its row, slice, line, chip and word, and dims the others', async (scope) => {
  await scope.open(LESSON);
  const marks = () =>
    scope.frame.evaluate(() => {
      const all = [...document.querySelectorAll('[data-mark]')];
      const kind = (e) => e.className.split(' ')[0] || e.tagName;
      const of = (dims) => all.filter((e) => e.classList.contains('dimmed') === dims);
      const lines = [...document.querySelectorAll('.leaders path')];
      return {
        all: all.length,
        bright: of(false).map((e) => [Number(e.dataset.mark), kind(e)]),
        faint: new Set(of(true).map((e) => getComputedStyle(e).opacity)).size,
        opacity: of(true).length > 0 ? getComputedStyle(of(true)[0]).opacity : undefined,
        lines: [lines.length, lines.filter((e) => !e.classList.contains('dimmed')).length],
      };
    });
  const untouched = await marks();
  assert.equal(untouched.bright.length, untouched.all, 'nothing is dimmed');
  const chosen = Number(await scope.frame.locator('.odds .flow-chosen').getAttribute('data-mark'));
  const row = scope.frame.locator(`[data-testid=candidate-row][data-mark="${chosen}"]`);
  const ways = {
    row: () => row.hover(),
    chip: () => scope.at('flow-chosen').hover(),
    word: () => scope.at('sentence').locator(`[data-mark="${chosen}"]`).hover(),
    slice: () => scope.frame.locator(`.odds-slice[data-mark="${chosen}"] .odds-band`).hover(),
    // The pin's bar lies over the segments.
    dice: async () => {
      const box = await scope.frame.locator(`.odds-slice[data-mark="${chosen}"] .odds-cut`).boundingBox();
      await scope.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    },
  };
  for (const [way, point] of Object.entries(ways)) {
    await scope.page.mouse.move(1, 1);
    await eventually(async () => assert.equal((await marks()).bright.length, untouched.all, `before ${way}`));
    await point();
    await eventually(async () => {
      const { bright, opacity, lines } = await marks();
      assert.deepEqual([...new Set(bright.map(([token]) => token))], [chosen], way);
      assert.deepEqual(bright.map(([, kind]) => kind).sort(), ['by-luck', 'candidate', 'flow-chosen', 'odds-slice'], way);
      assert.deepEqual([opacity, lines[1]], ['0.4', 1], way);
      assert.ok(lines[0] > 3, way);
    });
  }
  await scope.page.mouse.move(1, 1);
  await row.focus();
  await scope.page.keyboard.press('Shift+Tab');
  await scope.page.keyboard.press('Tab');
  await eventually(async () => assert.equal((await marks()).bright.every(([token]) => token === chosen), true, 'the keyboard shows it, too'));
});

test('the preview of an embed shrinks to its room on a phone', async (scope) => {
  await scope.open(SMALL.replace('embed=1&', '').replace(/&show=[^&]*&lock=prompt/, ''));
  await scope.click('share-menu');
  await scope.click('make-embed');
  await scope.at('embed-preview').waitFor();
  await eventually(async () => {
    const [room, box] = await scope.at('embed-preview').evaluate((frame) => {
      const room = frame.closest('.embed-preview');
      return [[room.scrollWidth - room.clientWidth, room.scrollHeight - room.clientHeight, room.clientWidth], frame.getBoundingClientRect().toJSON()];
    });
    assert.deepEqual(room.slice(0, 2), [0, 0], 'it does not scroll');
    assert.ok(box.width <= room[2] + 1 && box.width > room[2] - 2, `${box.width} in ${room[2]}`);
  });
  const inner = await (await scope.at('embed-preview').elementHandle()).contentFrame();
  assert.equal(await inner.evaluate(() => innerWidth), 720, 'the page inside has its own size');
  assert.match((await scope.at('embed-dialog').innerText()).replaceAll(/\s+/g, ' '), /Shown at [\d.]+ % of its size/);
}, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

test('the numbers of a lesson are those of the step', async (scope) => {
  await scope.open(SMALL);
  const { sentence, candidates, rest, u } = await scope.shown();
  const step = await scope.call('step');
  await scope.call('rewind', 1);
  assert.equal(candidates.length, 7);
  assert.ok(rest, 'and the others');
  const prob = new Map(step.top.map((t) => [t.token, t.prob_before]));
  for (const { token, before, bars } of candidates.filter((c) => prob.has(c.token))) {
    const p = prob.get(token);
    assert.ok(Math.abs(percent(before) / 100 - p) < 6e-4, `token ${token}: ${before}, ${p}`);
    // A full track is 50 %.
    assert.ok(Math.abs(bars[0] - p / 0.5) < 1e-4, `token ${token}: bar ${bars[0]}, ${p}`);
  }
  assert.ok(Math.abs(u - step.draw.u) < 1e-12);
  assert.match(await scope.text('left'), new RegExp(`^${step.survivors} of 257 left$`));
  assert.doesNotMatch(sentence, /the model alone/);
  assert.match(await scope.text('track'), /^full track = 50/);

  await scope.call('setSettings', { temperature: 0.01 });
  await eventually(async () => assert.match(await scope.text('track'), /^full track grew to/));
  const grown = percent(await scope.text('track')) / 100;
  for (const { bars, after } of (await scope.shown()).candidates) {
    if (after !== 'cut') assert.ok(Math.abs(bars[1] - percent(after) / 100 / grown) < 2e-3, after);
  }
});

test('a lesson has what it names and nothing else, and its keys neither', async (scope) => {
  await scope.open(SMALL);
  for (const there of ['gate-temperature', 'candidates', 'dice', 'step', 'restart', 'roll-again', 'open-full']) {
    assert.equal(await scope.at(there).count(), 1, there);
  }
  for (const gone of ['flow', 'play', 'rewind', 'speed', 'seed', 'gate-top_k', 'gate-top_p', 'model-menu', 'share-menu', 'text-details', 'station-machine']) {
    assert.equal(await scope.at(gone).count(), 0, gone);
  }
  const length = (await scope.call('state')).transcript.length;
  const asked = await scope.requests();
  assert.ok(!asked.some((kind) => /attention|lens/i.test(kind)), `nothing else is computed: ${asked}`);
  for (const key of ['Space', 'ArrowRight', 'Backspace']) await scope.frame.locator('body').press(key);
  await scope.tokens(length + 1);
  assert.equal((await scope.call('state')).playing, false, 'Play and Rewind are not part of it');

  await scope.frame.evaluate(() => (location.hash = location.hash.replace(/show=[^&]*/, 'show=pipeline,logits,play,chain,seed,nonsense')));
  await scope.notice(/"?nonsense"?/);
  for (const there of ['flow', 'station-layers', 'station-softmax', 'play', 'gate-top_p', 'seed']) {
    await eventually(async () => assert.equal(await scope.at(there).count(), 1, there));
  }
  await scope.frame.evaluate(() => (location.hash = '#embed=1&model=tiny&show=temperature,sampler,candidates'));
  await eventually(async () => assert.equal(await scope.at('station-sampler').count(), 1));
  assert.equal(await scope.at('gate-temperature').count(), 1, 'one slider for one number');
  for (const gone of ['station-dice', 'station-layers', 'step', 'dice']) assert.equal(await scope.at(gone).count(), 0, gone);
});

test('what is locked, or only shown, carries a padlock that says so', async (scope) => {
  await scope.open(SMALL.replace('lock=prompt', 'lock=prompt,temperature,u'));
  assert.ok(await scope.at('temperature').isDisabled());
  const says = scope.frame.locator('.padlock');
  const words = await says.evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')));
  assert.equal(words.length, 5, `text, temperature, top-k, top-p, dice: ${words}`);
  assert.match(words[0], /text is locked/);
  for (let at = 0; at < words.length; at += 1) {
    const sentence = says.nth(at).locator('.padlock-says');
    assert.equal(await sentence.isVisible(), false);
    await says.nth(at).focus();
    assert.ok(await sentence.isVisible(), words[at]);
  }
  assert.match(await scope.at('fixed-top_k').textContent(), /Top-k 40$/);
  assert.equal(await scope.at('prompt').evaluate((e) => getComputedStyle(e).caretColor), 'rgba(0, 0, 0, 0)');
});

test('the pin of a lesson is moved by mouse and keys, upright and flat, and a row takes its token', async (scope) => {
  await scope.open(SMALL);
  const u = async () => (await scope.shown()).u;
  for (const viewport of SIZES) {
    await scope.page.setViewportSize(viewport);
    const bar = await scope.at('dice').boundingBox();
    const flat = bar.width > bar.height;
    assert.equal(flat, viewport.width < 640);
    await scope.page.mouse.click(bar.x + bar.width * (flat ? 0.25 : 0.5), bar.y + bar.height * (flat ? 0.5 : 0.25));
    await eventually(async () => assert.ok(Math.abs((await u()) - 0.25) < 0.02, `u = ${await u()}`));
    const before = await u();
    await scope.at('dice-pin').press('ArrowDown');
    await eventually(async () => assert.ok(Math.abs((await u()) - before - 0.001) < 6e-4, `u = ${await u()}`));
  }
  assert.match(await scope.text('lesson-from'), /set by hand/);
  const { candidates, sentence } = await scope.shown();
  const other = candidates.find((c) => !c.chosen);
  await scope.frame.locator(`[data-testid=candidate-row][data-token="${other.token}"]`).click();
  await eventually(async () => assert.equal((await scope.call('state')).transcript.at(-1).token, other.token));
  await eventually(async () => assert.notEqual((await scope.shown()).sentence, sentence));
});

test('in a lesson, too, a finger shows first and takes with the second press', async (scope) => {
  const { transcript } = await scope.open(SMALL);
  const { candidates } = await scope.shown();
  const other = candidates.find((c) => !c.chosen);
  const row = scope.frame.locator(`[data-testid=candidate-row][data-token="${other.token}"]`);
  await row.tap();
  await eventually(async () => assert.ok((await scope.frame.locator('.candidate.dimmed').count()) > 0));
  assert.equal(await row.evaluate((e) => e.classList.contains('dimmed')), false);
  assert.equal((await scope.call('state')).transcript.length, transcript.length, 'the first press takes nothing');
  await row.tap();
  await eventually(async () => assert.equal((await scope.call('state')).transcript.at(-1).token, other.token));
}, { context: { viewport: { width: 360, height: 640 }, hasTouch: true } });

test('the share dialog makes an embed: ticks, size and colours, with a preview', async (scope) => {
  await scope.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await scope.open('#backend=cpu&model=tiny&prompt=Dear%20Sir&temperature=1&top_k=40&top_p=0.9&seed=5');
  assert.equal(await scope.at('embed-preview').count(), 0, 'nothing is loaded before it is opened');
  await scope.click('share-menu');
  await scope.click('make-embed');
  const code = () => scope.at('embed-code').inputValue();
  assert.match(await code(), /^<iframe src="[^"]*#embed=1&amp;.*show=candidates,dice,step,temperature.*lock=prompt.*width="720" height="480"/);
  const preview = await (await scope.at('embed-preview').elementHandle()).contentFrame();
  await preview.waitForFunction(() => window.logitscope !== undefined);
  assert.equal((await preview.evaluate(() => window.logitscope.ready)).prompt, 'Dear Sir');
  const inside = (testid) => preview.getByTestId(testid);
  assert.equal(await inside('dice').count(), 1);

  await scope.at('embed-show-dice').uncheck();
  await scope.at('embed-show-play').check();
  await scope.at('embed-lock-text').uncheck();
  await scope.at('embed-size').selectOption('1');
  await scope.at('embed-theme').selectOption('dark');
  assert.match(await code(), /theme=dark.*show=candidates,play,step,temperature" .*width="360" height="640"/);
  assert.doesNotMatch(await code(), /lock=/);
  await eventually(async () => {
    assert.deepEqual([await inside('dice').count(), await inside('play').count()], [0, 1], 'the preview follows');
    assert.equal(await preview.evaluate(() => document.documentElement.dataset.theme), 'dark');
  });
  await scope.at('embed-size').selectOption('own');
  await scope.at('embed-width').fill('500');
  await scope.at('embed-width').press('Enter');
  await eventually(async () => assert.match(await code(), /width="500" height="640"/));
  await scope.click('embed-copy');
  assert.equal(await scope.frame.evaluate(() => navigator.clipboard.readText()), await code());
  await scope.screenshot('share-dialog');
  await scope.click('embed-close');
  await eventually(async () => assert.equal(await scope.at('embed-preview').count(), 0));
});

test(
  'a lesson asks for the height that it needs, once, and keeps what it gets',
  async (scope, { host }) => {
    const src = `${scope.url}${SMALL}`.replaceAll('&', '&amp;');
    const grow = `<script>
      heights = [];
      addEventListener('message', ({ data }) => {
        if (data.event !== 'resize') return;
        heights.push(data.detail.height);
        document.querySelector('iframe').height = data.detail.height;
      });
    </script>`;
    const page = `<!doctype html><title>A course</title><link rel="icon" href="data:,">${grow}<iframe src="${src}" width="720" height="200"></iframe>`;
    const parent = await host({ base: '/course/', files: { 'course.html': page } });
    await scope.page.goto(`${parent.origin.replace('localhost', '127.0.0.1')}/course/course.html`);
    const frame = await (await scope.page.waitForSelector('iframe')).contentFrame();
    await eventually(async () => assert.ok(await frame.evaluate(() => window.logitscope?.ready.then(() => true))));
    const fits = () =>
      eventually(async () => {
        const [needs, has] = await frame.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
        assert.equal(needs, has, 'nothing of it is below its edge');
        return has;
      });
    const before = await fits();
    assert.ok(before > 300 && before < 480, `${before} px`);
    await frame.evaluate(() => window.logitscope.setPrompt('A '.repeat(25)));
    await eventually(async () => assert.ok((await fits()) > before));
    await scope.page.waitForTimeout(1200);
    const heights = await scope.page.evaluate(() => heights);
    assert.ok(heights.length < 10 && heights.at(-1) === (await fits()), `no endless resizing: ${heights}`);
  },
  { origins: [/^http:\/\/127\.0\.0\.1:\d+$/] },
);
