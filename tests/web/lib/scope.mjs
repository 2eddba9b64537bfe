// The page as the tests see it.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS, eventually } from './wait.mjs';

const SCREENSHOTS = fileURLToPath(new URL('../../../target/screenshots/', import.meta.url));

/** Where in the picture what a test asks for is. */
const STATION_OF = [
  [/^inside-(attention|lens|shares|neurons|vectors|knock-out|cache)$/, 'layers'],
  [/^inside-embeddings$/, 'embed'],
  [/^(inside-speed|status|adapter|forward-ms|tokens-per-second|memory)$/, 'machine'],
  [/^(token-search|entropy-.*|surprisal.*|show-more|table-twin-candidates)$/, 'logits'],
  [/^(seed|u|u-back|new-dice|roll-many|rolls|race|table-twin-dice)$/, 'dice'],
  [
    /^(preset|conveyor|card-.*|add-stage|undo|redo|pin|unpin|other-order|reset-settings|elsewhere|max_tokens|compare.*|swap-pinned|export-(llama|openai|transformers)|.*-(more|numbers|up|down|remove|on))$/,
    'sampler',
  ],
];

/** One page in one browser context; a `frame` may stand for the page where ours is embedded. */
export class Scope {
  /**
   * @param {import('playwright-core').Page} page
   * @param {string} url where the built page is served
   * @param {import('playwright-core').Frame} [frame]
   */
  constructor(page, url, frame = page.mainFrame()) {
    Object.assign(this, { page, url, frame });
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens the page with `hash` and waits for its first distribution. */
  async open(hash = '') {
    await this.page.goto(this.url + hash);
    return this.ready();
  }

  /** Waits for the API and for the promise `ready`; its state. */
  async ready() {
    await this.frame.waitForFunction(() => window.logitscope !== undefined);
    const state = await this.frame.evaluate(() => window.logitscope.ready);
    await this.settled();
    return state;
  }

  /** Calls a command of `window.logitscope`. */
  call(command, ...args) {
    return this.frame.evaluate(([name, values]) => window.logitscope[name](...values), [command, args]);
  }

  /** Takes so many steps; their records. Unlike `run`, no stop rule ends them. */
  async steps(count) {
    const records = [];
    while (records.length < count) records.push(await this.call('step'));
    return records;
  }

  /** Finds a seed with which a run takes `length` tokens before the model ends the text; the seed and the tokens. */
  async longRun(length) {
    for (let seed = 1; seed < 1000; seed += 1) {
      await this.call('setSettings', { seed });
      const { steps } = await this.call('run', { maxTokens: length });
      if (steps.length === length && !steps.at(-1).stop) {
        return { seed, tokens: steps.map((step) => step.choice.token) };
      }
      await this.call('rewind', steps.length);
    }
    return assert.fail('the model ends every text at once');
  }

  /** The message with which a command is refused. */
  async refusal(command, ...args) {
    const message = await this.frame.evaluate(
      ([name, values]) => window.logitscope[name](...values).then(() => undefined, (error) => error.message),
      [command, args],
    );
    assert.ok(message, `${command} was not refused`);
    return message;
  }

  /** Full logits by token id. */
  async logits(node) {
    const bits = await this.frame.evaluate(
      async (id) => Array.from(await window.logitscope.logits(id)),
      node ?? undefined,
    );
    return Float32Array.from(bits);
  }

  /** The element with this `data-testid`. */
  at(testid) {
    return this.frame.getByTestId(testid);
  }

  /** Opens a station of the picture; an opened one stays open. */
  async look(station) {
    const head = this.at(`station-${station}`);
    if ((await head.getAttribute('aria-expanded')) === 'true') return;
    await head.click();
    await eventually(async () => assert.equal(await head.getAttribute('aria-expanded'), 'true', station));
    // The first one may have to be loaded.
    const coming = () => document.querySelector('[data-testid=station-card] [data-testid=part-coming]') !== null;
    await eventually(async () => assert.equal(await this.frame.evaluate(coming), false, `${station} is loaded`));
  }

  /** Closes what is open. */
  async close() {
    const open = this.frame.locator('[data-testid^=station-][aria-expanded=true]');
    if ((await open.count()) > 0) await open.evaluate((head) => head.click());
    await eventually(async () => assert.equal(await open.count(), 0));
  }

  /** Opens the station that has the element with this `data-testid`, if it is not on screen. */
  async reveal(testid) {
    const station = STATION_OF.find(([pattern]) => pattern.test(testid))?.[1];
    if (station && (await this.at(testid).count()) === 0) await this.look(station);
    const stage = /^(.+)-(more|numbers|up|down|remove|on)$/.exec(testid)?.[1];
    if (stage && (await this.at(`${stage}-details`).count()) > 0) await this.details(stage);
  }

  /** Has a stage of the sampler say more of itself. */
  async details(stage) {
    const head = this.at(`${stage}-details`);
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
    return this.at('stage-details');
  }

  /** Presses the element with this `data-testid`, in its station if it has one. */
  async click(testid) {
    await this.reveal(testid);
    return this.at(testid).click();
  }

  /** Its text, as it is in the document. */
  async text(testid) {
    await this.reveal(testid);
    return (await this.at(testid).first().textContent()).replaceAll(/\s+/g, ' ').trim();
  }

  /** Waits until what was computed has been drawn. */
  async settled() {
    await eventually(async () => {
      const busy = await this.frame.evaluate(
        () =>
          new Promise((drawn) => {
            const coming = 'main > [data-testid=part-coming], [data-testid=station-card] [data-testid=part-coming]';
            const flow = () => document.querySelector('[data-testid=flow]')?.getAttribute('aria-busy');
            const busy = () => drawn(document.querySelector(coming) ? 'true' : flow());
            // A window that nobody draws has no frames.
            setTimeout(busy, 1000);
            // The second frame begins after the first was drawn.
            requestAnimationFrame(() => requestAnimationFrame(busy));
          }),
      );
      assert.notEqual(busy, 'true', 'the step on screen is still being computed');
    });
  }

  /** The tokens of the text on screen. */
  transcript() {
    // Tokens that make one character together are one element.
    return this.frame
      .getByTestId('token')
      .evaluateAll((all) => all.flatMap((e) => e.dataset.token.split(' ').map(Number)));
  }

  /** Presses the n-th token of the text with the mouse: the text box lies over it. */
  async pressToken(n) {
    // While the text is drawn anew a token may have no place.
    const place = await eventually(async () => {
      const found = await this.frame.getByTestId('token').evaluateAll((all, wanted) => {
        const token = all.flatMap((e) => e.dataset.token.split(' ').map(() => e))[wanted];
        token?.scrollIntoView({ block: 'center' });
        const [box] = token?.getClientRects() ?? [];
        return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }, n);
      assert.ok(found, `token ${n} is on screen`);
      return found;
    });
    await this.page.mouse.click(place.x, place.y);
  }

  /** Unfolds the text in numbers. */
  async unfoldText() {
    if ((await this.at('text-details').getAttribute('open')) === null) await this.click('text-in-numbers');
  }

  /** Waits until the text has so many tokens; they. */
  async tokens(length) {
    await eventually(async () => assert.equal((await this.transcript()).length, length, 'tokens of the text'));
    await this.settled();
    return this.transcript();
  }

  /** The numbers on screen. */
  shown() {
    return this.frame.evaluate(() => {
      const find = (testid) => document.querySelector(`[data-testid="${testid}"]`);
      const text = (element) => element?.textContent.replaceAll(/\s+/g, ' ').trim();
      // Words for screen readers stand between the numbers.
      const part = (row, selector) => {
        const copy = row.querySelector(selector).cloneNode(true);
        for (const words of copy.querySelectorAll('.visually-hidden')) words.remove();
        return text(copy);
      };
      const rows = [...document.querySelectorAll('[data-testid="candidate-row"]')];
      const rest = find('rest-row');
      return {
        candidates: rows.map((row) => ({
          token: Number(row.dataset.token),
          rank: Number(part(row, '.rank').replaceAll(',', '')),
          logit: part(row, '.logit'),
          before: part(row, '.was'),
          after: part(row, '.now'),
          chosen: row.classList.contains('chosen'),
          bars: [...row.querySelectorAll('.bar')].map((bar) => Number(bar.style.getPropertyValue('--p'))),
        })),
        rest: rest && { others: part(rest, '.others'), before: part(rest, '.was'), after: part(rest, '.now') },
        u: Number(find('dice-pin')?.dataset.u),
        pin: text(find('dice-pin')),
        range: text(find('dice-range')),
        entropyBefore: text(find('entropy-before')),
        entropyAfter: text(find('entropy-after')),
        surprisal: text(find('surprisal')),
        sentence: text(find('sentence')),
      };
    });
  }

  /** The messages on screen. */
  notices() {
    return this.frame.getByTestId('notice').allTextContents();
  }

  /** Waits for a message on screen that says this. */
  async notice(pattern) {
    return eventually(async () => {
      const notices = await this.notices();
      const found = notices.find((text) => pattern.test(text));
      assert.ok(found, `no message says ${pattern}: ${JSON.stringify(notices)}`);
      return found;
    });
  }

  /** Requests sent to the engine so far, by their kind, in order. */
  requests() {
    return this.frame.evaluate(() => window.engineRequests);
  }

  /** Asks the engine itself, with parts of the model switched off: what the page's own API does not offer. */
  engine(command, interventions = '') {
    return this.frame.evaluate(async ({ command, interventions }) => {
      const { worker, version, plain } = window.engineSeen;
      const ask = async (task) => {
        window.engineSeen.asked += 1;
        const id = 0x7000_0000 + window.engineSeen.asked;
        const body = await new Promise((answered) => {
          worker.addEventListener('message', function hear({ data }) {
            if (data.id !== id || data.body.progress) return;
            worker.removeEventListener('message', hear);
            answered(data.body);
          });
          worker.postMessage({ version, id, task });
        });
        if (body.error) throw new Error(body.error.message);
        return body.answer;
      };
      const open = () => ask({ open_lane: { model: plain.model, interventions } });
      const lane = interventions === '' ? plain : (await open()).opened;
      const answer = await ask({ run: { lane, command } });
      if (lane !== plain) await ask({ close_lane: { lane } });
      const numbers = (value) => {
        if (value instanceof Uint8Array) {
          return Array.from(new Float32Array(value.buffer, value.byteOffset, value.byteLength / 4));
        }
        if (Array.isArray(value)) return value.map(numbers);
        if (value === null || typeof value !== 'object') return value;
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numbers(inner)]));
      };
      return numbers(answer);
    }, { command, interventions });
  }

  /** The link that the page copies. */
  async copyLink() {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.click('share-menu');
    await this.click('copy-link');
    await this.notice(/The link is on the clipboard/);
    // It would lie over what is pressed next.
    await this.click('share-menu');
    return this.frame.evaluate(() => navigator.clipboard.readText());
  }

  /** Keeps a picture in `target/screenshots`. */
  async screenshot(name) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
  }
}

/**
 * Runs in every document before the page: remembers the engine's worker, the version of its messages and the lane of its model, and
 * counts what it is asked.
 */
export function watchEngine() {
  window.engineRequests = [];
  window.engineSeen = { asked: 0 };
  const post = Worker.prototype.postMessage;
  const hear = ({ data }) => {
    const { loaded } = data.body?.answer ?? {};
    if (loaded) window.engineSeen.plain = loaded.lane;
  };
  Worker.prototype.postMessage = function (message, ...more) {
    const { task, version } = message ?? {};
    if (window.engineSeen.worker !== this) {
      Object.assign(window.engineSeen, { worker: this, version });
      this.addEventListener('message', hear);
    }
    if (task) {
      const [[kind, { command = kind } = {}]] = typeof task === 'string' ? [[task]] : Object.entries(task);
      window.engineRequests.push(typeof command === 'string' ? command : Object.keys(command)[0]);
    }
    return post.call(this, message, ...more);
  };
}
