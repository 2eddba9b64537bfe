// From the runs of an engine to the numbers of the table.

/** The middle one; of an even number, the mean of the two in the middle. NaN if there is none. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The median and the two ends. */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Sums up the pages of one engine.
 *
 * The first run of a page is cold: it gives the ids and the time from nothing to the first token. The others are warm.
 *
 * @param {object[]} pages what `window.bench` gave, with `load_average`
 * @param {number[]} expected the ids of the reference
 */
export function summarise(pages, expected) {
  const warm = pages.flatMap((page) => page.runs.slice(1));
  const ids = pages.map((page) => agreement(page.runs[0].ids, expected));
  // The engine's own time of a token, and what lies around it; the first is the prompt's.
  const inner = warm.flatMap((run) => run.inner_ms.slice(1));
  const around = warm.flatMap((run) => run.inner_ms.slice(1).map((ms, i) => run.token_ms[i] - ms));
  return {
    tokens_per_s: spread(warm.map((run) => (1e3 * run.token_ms.length) / sum(run.token_ms))),
    token_ms: spread(warm.flatMap((run) => run.token_ms)),
    prefill_ms: spread(warm.map((run) => run.first_ms)),
    prefill_inner_ms: inner.length > 0 ? spread(warm.map((run) => run.inner_ms[0])) : undefined,
    load_ms: spread(pages.map((page) => page.load_ms)),
    load_and_first_ms: spread(pages.map((page) => page.load_and_first_ms)),
    inner_ms: inner.length > 0 ? spread(inner) : undefined,
    overhead_ms: inner.length > 0 ? spread(around) : undefined,
    same_ids: Math.min(...ids),
    of_ids: pages[0].runs[0].ids.length,
    load_average: spread(pages.map((page) => page.load_average)),
  };
}

/** How many ids are the expected ones, place by place. */
export function agreement(ids, expected) {
  return ids.filter((id, i) => id === expected[i]).length;
}

/**
 * The shortest time in which this adapter could compute a token: all matrices read once at the speed of the best
 * matvec kernel, and so many dispatches. The best of all rounds counts.
 *
 * @param {object[]} floors what `window.floor` gave
 */
export function floorOf(floors, precision, dispatches) {
  const found = floors.flatMap((floor) => floor.matrices).filter((matrix) => matrix.precision === precision);
  const best = found.reduce((a, b) => (b.bytes_per_ms > a.bytes_per_ms ? b : a));
  const dispatch_us = Math.min(...floors.map((floor) => floor.dispatch_us));
  const bytes = sum(found.map((matrix) => matrix.bytes * matrix.copies)) / floors.length;
  const fastest = bestOfEach(found);
  return {
    bytes,
    gb_per_s: best.bytes_per_ms / 1e6,
    kernel: best.kernel,
    dispatch_us,
    dispatches,
    readback_ms: median(floors.map((floor) => floor.readback_ms)),
    floor_ms: bytes / best.bytes_per_ms + (dispatches * dispatch_us) / 1e3,
    // The same with each matrix at the best speed of its own shape: smaller ones are slower.
    by_shape_ms:
      sum(fastest.map((matrix) => (matrix.bytes * matrix.copies) / matrix.bytes_per_ms)) +
      (dispatches * dispatch_us) / 1e3,
  };
}

/** For each matrix the measurement in which it was read fastest. */
function bestOfEach(found) {
  const best = new Map();
  for (const matrix of found) {
    if (!(best.get(matrix.name)?.bytes_per_ms >= matrix.bytes_per_ms)) best.set(matrix.name, matrix);
  }
  return [...best.values()];
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}
