import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { TestApp } from './test-app';

/** Makes the server listen on a free port and returns the port. */
export async function listenOnFreePort({ app }: TestApp): Promise<number> {
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

/** Sends raw bytes and returns the status line of the response; empty if the server closes the connection. */
export const statusLineFor = async (port: number, bytes: string): Promise<string> =>
  (await responseFor(port, bytes)).split('\r\n')[0] ?? '';

/** Sends raw bytes and returns the response; empty if the server closes the connection. */
export async function responseFor(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let response = '';
  socket.on('data', (data) => (response += data.toString('latin1')));
  socket.on('error', () => undefined);
  socket.end(bytes, 'latin1');
  await once(socket, 'close');
  return response;
}
