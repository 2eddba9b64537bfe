// All other sites: a proxy that notes what a browser asks of them, whoever in it asks, and gives them nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** What Chromium asks on its own behalf: what boxes are for, and what is worth knowing about sites. */
const BROWSERS_OWN = /^(content-autofill|optimizationguide-pa|update|clients\d|accounts|safebrowsing)\.(googleapis|google)\.com:443$/;

/** `args` are for `launch`: with them Chromium asks this for everything that is not on this machine. `asked` lists the sites. */
export async function elsewhere() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end('noted');
  });
  server.on('connect', (request, socket) => {
    if (!BROWSERS_OWN.test(request.url)) asked.push(request.url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // It does not keep a process alive.
  server.unref();
  return { asked, args: [`--proxy-server=http://127.0.0.1:${server.address().port}`] };
}
