// Weights in fewer bits: what runs, and what that costs by the page's own word and by the command's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { split, tinyLlama } from './lib/checkpoint.mjs';
import { ggufInBlocks } from './lib/gguf.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const TEXT = 'The old house stood at the end of the road. Nobody had lived there for years';

const MODEL = fileURLToPath(new URL('../../web/models/pocket', import.meta.url));
const PROMPT = encodeURIComponent(TEXT).replaceAll('%20', '+');

/** What the command says of the bundled model; nothing where there is no command. */
function price(precision) {
  const program = process.env.LOGITSCOPE;
  if (!program) return undefined;
  const out = join(mkdtempSync(join(tmpdir(), 'logitscope-price-')), 'price.json');
  execFileSync(program, ['price', '--model', MODEL, '--backend', 'cpu', '--precision', precision, '--text', TEXT, '--out', out]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

/** The most probable token of logits, and its probability. */
function top(logits) {
  const most = Math.max(...logits);
  const sum = logits.reduce((all, logit) => all + Math.exp(logit - most), 0);
  return [logits.indexOf(most), 1 / sum];
}

for (const [precision, backend] of [['q8', 'cpu'], ['q4', 'cpu'], ['q8', 'gpu'], ['q4', 'gpu']]) {
  test(`${precision} on the ${backend} computes what the command computes`, async (scope) => {
    await scope.open(`#prompt=${PROMPT}&backend=${backend}&precision=${precision}`);
    await scope.settled();
    const { cursor, model } = await scope.call('state');
    assert.equal(model.name, 'pocket');
    const [token, probability] = top(await scope.logits(cursor));
    const known = price(precision)?.text.at(-1);
    if (!known) return;
    assert.equal(token, known.top[1]);
    assert.ok(Math.abs(probability - known.top_prob[1]) < 1e-5, `${probability} is not ${known.top_prob[1]}`);
    assert.ok(Math.abs(probability - known.top_prob[0]) > 1e-6, 'another than with more bits');
  });
}

/** The command's logits after `prompt`, of a model in `file`. */
function logitsByCommand(file, prompt) {
  const out = join(file, '../run.json');
  const how = ['--backend', 'cpu', '--precision', 'f32', '--temperature', '0', '--max-tokens', '1', '--logits', 'full'];
  execFileSync(process.env.LOGITSCOPE, ['trace', '--model', file, '--prompt', prompt, ...how, '--out', out]);
  const { header, data } = split(readFileSync(join(file, '../run.safetensors')));
  const [first] = Object.keys(header).filter((name) => name.startsWith('logits.'));
  const [from, to] = header[first].data_offsets;
  return [...new Float32Array(Uint8Array.from(data.subarray(from, to)).buffer)];
}

for (const [most, better, backend] of [['Q4_K', 'Q6_K', 'cpu'], ['Q4_K', 'Q6_K', 'gpu'], ['Q5_K', 'Q4_1', 'gpu'], ['Q5_0', 'Q6_K', 'cpu']]) {
  test(`a file in ${most} and ${better} is computed on the ${backend} from its blocks as by the command`, async (scope) => {
    const model = tinyLlama({ d: 256, dMlp: 512 });
    const bytes = ggufInBlocks(model, most, better);
    await scope.open(`#prompt=To+be&backend=${backend}&precision=f32`);
    await scope.at('model-files').setInputFiles([{ name: 'blocks.gguf', mimeType: 'application/octet-stream', buffer: bytes }]);
    await eventually(async () => assert.equal((await scope.call('state')).model.name, 'blocks'));
    await scope.settled();
    const { cursor } = await scope.call('state');
    const own = await scope.logits(cursor);
    assert.equal(own.length, 257);
    assert.ok(Math.max(...own) - Math.min(...own) > 0.1, 'they differ');
    if (!process.env.LOGITSCOPE) return;
    const file = join(mkdtempSync(join(tmpdir(), 'logitscope-blocks-')), 'blocks.gguf');
    writeFileSync(file, bytes);
    const known = logitsByCommand(file, 'To be');
    const off = Math.max(...own.map((logit, i) => Math.abs(logit - known[i]) / (1 + Math.abs(known[i]))));
    assert.ok(off < 2e-5, `off by ${off}`);
  });
}

test('what fewer bits cost is said token by token, and the model goes on as it was', async (scope) => {
  await scope.open(`#prompt=${PROMPT}&backend=cpu`);
  await scope.settled();
  const { cursor } = await scope.call('state');
  const before = await scope.logits(cursor);
  await scope.click('model-menu');
  await scope.click('open-price');
  await scope.click('price-measure');
  await scope.at('price-sum').waitFor();
  await eventually(async () => assert.equal(await scope.at('price-stop').count(), 0));
  const sum = await scope.text('price-sum');
  const known = price('q4');
  if (known) {
    const { mean_kl_bits: mean, same_top: same, tokens } = known.price;
    const shown = mean < 0.0995 ? mean.toFixed(4) : mean.toFixed(2);
    assert.ok(sum.startsWith(`${shown} bits a token`), `${sum} is not ${mean}`);
    assert.ok(sum.includes(`after ${same} of ${tokens} tokens`), sum);
    assert.equal(await scope.at('price-text').locator('.price-token').count(), tokens);
    const parted = known.text.filter(({ top: [exact, smaller] }) => exact !== smaller).length;
    assert.equal(await scope.at('price-text').locator('.parted').count(), parted);
  }
  assert.equal(await scope.at('price-told').locator('li').count(), 5);
  await scope.screenshot('price');
  // Against fewer bits it is less.
  await scope.at('price-against').selectOption('q8');
  await scope.click('price-measure');
  await eventually(async () => assert.notEqual(await scope.text('price-sum'), sum));
  await eventually(async () => assert.equal(await scope.at('price-stop').count(), 0));
  const bits = (text) => Number.parseFloat(text);
  assert.ok(bits(await scope.text('price-sum')) < bits(sum), await scope.text('price-sum'));
  await scope.page.keyboard.press('Escape');
  assert.deepEqual(await scope.logits(cursor), before);
  await scope.call('step');
});
