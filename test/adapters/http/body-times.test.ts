import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { limitBodyTimes } from '#server/http/request-deadlines';

/** Sends the head of a request and a part of its body, and returns the first line of the answer. */
async function answerTo(port: number, path: string, part: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n${part}`,
  );
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await once(socket, 'close');
  return text.split('\r\n')[0] ?? '';
}

it('ends a request whose body does not arrive, and no other', async () => {
  const server = fastify({ requestTimeout: 0 });
  limitBodyTimes(server, 100);
  server.post('/x', () => ({}));
  // An answer may take longer than the body.
  server.post('/slow', () => new Promise((resolve) => setTimeout(() => resolve({}), 300)));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  expect(await answerTo(port, '/x', '{')).toMatch(/^HTTP\/1\.1 408 /);
  expect(await answerTo(port, '/x', '{}')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answerTo(port, '/slow', '{}')).toMatch(/^HTTP\/1\.1 200 /);
  await server.close();
});
