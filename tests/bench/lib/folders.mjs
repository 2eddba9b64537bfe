// Where things lie.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Packages, models and results. Kept between runs; about 6 GB. */
export const BENCH = process.env.LOGITSCOPE_BENCH_DIR ?? here('../../../target/bench');
/** The built page. */
export const DIST = process.env.LOGITSCOPE_DIST ?? here('../../../dist');
export const PAGES = here('../pages');
export const MAKE_MODEL = here('../models/make.py');
export const NODE_MODULES = join(BENCH, 'js/node_modules');
/** The browser suite's packages, which are enough where ours alone is measured. */
export const WEB_NODE_MODULES = here('../../web/node_modules');
export const MODELS = join(BENCH, 'models');
export const PYTHON = join(BENCH, 'venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
export const RESULTS = join(BENCH, 'results.json');
