// The core of the page in each browser: Chromium and Firefox, each with its own WebGPU and its own compiler of wasm,
// and WebKit, which has no WebGPU on Linux.
import { describe } from 'node:test';
import { CORE, FILES } from './lib/core.mjs';
import { suite } from './lib/suite.mjs';

const BROWSERS = [
  { name: 'Chromium', browser: 'chromium', backend: 'gpu' },
  { name: 'Firefox without WebGPU', browser: 'firefox', backend: 'cpu' },
  { name: 'Firefox', browser: 'firefox', backend: 'gpu' },
  { name: 'WebKit', browser: 'webkit', backend: 'cpu' },
];

const seen = new Set();
for (const { name, browser, backend } of BROWSERS) {
  describe(name, () => {
    const test = suite({ browser, whole: true, moves: true, webgpu: backend === 'gpu', files: FILES });
    for (const [what, body, options] of CORE) {
      // What is the same on every backend runs once in a browser.
      if (seen.has(browser) && options?.anyBackend) continue;
      test(what, (scope, more) => body(scope, { ...more, backend }), options);
    }
  });
  seen.add(browser);
}
