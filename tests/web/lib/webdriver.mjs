// A page over plain WebDriver (https://www.w3.org/TR/webdriver2/), for a browser that Playwright cannot drive. It has
// those of Playwright's verbs that the core tests use, under the same names and with the same meaning.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { eventually } from './wait.mjs';

/** The name under which WebDriver sends an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Keys that write nothing, as WebDriver spells them. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A running browser. */
export class Session {
  /** Asks the driver at `url` for one. */
  static async open(url, capabilities) {
    const session = new Session();
    session.path = `${url}/session`;
    const opened = await session.send('POST', '', { capabilities: { alwaysMatch: capabilities } });
    session.path += `/${opened.sessionId}`;
    session.capabilities = opened.capabilities;
    // A page computes for as long as a test waits.
    await session.send('POST', '/timeouts', { script: 300_000, pageLoad: 300_000 });
    return session;
  }

  /** Sends a command; what it gave. */
  async send(method, path, body) {
    const response = await fetch(this.path + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** Ends the browser. */
  close() {
    return this.send('DELETE', '');
  }
}

/** A browser's page; see Playwright's `Page` and `Frame`. */
export class WebDriverPage {
  constructor(session) {
    this.session = session;
    const press = (key) => this.#press(key);
    const type = async (text) => {
      for (const character of text) await press(character);
    };
    this.keyboard = { press, type };
  }

  mainFrame() {
    return this;
  }

  /** Waiting is the business of each verb. */
  setDefaultTimeout() {}

  goto(url) {
    return this.session.send('POST', '/url', { url });
  }

  async screenshot({ path }) {
    await writeFile(path, Buffer.from(await this.session.send('GET', '/screenshot'), 'base64'));
  }

  evaluate(body, argument) {
    return this.run(`(${body})(given)`, argument);
  }

  waitForFunction(body) {
    return eventually(async () => assert.ok(await this.evaluate(body), `${body}`));
  }

  getByTestId(testid) {
    return new WebDriverLocator(this, [`[data-testid="${testid}"]`]);
  }

  /** Computes an expression over `given`, waits for it if it is a promise, and brings its value as JSON does. */
  async run(expression, given) {
    const script = `
      const [given, answer] = arguments;
      const failed = (error) => answer({ error: String(error?.message ?? error) });
      const brought = (value) => answer({ json: JSON.stringify(value) });
      Promise.resolve().then(() => ${expression}).then(brought).catch(failed);
    `;
    const { error, json } = await this.session.send('POST', '/execute/async', { script, args: [given ?? null] });
    if (error !== undefined) throw new Error(error);
    return json === undefined ? undefined : JSON.parse(json);
  }

  /** Lets an input device act. */
  act(device) {
    return this.session.send('POST', '/actions', { actions: [device] });
  }

  #press(key) {
    const value = KEYS[key] ?? key;
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    return this.act({ type: 'key', id: 'keyboard', actions });
  }
}

/** Elements of a page, looked for anew by each verb; see Playwright's `Locator`. */
class WebDriverLocator {
  /**
   * @param {WebDriverPage} page
   * @param {(string | number)[]} steps each a selector below what was found before, or which of it
   */
  constructor(page, steps) {
    Object.assign(this, { page, steps });
  }

  locator(selector) {
    return new WebDriverLocator(this.page, [...this.steps, selector]);
  }

  nth(n) {
    return new WebDriverLocator(this.page, [...this.steps, n]);
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  async all() {
    return Array.from({ length: await this.count() }, (_, n) => this.nth(n));
  }

  evaluateAll(body) {
    return this.page.run(`(${body})((${find})(given))`, this.steps);
  }

  /** Waits for the one element. */
  async evaluate(body) {
    await this.#element();
    return this.page.run(`(${body})((${find})(given)[0])`, this.steps);
  }

  count() {
    return this.evaluateAll((all) => all.length);
  }

  allInnerTexts() {
    return this.evaluateAll((all) => all.map((e) => e.innerText));
  }

  allTextContents() {
    return this.evaluateAll((all) => all.map((e) => e.textContent));
  }

  textContent() {
    return this.evaluate((e) => e.textContent);
  }

  async getAttribute(name) {
    return this.#send('GET', `attribute/${name}`);
  }

  isDisabled() {
    return this.evaluate((e) => e.disabled);
  }

  focus() {
    return this.evaluate((e) => e.focus());
  }

  blur() {
    return this.evaluate((e) => e.blur());
  }

  waitFor({ state = 'visible' } = {}) {
    return eventually(async () => {
      const seen = await this.evaluateAll((all) => all.some((e) => e.checkVisibility()));
      assert.equal(seen, state === 'visible', `${this.steps} should be ${state}`);
    });
  }

  /** Waits until the element can be pressed. */
  click() {
    return eventually(async () => {
      assert.ok(!(await this.isDisabled()), `${this.steps} is disabled`);
      // WebDriver takes what lies under the bar of the page for being in sight.
      await this.evaluate((e) => e.scrollIntoView({ block: 'center' }));
      await this.#send('POST', 'click', {});
    });
  }

  async fill(text) {
    await this.evaluate((e) => {
      e.focus();
      e.select();
    });
    await this.#send('POST', 'value', { text: text || KEYS.Backspace });
  }

  async hover() {
    await this.evaluate((e) => e.scrollIntoView({ block: 'center' }));
    const origin = await this.#element();
    const move = { type: 'pointerMove', duration: 0, x: 0, y: 0, origin };
    return this.page.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [move] });
  }

  async #send(method, verb, body) {
    const { [ELEMENT]: id } = await this.#element();
    return this.page.session.send(method, `/element/${id}/${verb}`, body);
  }

  /** The one element, as WebDriver names it. */
  #element() {
    return eventually(async () => {
      const script = `return (${find})(arguments[0])`;
      const found = await this.page.session.send('POST', '/execute/sync', { script, args: [this.steps] });
      assert.equal(found.length, 1, `elements that match ${this.steps}`);
      return found[0];
    });
  }
}

/** Runs in the page: the elements to which the steps lead. */
function find(steps) {
  return steps.reduce(
    (found, step) =>
      typeof step === 'number'
        ? found.slice(step, step + 1 || undefined)
        : found.flatMap((e) => [...e.querySelectorAll(step)]),
    [document],
  );
}
