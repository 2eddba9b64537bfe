// Fifty states of the page, drawn at random: each through the link that the page writes, to another visitor, and back.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

/** How many heads and layers there are to look at. */
const [LAYERS, HEADS] = [3, 2];
const files = {
  ...folder('models/pocket', tiny({ nCtx: 120, layers: LAYERS, scale: 1 })),
  ...folder('models/pocket-draft', tiny({ nCtx: 120, seed: 2 })),
};
const test = suite({ files, webgpu: false });

const STATES = 50;
/** Drawn in so many tests, so that each ends soon. */
const BATCHES = 5;

/** Numbers and choices, the same ones for the same seed. */
class Dice {
  constructor(seed) {
    this.x = seed >>> 0;
  }

  /** 0 to below 1. */
  next() {
    this.x = (this.x + 0x9e3779b9) >>> 0;
    let z = this.x;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  }

  whole(from, to) {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** With so many digits behind the point. */
  number(from, to, digits = this.whole(0, 6)) {
    return Number((from + this.next() * (to - from)).toFixed(digits));
  }

  of(all) {
    return all[this.whole(0, all.length - 1)];
  }

  maybe(share = 0.5) {
    return this.next() < share;
  }

  some(all, most = all.length) {
    return all.filter(() => this.maybe(0.4)).slice(0, most);
  }
}

const PROMPTS = ['Hello', 'a + b & c = d # e', '100 %', 'Zwölf Boxkämpfer', '你好,世界', '🙂👩‍🚀', '"quoted" \'twice\'', 'two\nlines\n', ' begins with a space', 'tab\there', 'x'.repeat(60), '<b>&amp;</b>', 'a~b,c;d:e|f', '%41%zz+'];
const STOPS = ['\n', '.', ' & ', 'end=', '日', '%0A', '~,~'];

/** A stage with values within the ranges of docs/sample.md. */
function stage(dice) {
  const [name, ...values] = dice.of([
    () => ['temperature', dice.number(0, 4)],
    () => ['dynamic_temperature', dice.number(0, 4), dice.number(0, 2), dice.number(0.1, 3)],
    () => ['quadratic', dice.number(0, 3), dice.number(1, 3)],
    () => ['top_k', dice.whole(0, 300)],
    () => ['top_p', dice.number(0.01, 1)],
    () => ['min_p', dice.number(0, 0.9)],
    () => ['top_a', dice.number(0, 0.9)],
    () => ['typical', dice.number(0.1, 1)],
    () => ['tail_free', dice.number(0.1, 1)],
    () => ['epsilon', dice.number(0, 0.1)],
    () => ['eta', dice.number(0, 0.1)],
    () => ['top_n_sigma', dice.number(0, 5)],
    () => ['top_h', dice.number(0.1, 1)],
    () => ['xtc', dice.number(0, 1), dice.number(0, 0.5)],
    () => ['repetition_penalty', dice.number(0.5, 2), dice.whole(0, 64)],
    () => ['presence_penalty', dice.number(-2, 2), dice.whole(0, 64)],
    () => ['frequency_penalty', dice.number(-2, 2), dice.whole(0, 64)],
    () => ['mirostat', dice.number(0, 10), dice.number(0, 1)],
    () => ['logit_bias', dice.whole(0, 255), dice.number(-20, 20)],
    () => ['banned', dice.whole(0, 100), dice.whole(101, 255)],
    () => ['no_repeat_ngram', dice.whole(0, 5)],
  ])();
  return `${dice.maybe(0.2) ? '-' : ''}${[name, ...values].join('~')}`;
}

/** What is open: a station, a strategy, or a view of the inside with its place. */
function view(dice) {
  const [layer, head] = [dice.whole(0, LAYERS - 1), dice.whole(0, HEADS - 1)];
  const inside = dice.of([
    { inside: 'attention', layer, head, ...(dice.maybe() && { drawn: dice.of(['scores', 'masked', 'without_first']) }) },
    { inside: 'lens' },
    { inside: 'shares' },
    { inside: 'neurons', layer },
    { inside: 'vectors', layer },
    { inside: 'embeddings' },
    { inside: 'knock_out' },
    { inside: 'cache' },
    { inside: 'speed' },
  ]);
  return dice.of([
    {},
    { open: dice.of(['tokens', 'embed', 'layers', 'logits', 'softmax', 'sampler', 'dice', 'machine']) },
    inside,
    { open: dice.of(['tree', 'beams', 'speculative', 'guided', 'compare', 'context']) },
  ]);
}

/** A state, by the names and values of a link, none of them the ordinary one; `stop` and `lane` are lists. */
function state(dice) {
  const said = {
    prompt: dice.of(PROMPTS),
    seed: dice.whole(0, 2 ** 32 - 1),
    max_tokens: dice.whole(20, 500),
    ...view(dice),
  };
  if (dice.maybe(0.7)) said.chain = Array.from({ length: dice.whole(1, 6) }, () => stage(dice)).join(',');
  else Object.assign(said, { temperature: dice.number(0, 3), top_k: dice.whole(0, 100), top_p: dice.number(0.05, 1) });
  said.stop = dice.some(STOPS, 3);
  if (dice.maybe(0.3)) said.theme = dice.of(['light', 'dark']);
  if (dice.maybe(0.3)) said.lang = dice.of(['de', 'es', 'fr', 'zh-Hans']);
  if (dice.maybe(0.4)) {
    const parts = dice.some(['L0H0', 'L0M', 'L1A', 'L1H1', 'L2M~0.5', 'L2H0~2'], 3);
    if (parts.length > 0) said.off = parts.join(',');
  }
  if (dice.maybe(0.2)) said.beams = [dice.whole(2, 8), dice.number(-2, 2), dice.of(['always', 'never']), dice.whole(1, 20), dice.of(['drawn', 'stochastic'])].join(',');
  if (dice.maybe(0.2)) said.speculate = [dice.of(['lookup', 'layers2']), dice.of(['exact', 'everything']), dice.whole(1, 8), dice.whole(1, 20)].join(',');
  if (dice.maybe(0.2)) said.explore = `${dice.whole(4, 5)},${dice.whole(1, 3)}`;
  if (dice.maybe(0.2)) {
    said.guide = [dice.of(['search', 'dola']), dice.whole(1, 19), dice.of(['best', 'drawn']), dice.whole(2, 8), dice.number(0.1, 1), dice.number(0.01, 1), dice.number(0, 3)].join(',');
    said.against = dice.of(PROMPTS);
  }
  if (dice.maybe(0.2)) {
    said.compare = dice.whole(1, 23);
    said.lane = [`write=sampled;chain=temperature~${dice.number(0.1, 3)}`, `write=greedy;prompt=${dice.of(['Other', '你好', 'a & b'])}`].slice(0, dice.whole(1, 2));
  }
  if (dice.maybe(0.2)) said.context = [dice.of(['stop', 'middle4', 'slide']), dice.whole(20, 40), dice.whole(1, 3), dice.whole(1, 39)].join(',');
  if (dice.maybe(0.2)) said.cost = [dice.number(0.1, 9, 2), dice.number(0.1, 2, 2), dice.number(1, 9, 2), dice.whole(1, 999)].join(',');
  if (dice.maybe(0.15)) Object.assign(said, { embed: '1', ...(dice.maybe() && { hide: 'footer,status', lock: 'seed,top_k' }) });
  return said;
}

const spelled = (said) =>
  Object.entries(said)
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${encodeURIComponent(one)}`))
    .join('&');

/** A link, read as anybody reads a query: the values of each name. */
function read(address) {
  const all = {};
  for (const [key, value] of new URLSearchParams(new URL(address).hash.slice(1))) (all[key] ??= []).push(value);
  return all;
}

/** Keeps what the page copies, for no test may wait for a clipboard that others use. */
function keepCopies() {
  window.copied = [];
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void window.copied.push(text) } });
}

/** The link that the page writes now: an embed has no menu for it, and is asked by its own parts. */
async function linkOf(scope) {
  await scope.settled();
  return scope.frame.evaluate(async () => {
    const at = (testid) => document.querySelector(`[data-testid="${testid}"]`);
    if (!at('copy-link')) at('share-menu').click();
    const soon = async (check) => {
      while (!check()) await new Promise((again) => setTimeout(again, 5));
    };
    await soon(() => at('copy-link'));
    window.copied.length = 0;
    at('copy-link').click();
    await soon(() => window.copied.length > 0);
    at('share-menu').click();
    return window.copied[0];
  });
}

/** What must come through, beside the link itself. */
async function seen(scope) {
  const { transcript, selected, cursor, settings, stop_rules: stop, prompt, text, open, strategy, model } = await scope.call('state');
  const at = (node) => transcript.findIndex((entry) => entry.node === node);
  const page = await scope.frame.evaluate(() => {
    const root = document.documentElement;
    const pressed = [...document.querySelectorAll('[data-testid^=inside-][aria-selected=true]')].map((e) => e.dataset.testid);
    return { theme: root.dataset.theme, lang: root.lang, pressed, embed: document.querySelector('.app.embed') !== null };
  });
  return {
    ...page,
    model: model.name,
    prompt,
    text,
    tokens: transcript.map(({ token, origin }) => `${token} ${origin}`),
    chain: settings.chain,
    seed: settings.seed,
    stop,
    open,
    step: strategy?.step ?? null,
    selected: at(selected),
    cursor: at(cursor),
  };
}

/** Has the run go on: steps under changed settings, tokens by force, dice that are rolled again, branches, a step of the past. */
async function goOn(scope, dice) {
  for (let steps = dice.whole(0, 6); steps > 0; steps -= 1) {
    const { transcript } = await scope.call('state');
    if (dice.maybe(0.2)) await scope.call('setSettings', { seed: dice.whole(0, 1e6), ...(dice.maybe() && { temperature: dice.number(0.1, 2) }) });
    if (dice.maybe(0.2)) await scope.call('rollAgain');
    const last = transcript.at(-1);
    if (dice.maybe(0.3)) await scope.call('force', dice.whole(33, 126));
    else if (dice.maybe(0.2) && last.origin !== 'prompt') await scope.call('branch', last.context, dice.whole(33, 126));
    else await scope.call('step');
  }
  const { transcript } = await scope.call('state');
  if (dice.maybe(0.3)) await scope.call('select', dice.of(transcript).node);
  else if (dice.maybe(0.3)) await scope.call('rollAgain');
}

for (let batch = 0; batch < BATCHES; batch += 1) {
  test(`states ${batch * (STATES / BATCHES) + 1} to ${(batch + 1) * (STATES / BATCHES)} go through a link and back`, async (scope, { browser }) => {
    const problems = [];
    for (let n = batch * (STATES / BATCHES); n < (batch + 1) * (STATES / BATCHES); n += 1) {
      const dice = new Dice(1000 + n);
      const said = state(dice);
      // Each is a visitor who was never here: what a page remembers helps nobody.
      const visit = async (address) => {
        const context = await browser.newContext({ reducedMotion: 'reduce' });
        await context.addInitScript(keepCopies);
        const other = new scope.constructor(await context.newPage(), scope.url);
        await other.page.goto(address);
        await other.ready();
        return { other, context };
      };
      const { embed, hide, lock, ...whole } = said;
      const first = await visit(`${scope.url}#${spelled(whole)}&backend=cpu`);
      await goOn(first.other, dice);
      // A strategy begins by itself, but the tree: that looks ahead when it is asked to.
      const begun = ({ open, strategy }) => !strategy || open === 'tree' || strategy.steps > 0 || strategy.ended || strategy.error;
      await eventually(async () => {
        const now = await first.other.call('state');
        assert.ok(begun(now), `${n}: ${JSON.stringify([spelled(whole), now.strategy, now.transcript.length])}`);
      });
      const before = await seen(first.other);
      const link = await linkOf(first.other);
      await first.context.close();

      // Everything that was asked for is in the link.
      const written = read(link);
      for (const [key, value] of Object.entries(whole)) {
        if (['chain', 'seed', 'temperature', 'top_k', 'top_p', 'layer', 'head'].includes(key)) continue;
        if ([value].flat().length === 0) continue;
        const own = key === 'open' && !written.open ? [] : [value].flat().map(String);
        if (key === 'off') {
          if (JSON.stringify(written.off?.[0].split(',').sort()) !== JSON.stringify(value.split(',').sort())) problems.push([n, key, value, written.off]);
        } else if (JSON.stringify(written[key] ?? []) !== JSON.stringify(own)) problems.push([n, key, own, written[key]]);
      }

      const second = await visit(link);
      await eventually(async () => assert.deepEqual(await seen(second.other), before), 8000).catch((error) => problems.push([n, link, error.message]));
      const again = await linkOf(second.other);
      if (again !== link) problems.push([n, 'the link is another one', link, again]);
      await second.context.close();

      if (embed) {
        const framed = await visit(`${link}&${spelled({ embed, ...(hide && { hide, lock }) })}`);
        const { theme, lang, pressed, text, tokens, chain, seed, stop } = await seen(framed.other);
        const wanted = { theme: before.theme, lang: before.lang, pressed: before.pressed, text: before.text, tokens: before.tokens, chain: before.chain, seed: before.seed, stop: before.stop };
        try {
          assert.deepEqual({ theme, lang, pressed, text, tokens, chain, seed, stop }, wanted);
        } catch (error) {
          problems.push([n, 'embed', link, error.message]);
        }
        await framed.context.close();
      }
    }
    assert.deepEqual(problems, []);
  });
}
