// Python's own server of files, the one that everybody has.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Serves a folder with `python3 -m http.server`. */
export async function pythonServer(folder) {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await once(server.stdout, 'data');
  const port = / port (\d+) /.exec(String(said))?.[1];
  assert.ok(port, `python says: ${said}`);
  const close = async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
  return { origin: `http://localhost:${port}`, close };
}

/** Unpacks a zip with Python, as people do who have no other program for it. */
export const unzip = (file, folder) => run('python3', ['-m', 'zipfile', '-e', file, folder]);
