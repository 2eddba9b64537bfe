// A real llama.cpp server for the tests (tests/endpoints), and a proxy before it that counts what is asked and can answer otherwise.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const PYTHON = path('target/endpoints/venv/bin/python');

/** What keeps a server from running here; false if nothing does. */
export const missingServer = () => !existsSync(PYTHON) && 'no llama.cpp server: cargo xtask test --only browser installs it';

/**
 * Starts a server on a model of the page.
 *
 * @param {string[]} more options of `serve.py`
 * @returns {Promise<{ address: string, port: number, stop: () => Promise<void> }>}
 */
export async function llama(...more) {
  const process = spawn(PYTHON, [path('tests/endpoints/serve.py'), path('web/models/pocket'), ...more], { stdio: ['pipe', 'pipe', 'ignore'] });
  const address = await new Promise((found, failed) => {
    process.stdout.once('data', (line) => found(String(line).trim()));
    process.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const gone = new Promise((ended) => process.once('exit', ended));
  const stop = () => {
    process.kill('SIGKILL');
    return gone;
  };
  return { address, port: Number(new URL(address).port), stop };
}

/**
 * A proxy before the server at `address`. `asked` lists the paths; `instead`, if it is set, sees each request (its path, method and body) and
 * what would be answered, and may give another `{ status, headers, body, cut }`.
 *
 * @param {string} address
 */
export async function proxy(address) {
  const own = { asked: [], bodies: [], instead: undefined };
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      if (incoming.method !== 'OPTIONS') {
        own.asked.push(incoming.url);
        own.bodies.push(String(body));
      }
      const headers = { ...incoming.headers, host: new URL(address).host };
      // No agent: a connection that was kept may be gone.
      const forward = ask(new URL(incoming.url, address), { method: incoming.method, headers, agent: false }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const given = { status: answer.statusCode, headers: { ...answer.headers }, body: Buffer.concat(parts) };
          const other = own.instead?.({ path: incoming.url, method: incoming.method, body: String(body) }, given);
          const { status, headers: sent, body: said, cut } = { ...given, ...other };
          delete sent['transfer-encoding'];
          sent['content-length'] = said.length;
          outgoing.writeHead(status, sent);
          if (!cut) return outgoing.end(said);
          outgoing.write(said.subarray(0, said.length / 2));
          setTimeout(() => outgoing.destroy(), 50);
        });
      });
      forward.on('error', () => outgoing.destroy());
      forward.end(body);
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  own.address = `http://127.0.0.1:${server.address().port}`;
  own.close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return own;
}
