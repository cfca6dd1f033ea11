import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What one client does over and over, on many connections. */
export type FloodKind = 'made-up cookies' | '/readyz' | 'unsigned webhooks' | 'sign-ins from a /48' | 'events';

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
}

const ATTACKER = { 'x-forwarded-for': '198.51.100.66', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0' };

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
};

const flood = workerData as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
const countsByStatus = new Map<number, number>();

function send(): Promise<number> {
  const { method, path, headers, body } = requestsByKind[flood.kind](flood);
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

const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());

const connections = Array.from({ length: flood.connections }, async () => {
  while (!stopping.signal.aborted) {
    const status = await send();
    countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1);
  }
});
await Promise.all(connections);
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
parentPort?.postMessage([...countsByStatus]);
