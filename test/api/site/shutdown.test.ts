import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listenOnFreePort } from '../../support/app/raw-http';
import { createTestAppWithDatabase } from '../../support/app/test-app';

/** Sends a request on an open connection and returns its response. */
async function requestOn(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  let response = '';
  while (!response.includes('}')) response += String((await once(socket, 'data'))[0]);
  return response;
}

it('a stopping server answers on an idle connection that a proxy has just picked, and then closes it', async () => {
  const site = await createTestAppWithDatabase();
  const port = await listenOnFreePort(site);
  const [idle, watching] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  expect(await requestOn(idle, '/api/stats')).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
  const closed = site.close();
  expect(await requestOn(watching, '/readyz')).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i);
  expect(await requestOn(idle, '/api/stats')).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  await closed;
  expect(idle.destroyed || idle.readableEnded || idle.closed).toBe(true);
  watching.destroy();
});
