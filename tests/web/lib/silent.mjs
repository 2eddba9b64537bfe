// A server that is there and gives nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Listens at `port`: never answers, or says `status` at once. `asked` lists the paths. */
export async function silent(port, status) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url, 'http://localhost').pathname);
    if (status) response.writeHead(status).end();
  });
  await once(server.listen(Number(port), '127.0.0.1'), 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { asked, close };
}
