import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What one client does over and over, on many connections. */
export type FloodKind =
  | 'made-up cookies'
  | '/readyz'
  | 'unsigned webhooks'
  | 'sign-ins from a /48'
  | 'events'
  | 'sitemaps'
  | 'headers byte by byte'
  | 'unread answers';

/** The data of the worker. */
export interface Flood {
  readonly kind: FloodKind;
  readonly port: number;
  readonly connections: number;
  /** A session with its CSRF token. */
  readonly browser: Readonly<Record<string, string>>;
}

interface FloodRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The header never ends, or no one reads the answer. */
  readonly slow?: 'header' | 'reader';
}

const BYTE_INTERVAL_MS = 500;

const ATTACKER = { 'x-forwarded-for': '198.51.100.66', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0' };

/** A megabyte for who does not accept compression. */
const LARGE_SITEMAP = '/sitemap-pin-1.xml';

const requestsByKind: Readonly<Record<FloodKind, (flood: Flood) => FloodRequest>> = {
  'made-up cookies': () => {
    const token = randomBytes(32).toString('base64url');
    return { method: 'GET', path: '/api/pins', headers: { ...ATTACKER, cookie: `session=${token}` } };
  },
  '/readyz': () => ({ method: 'GET', path: '/readyz', headers: ATTACKER }),
  'unsigned webhooks': () => ({ method: 'POST', path: '/api/webhooks/paddle', headers: ATTACKER, body: {} }),
  'sign-ins from a /48': ({ browser }) => {
    const address = `2001:db8:1:${randomBytes(2).toString('hex')}::1`;
    const body = { email: `${randomUUID()}@people.test`, password: 'plum orchard in the rain' };
    return { method: 'POST', path: '/api/auth/login', headers: { ...ATTACKER, ...browser, 'x-forwarded-for': address }, body };
  },
  events: ({ browser }) => {
    const cookie = `${browser['cookie']?.replace(/; visitor=[^;]*/, '')}; visitor=${randomUUID()}`;
    const body = { name: 'page_view', _metadata: { path: '/', text: 'x'.repeat(1_900) } };
    return { method: 'POST', path: '/api/events', headers: { ...ATTACKER, ...browser, cookie }, body };
  },
  sitemaps: () => ({ method: 'GET', path: LARGE_SITEMAP, headers: ATTACKER }),
  'headers byte by byte': () => ({ method: 'GET', path: '/api/pins', headers: ATTACKER, slow: 'header' }),
  'unread answers': () => ({ method: 'GET', path: LARGE_SITEMAP, headers: ATTACKER, slow: 'reader' }),
};

const flood = workerData as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
const countsByStatus = new Map<number, number>();

function send({ method, path, headers, body }: FloodRequest): Promise<number> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(
      {
        port: flood.port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: payload === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      },
      (response) => response.resume().once('close', () => resolve(response.statusCode ?? 0)),
    );
    sent.once('error', () => resolve(0)).end(payload);
  });
}

const slowSockets = new Set<Socket>();

/** Holds a connection of its own until the server or the end of the flood closes it. */
function sendSlowly({ method, path, headers, slow }: FloodRequest): Promise<number> {
  const socket = connect(flood.port, '127.0.0.1');
  slowSockets.add(socket);
  const fields = Object.entries({ host: `127.0.0.1:${flood.port}`, connection: 'close', ...headers, 'x-slow': '' });
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}`).join('\r\n')}`);
  if (slow === 'reader') socket.write('\r\n\r\n');
  const dripping = slow === 'header' ? setInterval(() => socket.write('x'), BYTE_INTERVAL_MS) : undefined;
  return new Promise((resolve) => {
    let status = 0;
    socket.once('data', (data) => {
      status = Number(data.toString('latin1', 'HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      if (status === 200) socket.pause();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(dripping);
      slowSockets.delete(socket);
      resolve(status);
    });
  });
}

const stopping = new AbortController();
parentPort?.once('message', () => {
  stopping.abort();
  for (const socket of slowSockets) socket.destroy();
});

const connections = Array.from({ length: flood.connections }, async () => {
  while (!stopping.signal.aborted) {
    const next = requestsByKind[flood.kind](flood);
    const status = await (next.slow === undefined ? send(next) : sendSlowly(next));
    countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1);
  }
});
await Promise.all(connections);
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
parentPort?.postMessage([...countsByStatus]);
