import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listenOnFreePort } from '../../support/app/raw-http';
import { createTestAppWithDatabase } from '../../support/app/test-app';

/** Sends a request on an open connection and returns its response; what came so far when the connection closes. */
async function requestOn(socket: Socket, path: string): Promise<string> {
  let response = '';
  const collect = (data: Buffer) => (response += data.toString());
  socket.on('data', collect);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  while (!response.includes('}') && !socket.closed) await Promise.race([once(socket, 'data').catch(() => undefined), closed]);
  socket.off('data', collect).resume();
  return response;
}

it('a stopping server answers on a connection that is idle when it stops, and then closes it', async () => {
  const site = await createTestAppWithDatabase();
  const socket = connect(await listenOnFreePort(site), '127.0.0.1').on('error', () => undefined);
  expect(await requestOn(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
  const closed = site.close();
  let response = await requestOn(socket, '/healthz');
  while (/connection: keep-alive/i.test(response)) response = await requestOn(socket, '/healthz');
  expect(response).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  await closed;
  expect(socket.closed || socket.readableEnded).toBe(true);
});
