// The built page as it is published, again and again: each time as another version.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DIST } from './server.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** A command of `cargo xtask`, by the program in `$LOGITSCOPE_XTASK` if it is named there: cargo waits for others that compile. */
export function xtask(...args) {
  const program = process.env.LOGITSCOPE_XTASK;
  if (program) return run(program, args, { cwd: ROOT });
  return run('cargo', ['run', '--quiet', '--package', 'logitscope-xtask', '--', ...args], { cwd: ROOT });
}

/** A copy of the built page that may be changed while it is served. */
export class Site {
  /** Copies the page into a new folder. */
  static async copy() {
    const folder = await mkdtemp(join(tmpdir(), 'logitscope-site-'));
    await cp(DIST, folder, { recursive: true });
    return new Site(folder);
  }

  constructor(folder) {
    this.folder = folder;
  }

  /** The text of a file. */
  read(path) {
    return readFile(join(this.folder, path), 'utf8');
  }

  /** The page's version. */
  async version() {
    return /<meta name="logitscope-version" content="(\w+)">/.exec(await this.read('index.html'))?.[1];
  }

  /** Changes the text of a file; it counts once the page is published again. */
  async change(path, change) {
    const text = await this.read(path);
    const changed = change(text);
    if (changed === text) throw new Error(`${path} is not changed`);
    await writeFile(join(this.folder, path), changed);
  }

  /** Gives the app's folder another name, as if all of it was another: whoever asks for the former files gets nothing. */
  async renameApp() {
    const app = (await readdir(this.folder)).find((name) => /^app-[0-9a-f]{16}$/.test(name));
    const other = `app-${createHash('sha256').update(app).digest('hex').slice(0, 16)}`;
    await rename(join(this.folder, app), join(this.folder, other));
    await this.change('index.html', (html) => withPolicy(html.replaceAll(app, other)));
    return { app, other };
  }

  /** Makes what is there the version that is served; its name. */
  async publish() {
    await xtask('offline', '--page', this.folder);
    return this.version();
  }

  remove() {
    return rm(this.folder, { recursive: true });
  }
}

/** The page with the hash of its script in its policy, which changed with the script. */
function withPolicy(html) {
  const [, script] = /<script type="module">([^]*?)<\/script>/.exec(html);
  const hash = createHash('sha256').update(script).digest('base64');
  return html.replace(/'sha256-[^']*'/, `'sha256-${hash}'`);
}
