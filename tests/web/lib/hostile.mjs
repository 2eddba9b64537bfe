// Texts that mean harm: each begins code, asks another site or breaks a format, wherever it is taken for more than text.
//
// What a text would do carries its number: the code calls `canary(7)`, the address is https://canary.invalid/7.
import assert from 'node:assert/strict';

/** The site that nobody may ask. */
export const ELSEWHERE = 'https://canary.invalid';

const times = (count, text) => text.repeat(count);
const from = (...codes) => String.fromCharCode(...codes);

/** Markup that runs code or asks another site where it becomes elements; `js` is the code, `url` an address elsewhere. */
const MARKUP = [
  (js) => `<script>${js}</script>`,
  (js) => `</script><script>${js}</script>`,
  (js) => `<ScRiPt >${js}</sCrIpT >`,
  (js) => `<script type=module>${js}</script>`,
  (js) => `<script src="data:text/javascript,${js}"></script>`,
  (js, url) => `<script src=${url}></script>`,
  (js) => `<img src=x onerror=${js}>`,
  (js) => `<img src=x onerror="${js}">`,
  (js) => `<img src=x onerror='${js}'>`,
  (js) => `<img/src="x"/onerror=${js}>`,
  (js) => `<IMG SRC=x\nONERROR\n=\n${js}\n>`,
  (js) => `<img src=x onerror=&#99;anary${js.slice(6)}>`,
  (js) => `<img src=x:x onerror=${js} <b>`,
  (js) => `<<img src=x onerror=${js}>>`,
  (js, url) => `<img src=${url}>`,
  (js, url) => `<img srcset="${url} 2x">`,
  (js, url) => `<picture><source srcset=${url}><img src=x></picture>`,
  (js) => `<svg onload=${js}>`,
  (js) => `<svg><script>${js}</script></svg>`,
  (js) => `<svg><animate onbegin=${js} attributeName=x dur=1s>`,
  (js) => `<svg><set onbegin=${js} attributeName=x to=1>`,
  (js) => `<svg><a href="javascript:${js}"><text y=20>press</text></a></svg>`,
  (js, url) => `<svg><image href="${url}"/></svg>`,
  (js) => `<svg><foreignObject><img src=x onerror=${js}></foreignObject></svg>`,
  (js) => `<svg></p><style><a title="</style><img src=x onerror=${js}>">`,
  (js) => `<math><mtext><img src=x onerror=${js}></mtext></math>`,
  (js) => `<math><mi xlink:href="javascript:${js}">x</mi></math>`,
  (js) => `<math><annotation-xml encoding="text/html"><img src=x onerror=${js}></annotation-xml></math>`,
  (js) => `<iframe srcdoc="<script>parent.${js}</script>"></iframe>`,
  (js) => `<iframe src="javascript:parent.${js}"></iframe>`,
  (js, url) => `<iframe src="${url}"></iframe>`,
  (js, url) => `<object data="${url}"></object>`,
  (js, url) => `<embed src="${url}">`,
  (js, url) => `<link rel=stylesheet href="${url}">`,
  (js, url) => `<style>@import "${url}";</style>`,
  (js, url) => `<b style="background:url(${url})">b</b>`,
  (js, url) => `<base href="${url}/">`,
  (js) => `<meta http-equiv=refresh content="0;url=data:text/html,${js}">`,
  (js) => `<details open ontoggle=${js}><summary>s</summary></details>`,
  (js) => `<input autofocus onfocus=${js}>`,
  (js) => `<video><source onerror=${js} src=x></video>`,
  (js) => `<audio src=x onerror=${js}></audio>`,
  (js, url) => `<video poster="${url}"></video>`,
  (js) => `<b style="animation:visually-hidden 1ms" onanimationend=${js} onclick=${js}>b</b>`,
  (js) => `<form action="javascript:${js}"><button>go</button></form>`,
  (js) => `<a href="javascript:${js}">a</a>`,
  (js) => `<a href="&#x6a;avascript:${js}">a</a>`,
  (js) => `<noscript><p title="</noscript><img src=x onerror=${js}>">`,
  (js) => `<textarea></textarea><img src=x onerror=${js}>`,
  (js) => `</title><img src=x onerror=${js}>`,
  (js) => `--><img src=x onerror=${js}><!--`,
  (js) => `<!--><img src=x onerror=${js}>-->`,
  (js) => `<![CDATA[><img src=x onerror=${js}>]]>`,
  (js) => `<template><img src=x onerror=${js}></template><img src=x onerror=${js}>`,
  (js) => `<table><tr><td><img src=x onerror=${js}>`,
  (js) => `<select><option></select><img src=x onerror=${js}>`,
  (js) => `<xmp></xmp><img src=x onerror=${js}>`,
  (js) => `<plaintext>${js}`,
];

const QUOTES = ["'", '"', '`', '\\"', "\\'", '&quot;', '&#39;', ''];

const BREAKOUTS = QUOTES.flatMap((quote) => [
  (js) => `${quote}><img src=x onerror=${js}>`,
  (js) => `${quote} autofocus onfocus=${js} x=${quote}`,
  (js) => `x${quote});${js};//`,
  (js) => `${quote}+${js}+${quote}`,
]);

const ADDRESSES = [
  (js) => `javascript:${js}`,
  (js) => `JaVaScRiPt:${js}`,
  (js) => ` \tjavascript:${js}`,
  (js) => `java\nscript:${js}`,
  (js) => `\u0001javascript:${js}`,
  (js) => `javascript&colon;${js}`,
  (js) => `javascript://%0a${js}`,
  (js) => `data:text/html,<script>parent.${js}</script>`,
  (js) => `data:text/html;base64,${btoa(`<script>parent.${js}</script>`)}`,
  (js) => `vbscript:${js}`,
  () => 'file:///etc/passwd',
  () => 'blob:null/0',
  (js, url) => url,
  (js, url) => url.replace('https:', ''),
  (js, url) => url.replace('https://', '\\\\'),
  (js, url) => url.replace('https://', 'https:/\\user@'),
];

const TEMPLATES = [
  (js) => `{{${js}}}`,
  (js) => `{{constructor.constructor('${js}')()}}`,
  (js) => `\${${js}}`,
  (js) => `#{${js}}`,
  (js) => `<%= ${js} %>`,
  (js) => `{% ${js} %}`,
  (js) => `[[${js}]]`,
  (js) => `@{${js}}`,
  () => '{ $x }',
  () => '{ $name } { $value }',
  () => '{ -brand }',
  () => '{ "{" }',
  () => '{ NUMBER($x, minimumFractionDigits: 99) }',
  () => '{ $x ->\n    [one] a\n   *[other] b\n}',
  () => '{',
  () => '}',
  () => '{0} {} {:?} {:#?} {name}',
  () => '%s %n %x %d %p %%',
  (js) => `\`\${${js}}\``,
  (js) => `"; ${js}; "`,
  (js) => `!!js/function "function(){${js}}"`,
  (js, url) => `\${jndi:ldap://${url.slice(8)}}`,
  () => "'; DROP TABLE tokens; --",
  () => '$(reboot) `reboot` | reboot; reboot &',
];

const ENTITIES = [
  (js) => `<scr<script>ipt>${js}</scr</script>ipt>`,
  (js) => `<body onload=${js}>`,
  (js) => `<img src=x onerror=${js} <b`,
  (js) => `&lt;img src=x onerror=${js}&gt;`,
  (js) => `&amp;lt;img src=x onerror=${js}&amp;gt;`,
  (js) => `&#60;img src=x onerror=${js}&#62;`,
  (js) => `&#x3c;img src=x onerror=${js}&#x3e;`,
  (js) => `&#0000060img src=x onerror=${js}>`,
  (js) => `\\u003cimg src=x onerror=${js}\\u003e`,
  (js) => `\\x3cimg src=x onerror=${js}\\x3e`,
  (js) => `%3Cimg%20src=x%20onerror=${js}%3E`,
  (js) => `%253Cimg%2520src=x%2520onerror=${js}%253E`,
  (js) => `%u003Cimg src=x onerror=${js}%u003E`,
  (js) => `+ADw-img src+AD0-x onerror+AD0-${js}+AD4-`,
  (js) => `\uff1cimg src=x onerror=${js}\uff1e`,
  () => '%c0%bc%c0%bescript',
  () => '%',
  () => '%zz%f%',
  () => '%00%0d%0aSet-Cookie: a=b',
  () => 'a&prompt=b&model=c#d=e?f',
  () => 'a+b%2Bc%26d',
  () => '&nbsp;&zwnj;&#xd800;&#x110000;&;&#;',
];

const CSS = [
  (js, url) => `red;background:url(${url})`,
  (js, url) => `}*{background:url(${url})}`,
  (js, url) => `@import url(${url});`,
  (js, url) => `--p:1;background-image:image-set("${url}" 1x)`,
  (js) => `width:expression(${js})`,
  (js) => `</style><img src=x onerror=${js}>`,
  () => 'position:fixed;inset:0;z-index:99999',
  () => '*/}*{display:none}/*',
];

const CONTROLS = [
  () => '\0',
  () => 'a\0b',
  (js) => `<img src=x\0onerror=${js}>`,
  (js) => `\0<scr\0ipt>${js}</scr\0ipt>`,
  () => from(...Array.from({ length: 31 }, (_, n) => n + 1)),
  () => from(...Array.from({ length: 33 }, (_, n) => n + 0x7f)),
  () => 'a\rb\r\nc\nd\n\re',
  () => '\u2028\u2029\u0085\v\f',
  () => '\ufeffa\ufeff',
  () => '\ufffe\uffff\ufdd0',
  () => '\ufff9a\ufffab\ufffb\ufffc',
  () => '\ue000\uf8ff',
  () => '\u{e0001}\u{e0041}\u{e007f}',
  () => '\u001b[31mred\u001b[0m\u0007',
  () => 'abc\b\b\b<b>',
  () => '\ufffd\ufffd',
];

const DIRECTIONS = [
  () => '\u202egnp.exe',
  () => 'user\u202e \u2066// admin\u2069 \u2066',
  () => times(60, '\u202a'),
  () => '\u2067\u2067\u2067never closed',
  () => '\u200f\u200e\u061cmarks',
  (js) => `\u202e<img src=x onerror=${js}>`,
  () => 'שלום, (עולם) 123 "ציטוט"',
  () => 'مرحبا بالعالم ١٢٣ <b>',
  () => 'abc \u05d0\u05d1 12-34 \u0627\u0628 def',
];

const INVISIBLE = [
  () => '\u200b',
  () => 'a\u200bb\u200cc\u200dd\u2060e',
  () => 's\u00adc\u00adr\u00adi\u00adp\u00adt',
  () => '\u180e\u034f\u115f\u3164\u2800',
  () => times(120, '\u200d'),
  (js) => `<\u200bimg src=x onerror=${js}>`,
  () => '\u00a0\u2003\u3000\u202f',
  () => '',
  () => ' ',
  () => '\n\n\n',
];

const SURROGATES = [
  () => '\ud800',
  () => '\udc00',
  () => 'a\udc00\ud800b',
  () => 'end\ud83d',
  (js) => `<img src=x onerror=${js}>\udfff`,
];

const COMBINING = [
  () => `e${times(90, '\u0301')}`,
  () => 'hostile'.split('').map((letter) => letter + times(12, '\u0336\u0489\u0353\u035c')).join(''),
  () => times(40, '\u1100\u1161\u11a8'),
  () => times(20, 'क्ष्म्य'),
  () => 'กำ่้๊๋็์ิีึื',
  () => `ཀ${times(40, '\u0f90')}`,
  () => `A${times(30, '\ufe0f\ufe0e')}`,
  () => '\u0301\u0301first',
];

const EMOJI = [
  () => '👨‍👩‍👧‍👦🏳️‍🌈👩🏽‍🚀',
  () => '🇩🇪🇫🇷🇪',
  () => '1️⃣*️⃣#️⃣',
  () => `👩${times(40, '\u200d👩')}`,
  () => '👍🏻🏻🏻',
  () => '\u{1f468}\u200d',
  () => times(50, '🙂'),
];

const SPREADSHEETS = [
  () => '=1+1',
  () => "=cmd|'/C calc'!A0",
  (js, url) => `=HYPERLINK("${url}","press")`,
  (js, url) => `=WEBSERVICE("${url}")`,
  () => '+1+1',
  () => '-1+1',
  () => '@SUM(A1:A9)',
  () => '\t=1+1',
  () => '"=1+1"',
  () => '"",=1+1,""',
  () => 'a,b;c\td|e',
];

const MARKDOWN = [
  (js) => `[press](javascript:${js})`,
  (js) => `[press](<javascript:${js}>)`,
  (js) => `[press](JAVASCRIPT&#58;${js})`,
  (js) => `[press](https://example.org" onmouseover="${js})`,
  (js, url) => `![](${url})`,
  (js, url) => `![a][b]\n\n[b]: ${url} "${js}"`,
  (js) => `<javascript:${js}>`,
  (js) => `# <img src=x onerror=${js}>`,
  (js) => `<div markdown=1><img src=x onerror=${js}></div>`,
  (js) => `\`\`\`html\n<script>${js}</script>\n\`\`\``,
  (js) => `> - 1. **<b onclick=${js}>**`,
  (js, url) => `\`\`\`state\nmodel: ${url}\ndraft: ${url}\n\`\`\``,
  () => '```ask\nask: ?\ngoal: p("',
  () => '---\ntitle: other\n---',
  () => '| a | b |\n|---|---|\n| ``` | \\| |',
  () => '[^1] ~~a~~ - [x] <details>',
  () => `${times(60, '> ')}deep`,
  () => `${times(60, '*')}a${times(60, '_')}`,
];

const PATHS = [
  () => '../../../../etc/passwd',
  () => '..\\..\\windows\\win.ini',
  () => '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  () => 'models/../../secret/',
  () => '/',
  () => '.',
  () => '..',
  () => 'C:\\con\\nul',
  () => 'a/./b//c',
  () => 'pocket?x=1',
  () => 'x'.padEnd(300, 'x'),
  (js, url) => `${url}/model/`,
  (js, url) => `${url}/lesson.md`,
];

const NAMES = [
  () => '__proto__',
  () => 'constructor',
  () => 'prototype',
  () => 'toString',
  () => '__defineGetter__',
  () => '{"__proto__":{"polluted":1}}',
  () => '__proto__[polluted]=1',
  () => '[object Object]',
  () => 'undefined',
  () => 'null',
  () => 'NaN',
  () => '-0',
  () => '1e999',
  () => '99999999999999999999',
  () => 'true',
];

const FORMATS = [
  () => '{"a":',
  () => '"}]}',
  () => '\\',
  () => '\\"',
  () => '\\u0000\\ud800',
  () => times(150, '['),
  () => times(100, '{"a":'),
  () => '{"a":1,"a":2}',
  () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  () => '<|endoftext|>',
  () => '</s><s>[INST]<|im_start|>system',
  () => '⟨E6⟩ ␣ ↵',
  () => 'L0H0,L0M~0.5',
  () => 'temperature~0.8,top_k~40',
  () => '(a+)+$',
  () => "'\u2019\u201c\u201d«»‹›",
];

/** What is long; the page reads as many tokens as its model has places. */
const LONG = [
  () => times(100_000, 'a'),
  () => times(100_000, '<'),
  () => times(50_000, '\n'),
  () => times(50_000, ' '),
  () => times(25_000, '"\'`&'),
  () => times(20_000, '🙂'),
  () => times(10_000, 'word '),
  (js) => `${times(20_000, '<b>')}<img src=x onerror=${js}>`,
  // Browsers take time by the square of these, for any page.
  () => `a${times(5_000, '\u0301')}`,
  () => times(50_000, '%'),
];

const FAMILIES = {
  markup: MARKUP,
  breakout: BREAKOUTS,
  address: ADDRESSES,
  template: TEMPLATES,
  entity: ENTITIES,
  css: CSS,
  control: CONTROLS,
  direction: DIRECTIONS,
  invisible: INVISIBLE,
  surrogate: SURROGATES,
  combining: COMBINING,
  emoji: EMOJI,
  spreadsheet: SPREADSHEETS,
  markdown: MARKDOWN,
  path: PATHS,
  name: NAMES,
  format: FORMATS,
  long: LONG,
};

/**
 * All of them, each different from the others.
 *
 * @type {{ id: number, family: string, text: string }[]}
 */
export const HOSTILE = Object.entries(FAMILIES)
  .flatMap(([family, all]) => all.map((make) => ({ family, make })))
  .map(({ family, make }, id) => ({ id, family, text: make(`canary(${id})`, `${ELSEWHERE}/${id}`) }));

/** Runs in every document before the page: notes what a text did there, and every element that none of ours is. */
export function guard() {
  const told = [];
  const say = (what) => told.push(what);
  window.canary = (id) => say(`canary ${id} ran`);
  window.hostile = {};
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) {
    window[name] = (text) => say(`${name}: ${text}`);
  }
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    say(`forbidden: ${violatedDirective} ${blockedURI} ${sample}`),
  );
  addEventListener('error', (event) => say(`uncaught: ${event.message ?? event.target?.outerHTML}`));
  addEventListener('unhandledrejection', ({ reason }) => say(`unhandled: ${reason}`));

  const FORBIDDEN = 'script, iframe, object, embed, base, meta, style, math, audio, video, picture, form:not(.server-form), foreignObject, image, animate, set, xmp, plaintext, noscript, marquee';
  const scheme = (value) => /^[\s\u0000-\u0020]*(javascript|vbscript|data|file|blob):/i.test(value.replaceAll(/[\t\r\n]/g, ''));
  const suspicious = (element) => {
    if (element.matches(FORBIDDEN)) return true;
    return [...element.attributes].some(({ name, value }) => {
      if (/^on/i.test(name) || name === 'srcdoc' || name === 'srcset') return true;
      if (name === 'style' && value.includes('canary.invalid')) return true;
      return /^(href|src|xlink:href|action|formaction|poster|data)$/i.test(name) && (value.includes('canary.invalid') || scheme(value));
    });
  };
  const look = (element) => {
    if (suspicious(element)) say(`element: ${element.outerHTML.slice(0, 200)}`);
  };
  const watch = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') look(target);
      for (const node of addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        look(node);
        node.querySelectorAll('*').forEach(look);
      }
    }
  });
  // The page's own scripts and styles come first.
  window.hostile.watch = () => watch.observe(document, { subtree: true, childList: true, attributes: true });
  window.hostile.told = () => {
    const polluted = ['polluted', 'toJSON'].filter((name) => name in {});
    return [...told.splice(0), ...polluted.map((name) => `Object.prototype.${name}`)];
  };
}

/** What a browser tells of a page that is open, from outside: dialogs, requests to others, pages it opened, where it went, and what it wrote to its console. */
export function listen(page, own) {
  const told = [];
  const plain = (url) => url.replace(/#.*/s, '');
  page.on('dialog', (dialog) => {
    told.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('popup', (popup) => told.push(`window: ${popup.url()}`));
  page.on('crash', () => told.push('the page crashed'));
  page.on('pageerror', (error) => told.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    if (!own(request.url())) told.push(`request: ${request.url()}`);
  });
  const home = plain(page.url());
  page.on('framenavigated', (frame) => {
    if (plain(frame.url()) !== home) told.push(`went to ${frame.url().slice(0, 200)}`);
  });
  return () => told.splice(0);
}

/**
 * Leads texts one after the other through `route`, a function that runs in the page and gets one text, its number and `more`; after each the
 * page must have done nothing that it should not. Another way into the page is another such function.
 *
 * @template More
 * @param {import('./scope.mjs').Scope} scope a page that `guard` and `listen` watch
 * @param {(text: string, id: number, more: More) => Promise<boolean>} route throws if something is wrong; gives whether the text came to
 *   where it was to come, and was not refused
 * @param {{ more?: More, texts?: typeof HOSTILE, told: () => string[] }} options `told`: what `listen` gave
 * @returns {Promise<number[]>} the ids of those that came
 */
export async function through(scope, route, { more, texts = HOSTILE, told }) {
  // A lone surrogate survives no message of the driver, but JSON in ASCII.
  const json = JSON.stringify([texts, more ?? null]).replaceAll(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const found = await scope.frame.evaluate(`(${walk})(${route}, ${json})`);
  const wrong = found.filter((one) => one.threw !== undefined || one.told.length > 0);
  assert.deepEqual(wrong, [], 'texts that did something');
  assert.deepEqual(told(), [], 'what the browser tells');
  // It still answers.
  await scope.call('state');
  return found.filter(({ arrived }) => arrived).map(({ id }) => id);
}

/** Runs in the page. */
async function walk(route, [texts, more]) {
  const found = [];
  for (const { id, family, text } of texts) {
    const one = { id, family, text: text.slice(0, 80) };
    try {
      one.arrived = await route(text, id, more);
    } catch (error) {
      one.threw = String(error?.stack ?? error).slice(0, 500);
    }
    // Drawn, and what that asks for has begun.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
    one.told = window.hostile.told();
    found.push(one);
  }
  return found;
}
