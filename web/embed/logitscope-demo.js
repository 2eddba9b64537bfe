/**
 * `<logitscope-demo>`: a language model that runs in a page of yours. docs/embedding.md says how to use it.
 *
 *     <script src="https://YOUR-HOST/logitscope/embed/logitscope-demo.js"></script>
 *     <logitscope-demo prompt="The cat" temperature="0.8" show="temperature,candidates,dice,step"></logitscope-demo>
 *
 * One file that needs nothing else. It works as a classic script and as a module.
 */
(function () {
  'use strict';

  const NAME = 'logitscope-demo';
  /** The version of the page's API. */
  const VERSION = 1;
  /** How near to what is in sight an embed comes before it loads. */
  const NEAR = '600px';
  /** The height until the page tells one, in CSS pixels: of a lesson (`show`), and of everything else. */
  const LESSON_HEIGHT = 480;
  const PAGE_HEIGHT = 720;
  /** How long a frame that was loaded may say nothing, in milliseconds. A slow line needs its time. */
  const SILENCE_MS = 60000;

  /** The element's own attributes. An embed is always one, so `embed` says nothing. */
  const OWN = ['aspect', 'embed', 'height', 'loading', 'sandbox', 'src', 'title', 'width'];
  /** Attributes that every element can have. */
  const COMMON =
    'accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert ' +
    'inputmode is itemid itemprop itemref itemscope itemtype nonce part popover role slot spellcheck style tabindex translate';
  const NOT_OF_THE_LINK = new Set([...OWN, ...COMMON.split(' ')]);

  /** The folder of the page: the one above this script's; empty if this file was put elsewhere. */
  const PAGE = pageOf(document.currentScript ? document.currentScript.src : ownAddress());

  function pageOf(script) {
    return /^[^?#]*\/embed\/logitscope-demo\.js(?:[?#]|$)/.test(script) ? new URL('..', script).href : '';
  }

  /** A module learns its address only by `import.meta`, which no classic script may contain, or from where an error came. */
  function ownAddress() {
    const found = /https?:\/\/[^\s()]*?\/logitscope-demo\.js/.exec(new Error().stack || '');
    return found ? found[0] : '';
  }

  /**
   * The name in the link of an attribute: `top-k` is `top_k`. Undefined if it has none.
   *
   * @param {string} attribute
   */
  function linkName(attribute) {
    const belongs = /^[a-z][a-z0-9_-]*$/.test(attribute) && !/^(aria-|data-|on)/.test(attribute);
    return belongs && !NOT_OF_THE_LINK.has(attribute) ? attribute.replace(/-/g, '_') : undefined;
  }

  /**
   * The page, in the state that the attributes of `element` ask for. What `src` says behind its `#` holds where no
   * attribute says otherwise.
   *
   * @param {Element} element
   * @returns {URL}
   */
  function addressOf(element) {
    const address = parse(element.getAttribute('src') || PAGE);
    const asked = new URLSearchParams(address.hash.slice(1));
    asked.set('embed', '1');
    for (const { name, value } of element.attributes) {
      const known = linkName(name);
      if (known) asked.set(known, value);
    }
    address.hash = asked.toString();
    return address;
  }

  function parse(text) {
    if (!text) throw new Error(`<${NAME}> does not know where the page is: give it src="https://…".`);
    let address;
    try {
      address = new URL(text, document.baseURI);
    } catch {
      throw new Error(`<${NAME}>: src="${text}" is not an address.`);
    }
    if (!/^https?:$/.test(address.protocol)) {
      throw new Error(`<${NAME}>: the page must come from https:// or http://, not from ${address.protocol}`);
    }
    return address;
  }

  /**
   * What the sandbox of `element` allows: undefined if it has none.
   *
   * @param {Element} element
   */
  function sandboxOf(element) {
    const sandbox = element.getAttribute('sandbox');
    if (sandbox === null) return undefined;
    const allows = (word) => sandbox.toLowerCase().split(/\s+/).includes(word);
    if (!allows('allow-scripts')) throw new Error(`<${NAME}>: the sandbox must have allow-scripts.`);
    return { value: sandbox, hasOrigin: allows('allow-same-origin') };
  }

  /** A number of CSS pixels, or a length as CSS has it; empty for what is not said and for `auto`. */
  function length(value) {
    const text = (value || '').trim();
    if (text === 'auto') return '';
    return /^\d+(\.\d+)?$/.test(text) ? `${text}px` : text;
  }

  /** Sets a style; what CSS cannot read gives way to `instead`. */
  function setStyle(style, property, value, instead) {
    style[property] = instead;
    if (value) style[property] = value;
  }

  /** A promise that can be settled from outside. Nobody need listen to it. */
  function deferred() {
    const made = { settled: false };
    made.promise = new Promise((resolve, reject) => {
      made.resolve = (value) => ((made.settled = true), resolve(value));
      made.reject = (error) => ((made.settled = true), reject(error));
    });
    made.promise.catch(() => {});
    return made;
  }

  /** One frame with the page in it, and the calls that wait for its answers. */
  class Talk {
    /**
     * @param {URL} address
     * @param {{ value: string, hasOrigin: boolean } | undefined} sandbox
     * @param {(event: string, detail: unknown) => void} onEvent hears the page's events
     * @param {(error: Error) => void} onSilence called if the page says nothing at all
     */
    constructor(address, sandbox, onEvent, onSilence) {
      Object.assign(this, { address, sandbox, onEvent, onSilence });
      const isOpaque = sandbox && !sandbox.hasOrigin;
      this.from = isOpaque ? 'null' : address.origin;
      // An opaque origin cannot be named.
      this.to = isOpaque ? '*' : address.origin;
      this.listens = false;
      this.unsent = [];
      this.waiting = new Map();
      this.last = 0;
      this.frame = this.makeFrame();
      this.hear = (event) => this.receive(event);
      window.addEventListener('message', this.hear);
    }

    makeFrame() {
      const frame = document.createElement('iframe');
      if (this.sandbox) frame.setAttribute('sandbox', this.sandbox.value);
      frame.setAttribute('allow', 'clipboard-write');
      frame.addEventListener('load', () => {
        clearTimeout(this.silence);
        if (!this.listens && !this.ended) this.silence = setTimeout(() => this.giveUp(), SILENCE_MS);
      });
      frame.src = this.address.href;
      return frame;
    }

    /** Sends a command; a promise of its answer. */
    call(command, args) {
      return new Promise((resolve, reject) => {
        this.last += 1;
        const id = `${NAME}-${this.last}`;
        this.waiting.set(id, { resolve, reject });
        const message = { logitscope: VERSION, id, command, args };
        // What is sent before the page listens is lost.
        if (this.listens) this.send(message);
        else this.unsent.push(message);
      });
    }

    send(message) {
      try {
        this.frame.contentWindow.postMessage(message, this.to);
      } catch (error) {
        this.settle(message.id, (call) => call.reject(new Error(`${message.command}: ${error.message}`)));
      }
    }

    receive({ source, origin, data }) {
      if (source !== this.frame.contentWindow || origin !== this.from) return;
      if (!data || data.logitscope !== VERSION) return;
      if (!this.listens) {
        this.listens = true;
        clearTimeout(this.silence);
        this.unsent.splice(0).forEach((message) => this.send(message));
      }
      if (typeof data.event === 'string') this.onEvent(data.event, data.detail);
      else if ('error' in data) this.settle(data.id, (call) => call.reject(new Error(data.error)));
      else this.settle(data.id, (call) => call.resolve(data.answer));
    }

    settle(id, how) {
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (call) how(call);
    }

    /** Whether the open page can go to `address` in this frame. What a link no longer says, a page that is open keeps. */
    leadsTo(address, sandbox) {
      const before = (url) => url.href.split('#')[0];
      const names = (url) => [...new URLSearchParams(url.hash.slice(1)).keys()];
      const said = new Set(names(address));
      return (
        before(address) === before(this.address) &&
        (sandbox && sandbox.value) === (this.sandbox && this.sandbox.value) &&
        names(this.address).every((name) => said.has(name))
      );
    }

    goTo(address) {
      if (address.href === this.address.href) return;
      this.address = address;
      // Unlike another src, this leaves no entry in the history of the page around it.
      this.frame.contentWindow.location.replace(address.href);
    }

    giveUp() {
      const error = new Error(`<${NAME}>: there is no answer from ${this.address.href.split('#')[0]}. Is its address right?`);
      this.rejectAll(error);
      this.onSilence(error);
    }

    rejectAll(error) {
      this.unsent = [];
      for (const call of this.waiting.values()) call.reject(error);
      this.waiting.clear();
    }

    end() {
      this.ended = true;
      clearTimeout(this.silence);
      window.removeEventListener('message', this.hear);
      this.frame.remove();
      this.rejectAll(new Error(`<${NAME}>: the frame was taken away before it answered.`));
    }
  }

  class LogitscopeDemo extends HTMLElement {
    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet()];
      this._box = document.createElement('div');
      // What stands between the tags is seen until the page is loaded.
      this._slot = document.createElement('slot');
      this._box.append(this._slot);
      root.append(this._box);
      this._ready = deferred();
      this._attributes = new MutationObserver(() => this._change());
      this._sight = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.start(), { rootMargin: NEAR });
    }

    connectedCallback() {
      this._layOut();
      this._attributes.observe(this, { attributes: true });
      if (this.getAttribute('loading') === 'eager') this.start();
      else this._sight.observe(this);
    }

    disconnectedCallback() {
      this._attributes.disconnect();
      this._sight.disconnect();
      this._end();
    }

    /** A promise of the page's state, once its first distribution is there. It does not make the page load. */
    get ready() {
      return this._ready.promise;
    }

    /** Loads the page now, however far it is from sight. */
    start() {
      if (this._talk || !this.isConnected) return;
      this._sight.disconnect();
      try {
        const onEvent = (name, detail) => this._hear(name, detail);
        this._talk = new Talk(addressOf(this), sandboxOf(this), onEvent, (error) => this._fail(error));
      } catch (error) {
        this._fail(error);
        return;
      }
      this._why = undefined;
      this._askWhetherReady();
      this._layOut();
      this._box.replaceChildren(this._talk.frame);
    }

    /**
     * Has the page do a command of its API, loading it if need be.
     *
     * @param {string} command as in docs/api.md
     * @param {object} [args] its arguments by name
     * @returns {Promise<unknown>} its answer
     */
    call(command, args) {
      this.start();
      if (this._talk) return this._talk.call(command, args);
      return Promise.reject(this._why || new Error(`<${NAME}>: it is in no page.`));
    }

    /** Chooses the next token. A link has a `step`, too: a framework that sets properties means that one. */
    get step() {
      return () => this.call('step');
    }

    set step(value) {
      if (value === undefined || value === null) this.removeAttribute('step');
      else this.setAttribute('step', value);
    }

    /** Takes steps: `{ maxTokens, speed }`. */
    run(options) {
      return this.call('run', options);
    }

    setPrompt(text) {
      return this.call('setPrompt', { text });
    }

    /** Changes settings: `{ temperature, top_k, top_p, seed, chain, … }`. */
    setSettings(settings) {
      return this.call('setSettings', settings);
    }

    state() {
      return this.call('state');
    }

    /** Follows the attributes. */
    _change() {
      if (this._why || this.getAttribute('loading') === 'eager') this.start();
      if (this._talk) {
        try {
          const [address, sandbox] = [addressOf(this), sandboxOf(this)];
          if (this._talk.leadsTo(address, sandbox)) this._talk.goTo(address);
          else this._again();
        } catch (error) {
          this._end();
          this._fail(error);
        }
      }
      this._layOut();
    }

    _again() {
      this._end();
      this.start();
    }

    _end() {
      const talk = this._talk;
      this._talk = this._told = this._why = undefined;
      this._box.replaceChildren(this._slot);
      if (talk) talk.end();
    }

    _askWhetherReady() {
      if (this._ready.settled) this._ready = deferred();
      const [ready, talk] = [this._ready, this._talk];
      talk.call('ready').then(ready.resolve, (error) => {
        // Another frame may still be ready.
        if (this._talk === talk) ready.reject(error);
      });
    }

    _hear(name, detail) {
      if (this._why) this._hearAtLast();
      if (name === 'resize' && Number.isFinite(detail && detail.height)) {
        this._told = detail.height;
        this._layOut();
      }
      this._tell(name, detail);
    }

    /** The page was given up, and speaks. */
    _hearAtLast() {
      this._why = undefined;
      this._box.lastChild.remove();
      this._askWhetherReady();
    }

    _tell(name, detail) {
      this.dispatchEvent(new CustomEvent(`logitscope-${name}`, { detail, bubbles: true, composed: true }));
    }

    /** Says what went wrong: in its place, by the promise and by an event. */
    _fail(error) {
      const words = document.createElement('p');
      words.setAttribute('role', 'alert');
      words.textContent = error.message;
      if (!this._talk) this._box.replaceChildren(this._slot);
      this._box.append(words);
      this._why = error;
      this._ready.reject(error);
      this._tell('error', { message: error.message });
    }

    _layOut() {
      const own = (name) => this.getAttribute(name) || '';
      const { style } = this._box;
      const until = own('show') ? LESSON_HEIGHT : PAGE_HEIGHT;
      setStyle(style, 'width', length(own('width')), '100%');
      setStyle(style, 'aspectRatio', own('aspect').replace(':', '/'), '');
      setStyle(style, 'height', length(own('height')), style.aspectRatio ? 'auto' : `${this._told || until}px`);
      if (this._talk) this._talk.frame.title = own('title') || 'A language model choosing tokens';
    }
  }

  let shared;
  /** The style of all of them. A page's policy may forbid style elements, but not this. */
  function sheet() {
    if (!shared) {
      shared = new CSSStyleSheet();
      shared.replaceSync(`
        :host { display: block }
        :host([hidden]) { display: none }
        div { position: relative; max-width: 100%; overflow: auto }
        iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }
        p { position: relative; margin: 0; padding: 1em; background: Canvas; color: CanvasText; font: 1em/1.4 system-ui, sans-serif }
      `);
    }
    return shared;
  }

  // The script may stand in a page twice.
  if (!customElements.get(NAME)) customElements.define(NAME, LogitscopeDemo);
})();
