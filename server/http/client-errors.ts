import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { frameworkError } from '#server/http/error.filter';

const statusByCode: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to bytes that are no HTTP request, to oversized headers and to slow requests, with the body and headers of every other error. */
export function respondToClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  headersOfEveryResponse: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByCode[error.code ?? ''] ?? 400;
  const body = JSON.stringify(frameworkError(status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headersOfEveryResponse).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
