import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the fake received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly form: Readonly<Record<string, string>>;
}

export type Responder = (response: ServerResponse, call: ReceivedRequest) => void;

/** Where a behavior applies: at the token endpoint, or when accounts are read. */
export type PinterestEndpoint = 'token' | 'account';

export interface FakePinterest {
  /** The value for PINTEREST_API_URL. */
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Issued tokens, with the prefixes of real ones. */
  readonly issuedTokens: string[];
  /** Makes this part behave like this from now on; without a behavior, as documented. */
  respondWith(part: PinterestEndpoint, answer?: Responder): void;
  requestsTo(part: PinterestEndpoint): readonly ReceivedRequest[];
  close(): Promise<void>;
}

export const jsonResponse =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Responder =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const endpointsByPath: Readonly<Record<string, PinterestEndpoint>> = { '/v5/oauth/token': 'token', '/v5/user_account': 'account' };

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  let body = '';
  for await (const part of request) body += String(part);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    form: Object.fromEntries(new URLSearchParams(body)),
  };
}

/** The account that a code or token belongs to: `code-of-NAME`, `pina_3_NAME`. */
const accountName = (text: string) => text.replace(/^code-of-|^pin[ar]_\d+_/, '').replace(/\+.*$/, '');

/** A local server that speaks Pinterest's API v5 as documented: `POST /oauth/token`, `GET /user_account`. It accepts any code `code-of-NAME` and `code-of-NAME+anything`. */
export async function startFakePinterest(): Promise<FakePinterest> {
  const requests: ReceivedRequest[] = [];
  const issuedTokens: string[] = [];
  const overrides = new Map<PinterestEndpoint, Responder>();
  const token = (prefix: string, owner: string) => {
    const value = `${prefix}_${issuedTokens.length}_${owner}`;
    issuedTokens.push(value);
    return value;
  };
  const defaultResponders: Readonly<Record<PinterestEndpoint, Responder>> = {
    token: (response, call) => {
      const owner = accountName(call.form['code'] ?? call.form['refresh_token'] ?? '');
      jsonResponse(200, {
        response_type: call.form['grant_type'],
        access_token: token('pina', owner),
        token_type: 'bearer',
        expires_in: 2_592_000,
        scope: 'user_accounts:read boards:read pins:read',
        refresh_token: token('pinr', owner),
        refresh_token_expires_in: 5_184_000,
        refresh_token_expires_at: 1_795_000_000,
      })(response, call);
    },
    account: (response, call) => {
      const owner = accountName(call.authorization.replace('Bearer ', ''));
      jsonResponse(200, {
        id: `id-${owner}`,
        username: owner,
        account_type: 'BUSINESS',
        about: '',
        profile_image: 'https://i.pinimg.com/600x600/a.jpg',
        website_url: 'https://example.com/',
        pin_count: 42,
        monthly_views: 1_000,
      })(response, call);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readRequest(request);
    requests.push(call);
    const part = endpointsByPath[call.path];
    const respond = part ? (overrides.get(part) ?? defaultResponders[part]) : jsonResponse(404, { code: 404, message: 'Not found' });
    respond(response, call);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v5`,
    requests,
    issuedTokens,
    respondWith: (part, answer) => void (answer ? overrides.set(part, answer) : overrides.delete(part)),
    requestsTo: (part) => requests.filter(({ path }) => endpointsByPath[path] === part),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Responses of a hostile or broken server; `canary` is a URL that must never be requested. */
export const hostileResponses = (canary: string): readonly (readonly [name: string, answer: Responder])[] => [
  [
    'huge JSON',
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${'x'.repeat(3_000_000)}"}`),
  ],
  ['HTML', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><script>alert(1)</script></html>')],
  ['a redirect to this machine', (response) => void response.writeHead(302, { location: canary }).end()],
  ['silence', () => undefined],
  ['wrong types', jsonResponse(200, { access_token: 7, token_type: 'bearer', expires_in: 'soon', id: {}, username: [] })],
  ['a token that is no bearer token', jsonResponse(200, { access_token: 'pina_x', token_type: 'mac', expires_in: 60, username: 'no id' })],
  ['an empty body', (response) => void response.writeHead(200).end()],
  ['403', jsonResponse(403, { code: 29, message: 'You are not permitted to access that resource.' })],
  ['429 with headers', jsonResponse(429, { code: 8, message: 'Too many' }, { 'retry-after': '77', 'x-ratelimit-reset': '9' })],
  ['500', jsonResponse(500, { code: 0, message: 'secret internals pinr_leak' })],
];
