// window.logitscope: what every command takes, answers and refuses.
import assert from 'node:assert/strict';
import { folder, tiny } from './lib/checkpoint.mjs';
import { values } from './lib/sampling.mjs';
import { suite } from './lib/suite.mjs';

const model = tiny({ nCtx: 200 });
const test = suite({ files: { ...folder('models/one', model), ...folder('models/two', tiny({ nCtx: 60, seed: 2 })) } });

const HASH = '#model=one&prompt=Hello';

test('the API has a version, a promise and its commands', async (scope) => {
  await scope.open(HASH);
  const api = await scope.frame.evaluate(() =>
    Object.fromEntries(Object.entries(window.logitscope).map(([key, value]) => [key, value?.constructor?.name])),
  );
  const commands = [
    'load', 'setPrompt', 'setSettings', 'step', 'run', 'pause', 'rewind', 'force', 'branch', 'goTo', 'rollAgain',
    'select', 'logits', 'trace', 'importTrace', 'record', 'openRecording', 'open', 'setStrategies', 'strategy', 'state', 'on',
  ];
  assert.equal(api.version, 'Number');
  assert.equal(api.ready, 'Promise');
  for (const command of commands) assert.equal(api[command], 'Function', command);
  assert.equal(await scope.frame.evaluate(() => window.logitscope.version), 1);
});

test('every command answers with what it did', async (scope) => {
  const state = await scope.open(HASH);
  assert.equal(state.version, 1);
  assert.equal(state.model.name, 'one');
  assert.equal(state.text, 'Hello');
  const length = state.transcript.length;

  const step = await scope.call('step');
  assert.equal(step.position, length);
  assert.equal(step.chosen, 'sampled');
  assert.equal(typeof step.text, 'string');
  assert.equal((await scope.call('state')).cursor, step.node);

  const forced = await scope.call('force', 65);
  assert.deepEqual([forced.chosen, forced.choice.token, forced.text], ['forced', 65, 'A']);

  const rewound = await scope.call('rewind', 1);
  assert.equal(rewound.transcript.length, length + 1);
  assert.equal((await scope.call('rewind', 1000)).transcript.length, length, 'never into the prompt');

  const gone = await scope.call('goTo', forced.node);
  assert.deepEqual([gone.cursor, gone.text.at(-1)], [forced.node, 'A']);

  const branch = await scope.call('branch', step.node, 66);
  assert.equal(branch.context, step.node);
  assert.equal((await scope.call('state')).text.at(-1), 'B');

  const run = await scope.call('run', { maxTokens: 3 });
  assert.deepEqual([run.steps.length, run.stop], [3, null]);
  const stopped = await scope.call('setSettings', { maxTokens: 6 }).then(() => scope.call('run'));
  assert.deepEqual(stopped.stop, { reason: 'max_tokens' });
  assert.match(await scope.refusal('run'), /has its 6 tokens/);

  const selected = await scope.call('select', state.prompt_end);
  assert.equal(selected.selected, state.prompt_end);
  assert.equal((await scope.call('select')).selected, selected.cursor);

  const logits = await scope.logits();
  assert.equal(logits.length, 257);
  const array = await scope.frame.evaluate(async () => (await window.logitscope.logits()).constructor.name);
  assert.equal(array, 'Float32Array');

  const settings = { temperature: 1.5, top_k: 7, top_p: 0.25, seed: 99 };
  const set = await scope.call('setSettings', { ...settings, max_tokens: 50, stop: ['\n', 'x'], speed: 3 });
  assert.deepEqual(values(set.settings), settings);
  assert.deepEqual([set.stop_rules, set.speed], [{ max_tokens: 50, sequences: ['\n', 'x'] }, 3]);
  const camel = await scope.call('setSettings', { topK: 8, topP: 0.5 });
  assert.deepEqual(values(camel.settings), { ...settings, top_k: 8, top_p: 0.5 });

  const prompt = await scope.call('setPrompt', 'Other');
  assert.deepEqual([prompt.prompt, prompt.text], ['Other', 'Other']);
  assert.equal(await scope.at('prompt').inputValue(), 'Other');

  const trace = await scope.call('trace');
  assert.deepEqual([trace.format, trace.version], ['logitscope-trace', 2]);
  for (const given of [trace, JSON.stringify(trace)]) {
    assert.equal((await scope.call('importTrace', given)).text, 'Other');
  }

  const rolled = await scope.call('rollAgain').then(() => scope.call('step'));
  assert.equal(rolled.draw.roll, 1);
});

test('load takes a name, an address and files', async (scope) => {
  await scope.open(HASH);
  const two = await scope.call('load', 'two');
  assert.deepEqual([two.name, two.n_ctx], ['two', 60]);
  assert.ok(['gpu', 'cpu'].includes(two.backend.kind), two.backend.kind);
  const one = await scope.call('load', `${scope.url}models/one/`);
  assert.deepEqual([one.name, one.n_ctx], ['one', 200]);
  const mine = await scope.frame.evaluate(
    async ({ config, tokenizer, weights }) => {
      const { name, n_ctx } = await window.logitscope.load({
        name: 'mine',
        config: new Blob([config]),
        tokenizer: new Blob([tokenizer]),
        weights: new Blob([Uint8Array.from(weights)]),
      });
      return [name, n_ctx];
    },
    { config: JSON.stringify(model.config), tokenizer: JSON.stringify(model.tokenizer), weights: [...model.weights] },
  );
  assert.deepEqual(mine, ['mine', 200]);
  assert.equal((await scope.call('state')).text, 'Hello', 'the prompt is run again');
});

test('run can be paused, and calls queue up', async (scope) => {
  const { transcript } = await scope.open(HASH);
  const answer = await scope.frame.evaluate(async () => {
    const api = window.logitscope;
    const run = api.run({ speed: 20 });
    let seen = 0;
    await new Promise((enough) => api.on('step', () => (seen += 1) === 3 && enough()));
    const paused = await api.pause();
    const { steps, stop } = await run;
    return { steps: steps.length, stop, playing: paused.playing };
  });
  assert.equal(answer.playing, false);
  assert.equal(answer.stop, null);
  assert.ok(answer.steps >= 3 && answer.steps < 20, `${answer.steps} steps`);

  await scope.call('rewind', 1000);
  const many = await scope.frame.evaluate(() =>
    Promise.all(Array.from({ length: 5 }, () => window.logitscope.step())).then((all) => all.map((s) => s.position)),
  );
  assert.deepEqual(
    many,
    many.map((_, i) => transcript.length + i),
  );
});

test('bad arguments are refused in words, and change nothing', async (scope) => {
  await scope.open(HASH);
  await scope.call('step');
  const before = await scope.call('state');
  // The prompt is rated in the background, so probabilities may still come.
  const run = ({ speed, settings, text, cursor, phase }) => ({ speed, settings, text, cursor, phase });
  for (const [command, args, words] of [
    ['setPrompt', [], /setPrompt: text is missing/],
    ['setPrompt', [7], /text must be a text/],
    ['setSettings', [{ temperature: 'hot' }], /temperature must be a number/],
    ['setSettings', [{ temperature: -1 }], /temperature = -1 is out of range/],
    ['setSettings', [{ top_p: 1.5 }], /top_p = 1.5 is out of range/],
    ['setSettings', [{ top_k: 1.5 }], /top_k must be a whole number/],
    ['setSettings', [{ seed: 2 ** 32 }], /seed must be a whole number/],
    ['setSettings', [{ temprature: 1 }], /no argument "temprature"/],
    ['setSettings', [{ stop: 'x' }], /stop must be a list of texts/],
    ['setSettings', [{ top_k: 3, temperature: -1 }], /out of range/],
    ['setSettings', [7], /must be an object/],
    ['rewind', [], /n is missing/],
    ['rewind', [-1], /n must be a whole number/],
    ['force', [], /tokenId is missing/],
    ['force', [100_000], /Token 100000 does not exist/],
    ['force', ['A'], /tokenId must be a whole number/],
    ['branch', [0], /tokenId is missing/],
    ['branch', [9999, 1], /no step 9999/],
    ['goTo', [9999], /no step 9999/],
    ['select', [9999], /no step 9999/],
    ['logits', [9999], /no step 9999/],
    ['run', [{ maxTokens: -5 }], /maxTokens must be a whole number/],
    ['run', [{ speed: -1 }], /speed must be a number, 0 or more/],
    ['load', [], /must be a name, an address/],
    ['load', [{ name: 'x' }], /must be a File or a Blob/],
    ['importTrace', [], /not a usable Logitscope trace/],
  ]) {
    assert.match(await scope.refusal(command, ...args), words, `${command}(${JSON.stringify(args)})`);
    assert.deepEqual(run(await scope.call('state')), run(before), `${command} changed something`);
  }
});

test('events tell what happens, until the subscription ends', async (scope) => {
  await scope.open(HASH);
  const heard = await scope.frame.evaluate(async () => {
    const api = window.logitscope;
    const events = [];
    const names = ['step', 'run', 'settings', 'prompt', 'model', 'error'];
    const offs = names.map((name) => api.on(name, (detail) => events.push([name, detail])));
    await api.setSettings({ seed: 5 });
    await api.setPrompt('Two');
    await api.step();
    await api.run({ maxTokens: 2 });
    await api.load('two');
    await api.force(100_000).catch(() => {});
    for (const off of offs) off();
    await api.step();
    return events;
  });
  const names = heard.map(([name]) => name);
  assert.deepEqual(names, ['settings', 'prompt', 'step', 'step', 'step', 'run', 'model', 'prompt', 'error']);
  const detail = (name) => heard.find(([other]) => other === name)[1];
  assert.equal(detail('settings').settings.seed, 5);
  assert.deepEqual(detail('prompt').tokens, [...Buffer.from('Two')]);
  assert.equal(detail('step').position, 3);
  assert.deepEqual(detail('run'), { steps: 2, stop: null });
  assert.equal(detail('model').name, 'two');
  assert.match(detail('error').message, /Token 100000/);

  const refused = await scope.frame.evaluate(() => {
    const attempt = (...args) => {
      try {
        window.logitscope.on(...args);
        return 'taken';
      } catch (error) {
        return error.message;
      }
    };
    return [attempt('nothing', () => {}), attempt('step', 7), attempt()];
  });
  assert.match(refused[0], /event must be one of/);
  assert.match(refused[1], /callback must be a function/);
  assert.match(refused[2], /event must be one of/);
});
