// Strategies by script, taken back by the keyboard, and in traces.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const PROMPT = 'In the forest lived a';
const CHAIN = 'temperature~0.8,top_k~20';
const HASH = `#prompt=${PROMPT.replaceAll(' ', '+')}&chain=${CHAIN}&seed=3&backend=cpu&speed=0`;
const DESKTOP = { context: { viewport: { width: 1280, height: 800 } } };
const MODELS = join(import.meta.dirname, '../../web/models');

/** What the command writes of the same strategy. */
function command(name, ...options) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'strategies-')), 'record.json');
  execFileSync(program, [name, '--model', join(MODELS, 'pocket'), '--backend', 'cpu', '--prompt', PROMPT, '--out', out, ...options]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

/** `own` is `wanted`, but for what was measured and for who computed it. */
function assertSame(own, wanted, at = 'record', within = 2e-4) {
  if (typeof wanted === 'number' && typeof own === 'number') {
    assert.ok(Math.abs(own - wanted) <= within * Math.max(1, Math.abs(wanted)), `${at}: ${own} is ${wanted} there`);
  } else if (wanted !== null && typeof wanted === 'object') {
    assert.deepEqual(Object.keys(own ?? {}).sort(), Object.keys(wanted).sort(), at);
    const measured = /^(timings|passes|figures|model|draft_ms|target_ms)$/;
    for (const key of Object.keys(wanted)) if (!measured.test(key)) assertSame(own[key], wanted[key], `${at}.${key}`, within);
  } else {
    assert.equal(own, wanted, at);
  }
}

test('a script opens each strategy, sends it to its end, and gets what the command writes', async (scope) => {
  await scope.open(HASH);
  const draft = ['--draft', join(MODELS, 'pocket-draft')];
  const chain = ['--chain', CHAIN, '--seed', '3'];
  const asked = {
    beams: '3,1,likely,5', speculate: 'model,ratio,2,6', guide: 'search,4', compare: 4, lanes: ['write=greedy;model=draft'],
  };
  const { strategy } = await scope.call('setStrategies', asked);
  assert.equal(strategy, null, 'none is open');
  const all = [
    ['beams', () => command('beam', '--width', '3', '--max-tokens', '5', '--diversity', '0')],
    ['speculative', () => command('speculate', ...draft, ...chain, '--drafted', '2', '--max-tokens', '6')],
    ['guided', () => command('guide', '--by', 'search', '--max-tokens', '4', '--k', '4', '--alpha', '0.6', '--chain', CHAIN)],
    ['compare', () => command('compare', ...draft, ...chain, '--max-tokens', '4', '--lane', 'write=greedy;model=draft')],
  ];
  for (const [station, wanted] of all) {
    const state = await scope.call('open', station, 1000);
    assert.equal(state.open, station);
    const { steps, ended, error } = state.strategy;
    assert.ok(steps > 0 && ended && error === null, JSON.stringify(state.strategy));
    const record = await scope.call('strategy');
    assert.match(record.format, /^logitscope-/);
    if (wanted()) assertSame(record, wanted(), station);
  }
  assert.equal((await scope.call('open', null)).open, null);
}, DESKTOP);

test('with a grammar each strategy writes what it allows, as the command does', async (scope) => {
  const grammar = '( [a-z]+){4}[.]';
  const chain = `grammar~regex~${grammar.replaceAll('~', '%7E')},${CHAIN}`;
  await scope.open(HASH.replace(CHAIN, encodeURIComponent(chain)));
  const asked = {
    beams: '3,1,likely,9', speculate: 'model,ratio,3,12', guide: 'search,9', compare: 9, lanes: ['write=beams2'],
  };
  await scope.call('setStrategies', asked);
  const draft = ['--draft', join(MODELS, 'pocket-draft')];
  const all = [
    ['beams', () => command('beam', '--width', '3', '--max-tokens', '9', '--diversity', '0', '--regex', grammar)],
    ['speculative', () => command('speculate', ...draft, '--chain', chain, '--seed', '3', '--drafted', '3', '--max-tokens', '12')],
    ['guided', () => command('guide', '--by', 'search', '--max-tokens', '9', '--k', '4', '--alpha', '0.6', '--chain', chain)],
    ['compare', () => command('compare', '--chain', chain, '--seed', '3', '--max-tokens', '9', '--lane', 'write=beams2')],
  ];
  const begins = /^( [a-z]*){1,4}([.](<[|]endoftext[|]>)?)?$/;
  for (const [station, wanted] of all) {
    const { strategy } = await scope.call('open', station, 1000);
    assert.ok(strategy.ended && strategy.error === null, `${station}: ${JSON.stringify(strategy)}`);
    const record = await scope.call('strategy');
    const texts = record.finished ?? record.lanes ?? [record];
    for (const { text } of texts) assert.match(text.replace(PROMPT, ''), begins, station);
    if (wanted()) assertSame(record.finished ?? record.rounds ?? record.steps, wanted().finished ?? wanted().rounds ?? wanted().steps, station);
  }
  // From within a text that has begun, the grammar goes on where it is.
  await scope.call('open', null);
  await scope.call('run', { maxTokens: 3 });
  const { strategy } = await scope.call('open', 'beams', 1000);
  assert.equal(strategy.error, null);
  const { text } = await scope.call('state');
  const [{ text: best }] = (await scope.call('strategy')).finished;
  assert.match(text.replace(PROMPT, '') + best, begins);
}, DESKTOP);

test('a step is gone to, back too, and what cannot be is said', async (scope) => {
  await scope.open(HASH);
  const three = await scope.call('open', 'beams', 3);
  assert.deepEqual([three.strategy.step, three.strategy.steps], [3, 3]);
  assert.match(await scope.text('strategy-place'), /step 3 of/);
  assert.equal((await scope.call('open', 'beams', 1)).strategy.step, 1);
  assert.equal((await scope.call('strategy')).steps.length, 3, 'what came of it stays');
  await scope.call('open', 'tree');
  assert.equal((await scope.call('strategy')).format, 'logitscope-explore-1');
  for (const [call, ...said] of [
    [['open', 'nowhere'], /no station "nowhere"/],
    [['open', 'beams', -1], /step must be a whole number/],
    [['setStrategies', { beams: '0' }], /beams/],
    [['setStrategies', { dance: 'x' }], /no argument "dance"/],
    [['setStrategies', { lanes: ['write=nobody'] }], /lane/],
  ]) {
    await assert.rejects(scope.call(...call), said[0], JSON.stringify(call));
  }
  await scope.call('open', null);
  await assert.rejects(scope.call('strategy'), /none is open/);
}, DESKTOP);

test('what a strategy is asked for is taken back with Ctrl+Z and made again', async (scope) => {
  await scope.open(`${HASH}&open=beams`);
  const width = async () => Number(await scope.at('beam-width').inputValue());
  await scope.at('beam-width').waitFor();
  await scope.at('beam-width').fill('6');
  await eventually(async () => assert.equal((await scope.call('strategy')).options.width, 6));
  await scope.at('strategy-card').locator('h2').first().click();
  await scope.page.keyboard.press('Control+z');
  await eventually(async () => assert.equal(await width(), 4));
  await eventually(async () => assert.equal((await scope.call('strategy')).options.width, 4));
  await scope.page.keyboard.press('Control+Shift+z');
  await eventually(async () => assert.equal(await width(), 6));
}, DESKTOP);

test('a trace has them, and brings them back', async (scope) => {
  await scope.open(HASH);
  await scope.call('run', { maxTokens: 2 });
  assert.equal((await scope.call('trace')).strategies, undefined, 'nothing was asked for');
  await scope.call('setStrategies', { beams: '3,0.5,never,7', against: 'The dog; a=b&c' });
  await scope.call('open', 'beams', 4);
  const trace = await scope.call('trace');
  assert.equal(trace.strategies.records.length, 1);
  const kept = trace.strategies.records[0];
  await scope.open('#prompt=Other&backend=cpu');
  await scope.call('importTrace', trace);
  const { strategy, open } = await scope.call('state');
  assert.equal(open, 'beams');
  assert.ok(strategy !== null);
  await eventually(async () => assertSame(await scope.call('strategy'), kept));
  assert.match(await scope.text('strategy-place'), /step 4 of at most 7/);
  const link = await scope.copyLink();
  assert.match(decodeURIComponent(link), /against=The.dog;.a=b&c/);
}, DESKTOP);

test('on the GPU every strategy finds what it finds on the CPU', async (scope) => {
  const guides = ['guidance,3', 'search,3', 'decoding,3', 'dola,3'];
  const stations = ['beams', 'speculative', 'compare', 'context', 'tree', ...guides.map((guide) => ['guided', guide])];
  const found = {};
  for (const backend of ['cpu', 'gpu']) {
    await scope.open(HASH.replace('backend=cpu', `backend=${backend}`));
    await eventually(async () => assert.equal((await scope.call('state')).model.backend.kind, backend));
    await scope.call('setStrategies', {
      beams: '3,1,likely,4,stochastic', speculate: 'model,ratio,2,5', compare: 3, lanes: ['write=greedy;model=draft'], context: 'slide,8,2,6',
    });
    found[backend] = {};
    for (const station of stations) {
      const [name, guide] = [station].flat();
      if (guide) await scope.call('setStrategies', { guide });
      const { strategy } = await scope.call('open', name, name === 'tree' ? 2 : 1000);
      assert.ok(name === 'tree' || strategy.ended, `${name} comes to its end on the ${backend}`);
      found[backend][guide ?? name] = await scope.call('strategy');
    }
  }
  for (const [name, own] of Object.entries(found.cpu)) assertSame(found.gpu[name], own, name, 5e-3);
}, DESKTOP);
