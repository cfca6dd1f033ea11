import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportUsage } from './report-usage.js';

/** The minimum a Node server can do: the same 1.9 KB of JSON for every request. */
const body = Buffer.from(JSON.stringify({ rows: 'x'.repeat(1_889) }));

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => reportUsage((server.address() as AddressInfo).port));
