// Where there is no WebGPU: the CPU runs the model, and the page says why.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const HOST = 'logitscope.test';

// Without its flag, the browser has `navigator.gpu`, but no adapter.
const test = suite({ webgpu: false, args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });

// Chromium says in the console that it has no adapter.
const allow = /adapter|WebGPU/i;

test(
  'without an adapter the CPU runs the model, and the page says so',
  async (scope) => {
    const state = await scope.open('#prompt=The+sea&temperature=0');
    assert.equal(state.model.backend.kind, 'cpu');
    assert.match(await scope.text('adapter'), /^CPU \(WebAssembly/);
    assert.match(await scope.text('status'), /no usable GPU/);
    await scope.notice(/no usable GPU.*runs on the CPU instead/);
    await scope.click('step');
    await scope.tokens(state.transcript.length + 1);
    // What opens has the number: the button has it while that is closed.
    assert.equal(await scope.text('station-machine'), 'CPU');
    await scope.click('station-machine');
    await eventually(async () => assert.match(await scope.text('station-machine'), /^CPU · [\d.]+\s?ms a pass$/));
  },
  { allow },
);

test(
  'asked for the GPU by a link, the page falls back and says so; asked by hand, it keeps what runs',
  async (scope) => {
    const state = await scope.open('#prompt=The+sea&backend=gpu');
    assert.equal(state.model.backend.kind, 'cpu');
    await scope.notice(/no usable GPU.*CPU.* instead/);
    await scope.click('model-menu');
    await scope.at('backend').selectOption('gpu');
    await scope.notice(/no usable GPU[^.]*\.$/);
    await eventually(async () => assert.equal((await scope.call('state')).phase, 'ready'));
    await scope.call('step');
    await scope.tokens(state.transcript.length + 1);
  },
  { allow },
);

test(
  'an insecure address is explained, and the model runs on the CPU',
  async (scope, { server }) => {
    const { port } = new URL(server.origin);
    scope.url = scope.url.replace(server.origin, `http://${HOST}:${port}`);
    const state = await scope.open('#prompt=The+sea');
    assert.equal(await scope.frame.evaluate(() => isSecureContext), false);
    assert.equal(state.model.backend.kind, 'cpu');
    await scope.notice(/insecure connection.*runs on the CPU.*https/s);
    await scope.click('step');
    await scope.tokens(state.transcript.length + 1);

    // There is no clipboard either: the link is shown instead.
    await scope.click('share-menu');
    await scope.click('copy-link');
    await scope.notice(/does not allow copying here.*#model=pocket&prompt=The/);
  },
  { allow, origins: [/^http:\/\/logitscope\.test:\d+$/] },
);
