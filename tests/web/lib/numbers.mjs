// Numbers as the page writes them.
import assert from 'node:assert/strict';

/** Fails unless `text` is `value`, rounded to as many digits as it shows. */
export function assertShows(text, value, what) {
  const plain = text.replaceAll(/[\s,]/g, '').replace('−', '-').replace('bits', '');
  const said = `${what}: "${text}" stands for ${value}`;
  if (plain === 'cut') return assert.equal(value, 0, said);
  if (plain.startsWith('>')) return assert.ok(100 * value > Number.parseFloat(plain.slice(1)), said);
  if (plain.startsWith('<')) {
    const most = Number.parseFloat(plain.slice(1));
    return assert.ok(value > 0 && 100 * value < most, said);
  }
  const number = Number.parseFloat(plain);
  assert.ok(!Number.isNaN(number), said);
  const exact = plain.endsWith('%') ? 100 * value : value;
  const [mantissa, exponent] = plain.replace('%', '').split('e');
  const digits = (mantissa.split('.')[1] ?? '').length - Number(exponent ?? 0);
  assert.ok(Math.abs(number - exact) <= 0.5000001 * 10 ** -digits, said);
}

/** Fails unless all of `found` is near `expected`: |difference| ≤ tolerance · (1 + |expected|). */
export function assertNear(found, expected, tolerance, what) {
  assert.equal(found.length, expected.length, `${what}: length`);
  let worst = { distance: -1 };
  for (let i = 0; i < found.length; i += 1) {
    const distance = Math.abs(found[i] - expected[i]) / (1 + Math.abs(expected[i]));
    // NaN is not near anything.
    if (!(distance <= worst.distance)) worst = { distance, i };
    if (Number.isNaN(distance)) break;
  }
  const { distance, i } = worst;
  assert.ok(distance <= tolerance, `${what}: element ${i} is ${found[i]}, expected ${expected[i]} (${distance})`);
}
