// The results as a person reads them.
import { inWords } from './shapes.mjs';

const CALLS = [
  'dispatches',
  'passes',
  'submits',
  'emptySubmits',
  'maps',
  'writes',
  'encoders',
  'buffers',
  'bindGroups',
  'pipelines',
];

/** The text for one shape. */
export function report({ reference, engines, floorError, ...shape }) {
  const head = `${shape.name}: ${inWords(shape)}`;
  const parts = [head, speeds(engines, reference), ratios(engines), floors(engines), counts(engines), kernels(engines), troubles(engines, floorError)];
  return parts.filter(Boolean).join('\n\n');
}

/** The text for the page itself. */
export function reportPage(found) {
  const rows = found.map(({ backend, tokens, step_ms, forward_ms, overhead_ms, tasks }) => [
    backend,
    number(tokens),
    ...[step_ms, forward_ms, overhead_ms].map(number),
    number(tasks.count),
    ...[tasks.longest_ms, tasks.p95_ms, tasks.p95_of_busy_ms].map(number),
  ]);
  const columns = ['the page, generating', 'tokens', 'step ms', 'forward ms', 'on top ms'];
  return table([...columns, 'main-thread tasks', 'longest ms', 'p95 ms', 'p95 of those over 0.1 ms'], rows);
}

function speeds(engines, { by }) {
  const rows = measured(engines).map(({ name, summary: s }) => [
    name,
    number(s.tokens_per_s.median),
    `${number(s.tokens_per_s.min)}..${number(s.tokens_per_s.max)}`,
    number(s.token_ms.median),
    number(s.prefill_ms.median),
    number(s.load_ms.median),
    number(s.load_and_first_ms.median),
    `${s.same_ids}/${s.of_ids}`,
    `${s.load_average.min.toFixed(1)}..${s.load_average.max.toFixed(1)}`,
  ]);
  return table(
    ['engine', 'tokens/s', 'min..max', 'ms/token', 'prefill ms', 'load ms', 'load+first ms', `ids = ${by}`, 'load avg'],
    rows,
  );
}

/**
 * Ours against each peer on the same kind of device: in f32, at the peer's bits, and on a GPU all of ours against a peer in f32. Above 1, ours is
 * so many times as fast.
 */
function ratios(engines) {
  const all = measured(engines);
  const peers = all.filter(({ name }) => !name.startsWith('ours'));
  const rows = peers.flatMap(({ name, device, bits, summary }) => {
    const own = all.filter((engine) => engine.name.startsWith('ours') && engine.device === device);
    const fair = ({ bits: ours }) => ours === bits || ours === 32 || (bits === 32 && device === 'gpu');
    return own.filter(fair).map(({ name: ours, summary: of_ours }) => {
      const times = (of) => `${number(of(summary) / of(of_ours))}x`;
      return [
        `${ours} against ${name}`,
        `${number(of_ours.tokens_per_s.median / summary.tokens_per_s.median)}x`,
        times((s) => s.prefill_ms.median),
        times((s) => s.load_and_first_ms.median),
      ];
    });
  });
  return rows.length > 0 && table(['how many times as fast (medians)', 'decode', 'prefill', 'load+first'], rows);
}

function floors(engines) {
  const rows = measured(engines).filter(({ floor }) => floor).map(({ name, floor, summary }) => [
    name,
    number(floor.floor_ms),
    number(summary.inner_ms?.median),
    `${(100 * floor.share).toFixed(0)} %`,
    number(summary.overhead_ms?.median),
    `${(floor.bytes / 1e6).toFixed(1)} MB`,
    floor.gb_per_s.toFixed(2),
    `${number(floor.dispatches)} x ${floor.dispatch_us.toFixed(1)}`,
    number(floor.readback_ms),
  ]);
  const columns = ['floor', 'floor ms', 'forward ms', 'share', 'page ms', 'weights', 'GB/s', 'dispatches x us', 'readback ms'];
  return rows.length > 0 && table(columns, rows);
}

function counts(engines) {
  const rows = engines.filter(({ calls }) => calls).map(({ name, calls }) => [name, ...CALLS.map((call) => number(calls[call]))]);
  return rows.length > 0 && table(['calls a decoded token', ...CALLS], rows);
}

/** Where our pass goes, kernel by kernel. */
function kernels(engines) {
  const ours = engines.find((engine) => engine.kernels?.length > 0);
  if (!ours) return undefined;
  const whole = ours.kernels[0].ms;
  const rows = ours.kernels.map(({ kernel, dispatches, ms, weight_bytes }) => [
    kernel,
    number(dispatches),
    number(ms),
    `${((100 * ms) / whole).toFixed(1)} %`,
    weight_bytes > 0 ? (weight_bytes / ms / 1e6).toFixed(2) : '',
  ]);
  return table([`kernels of ${ours.name}`, 'dispatches', 'ms', 'share', 'GB/s'], rows);
}

function troubles(engines, floorError) {
  const said = engines.flatMap(({ name, skipped, error }) => [
    ...(skipped ? [`skipped ${name}: ${skipped}`] : []),
    ...(error ? [`FAILED ${name}: ${error}`] : []),
  ]);
  if (floorError) said.push(`FAILED floor: ${floorError}`);
  return said.join('\n');
}

function measured(engines) {
  return engines.filter(({ summary }) => summary);
}

/** Columns side by side; all but the first are numbers and end at the right. */
function table(columns, rows) {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [columns, ...rows].map((row) => `  ${line(row)}`).join('\n');
}

/** Three digits are as many as such a measurement is worth. */
function number(value) {
  if (value === undefined || Number.isNaN(value)) return '-';
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
