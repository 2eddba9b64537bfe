// The GPU process dies in the middle of a run: the run goes on as if nothing had happened.
import assert from 'node:assert/strict';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite({ args: ['--disable-domain-blocking-for-3d-apis', '--disable-gpu-process-crash-limit'] });

// Chromium reports the lost device in the console.
const allow = /device|lost|GPU|context|instance/i;

const HASH = '#prompt=The+king+opened+the+door&temperature=0.9&top_k=40&top_p=0.95&backend=gpu';
const LENGTH = 16;

async function crash(browser) {
  const session = await browser.newBrowserCDPSession();
  // The call has no answer: what would send it is gone.
  session.send('Browser.crashGpuProcess').catch(() => {});
}

test(
  'a lost GPU is replaced, and the run goes on with the same tokens',
  async (scope, { browser, fresh }) => {
    const undisturbed = await fresh();
    const { transcript: prompt } = await undisturbed.open(HASH);
    const { seed, tokens: expected } = await undisturbed.longRun(LENGTH);
    await undisturbed.page.close();

    await scope.open(`${HASH}&seed=${seed}&max_tokens=${LENGTH}&speed=8`);
    const { model } = await scope.call('state');
    assert.equal(model.backend.kind, 'gpu');
    await scope.click('play');
    for (const [n, at] of [4, 9].entries()) {
      await eventually(async () => assert.ok((await scope.transcript()).length >= prompt.length + at));
      await crash(browser);
      await eventually(async () => {
        const loads = (await scope.requests()).filter((request) => request === 'load').length;
        assert.equal(loads, n + 2, 'the model is loaded again');
      });
      await scope.notice(/started again, and the run goes on/);
    }
    const tokens = await scope.tokens(prompt.length + LENGTH);
    assert.deepEqual(tokens.slice(prompt.length), expected);
    assert.equal((await scope.call('state')).model.backend.kind, 'gpu', 'the GPU computes again');
    assert.match(await scope.text('stop-reason'), /as many as asked for/);
  },
  { allow },
);

test(
  'a GPU lost while nothing runs is noticed at the next step',
  async (scope, { browser }) => {
    const { transcript } = await scope.open(HASH);
    await crash(browser);
    await scope.click('step');
    await scope.tokens(transcript.length + 1);
    assert.equal((await scope.call('state')).phase, 'ready');
  },
  { allow },
);
