import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#domain/clock';
import type { AccessTier } from '#server/linked-accounts/sandbox/rate-limits';
import { PinterestSandbox } from '#server/linked-accounts/sandbox/sandbox';
import { TokenCipher } from '#server/secrets/token-cipher';
import { errorAnswer, limitHeaders, requestParameters, successAnswers } from './pinterest-answers';

/** One request that the server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly form: Readonly<Record<string, string>>;
}

export type Responder = (response: ServerResponse, call: ReceivedRequest) => void;

/** Where a behavior applies. */
export type PinterestEndpoint =
  | 'token'
  | 'account'
  | 'analytics'
  | 'top pins'
  | 'pins'
  | 'pin'
  | 'pin analytics'
  | 'boards'
  | 'trends'
  | 'ad accounts'
  | 'volumes'
  | 'related terms'
  | 'suggested terms';

/** The app that the server knows. */
export const pinterestApp = { id: 'app-1', secret: 'the app secret' } as const;
/** The settings of a site whose platform is this server. */
export const pinterestSettings = ({ url }: Pick<PinterestServer, 'url'>): Readonly<Record<string, string>> => ({
  PLATFORM: 'pinterest',
  PINTEREST_APP_ID: pinterestApp.id,
  PINTEREST_APP_SECRET: pinterestApp.secret,
  PINTEREST_API_URL: url,
  PUBLIC_URL: 'http://pins.example.test',
});
const DEFAULT_SCOPES = ['user_accounts:read', 'boards:read', 'pins:read'];

export interface PinterestServer {
  /** The value for PINTEREST_API_URL. */
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** The statuses of its answers, except those of a behavior. */
  readonly statuses: number[];
  /** Issued tokens, with the prefixes of real ones. */
  readonly issuedTokens: string[];
  /** Answers of the sandbox, and requests that it answered, that Pinterest's description does not allow; a test expects none. */
  readonly faults: string[];
  /** A code of an account's consent; by default for what the product asks first, on the site of the tests. */
  codeFor(username: string, scopes?: readonly string[], redirectUri?: string): string;
  /** Makes this part behave like this from now on; without a behavior, as documented. */
  respondWith(part: PinterestEndpoint, answer?: Responder): void;
  /** Makes every so many-th call of this part fail before anything happens; without a number, none. */
  failEvery(part: PinterestEndpoint, calls?: number): void;
  requestsTo(part: PinterestEndpoint): readonly ReceivedRequest[];
  close(): Promise<void>;
}

export const jsonResponse =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Responder =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const endpointPaths: readonly (readonly [path: RegExp, endpoint: PinterestEndpoint])[] = [
  [/^oauth\/token$/, 'token'],
  [/^user_account$/, 'account'],
  [/^user_account\/analytics$/, 'analytics'],
  [/^user_account\/analytics\/top_pins$/, 'top pins'],
  [/^pins$/, 'pins'],
  [/^pins\/[^/]+$/, 'pin'],
  [/^pins\/[^/]+\/analytics$/, 'pin analytics'],
  [/^boards$/, 'boards'],
  [/^trends\//, 'trends'],
  [/^ad_accounts$/, 'ad accounts'],
  [/^ad_accounts\//, 'volumes'],
  [/^terms\/related$/, 'related terms'],
  [/^terms\/suggested$/, 'suggested terms'],
];
export const endpointOf = (path: string): PinterestEndpoint | undefined => {
  const [pathname = ''] = path.replace('/v5/', '').split('?');
  return endpointPaths.find(([pattern]) => pattern.test(pathname))?.[1];
};

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

/** What is wrong with a request; null when nothing is. */
function requestFaultOf({ path, form, method }: ReceivedRequest): string | null {
  const { pathname, searchParams } = new URL(path, 'http://api.pinterest.test');
  const schema = requestParameters.find(([pattern]) => pattern.test(decodeURIComponent(pathname)))?.[1];
  // A list may also be a parameter that is repeated.
  const parameters = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join(',')]));
  const problem = schema ? schema.safeParse(method === 'GET' ? parameters : form).error?.message : 'no schema';
  return problem === undefined ? null : `request ${path}: ${problem}`;
}

/** What is wrong with an answer of the sandbox; null when nothing is. */
function faultOf(path: string, status: number, headers: Headers, body: unknown): string | null {
  const schema = status === 200 ? successAnswers.find(([pattern]) => pattern.test(path))?.[1] : errorAnswer;
  const problem = schema ? schema.safeParse(body).error?.message : 'no schema';
  if (problem !== undefined) return `${path} ${status}: ${problem}`;
  const missing = status === 200 ? limitHeaders.filter((name) => !headers.has(name)) : [];
  return missing.length > 0 ? `${path}: no ${missing.join(', ')}` : null;
}

export const systemClock: Clock = { now: () => new Date() };

/** The sandbox of Pinterest behind real HTTP; each answer is checked against Pinterest's description. */
export async function startPinterest(clock: Clock = systemClock, tier: AccessTier = 'standard'): Promise<PinterestServer> {
  const requests: ReceivedRequest[] = [];
  const issuedTokens: string[] = [];
  const faults: string[] = [];
  const statuses: number[] = [];
  const failures = new Map<PinterestEndpoint, { readonly every: number; calls: number }>();
  const overrides = new Map<PinterestEndpoint, Responder>();
  const cipher = new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  const sandbox = new PinterestSandbox({ app: pinterestApp, tier }, cipher, clock);

  const askSandbox = async (call: ReceivedRequest, body: string): Promise<Response> => {
    const hasBody = call.method !== 'GET';
    const request = new Request(`http://api.pinterest.test${call.path}`, {
      method: call.method,
      headers: { authorization: call.authorization },
      ...(hasBody ? { body } : {}),
    });
    const response = await sandbox.respond(request);
    const json = (await response.clone().json()) as Record<string, unknown>;
    const fault = faultOf(call.path.split('?')[0] ?? '', response.status, response.headers, json);
    for (const one of [fault, response.status === 200 ? requestFaultOf(call) : null]) if (one !== null) faults.push(one);
    for (const name of ['access_token', 'refresh_token']) if (typeof json[name] === 'string') issuedTokens.push(json[name]);
    return response;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const call: ReceivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      form: Object.fromEntries(new URLSearchParams(body)),
    };
    requests.push(call);
    const part = endpointOf(call.path);
    const override = part && overrides.get(part);
    if (override) {
      const fault = requestFaultOf(call);
      if (fault !== null) faults.push(fault);
      return override(response, call);
    }
    const failure = part && failures.get(part);
    const isFailing = failure && ++failure.calls % failure.every === 0;
    const answered = isFailing ? Response.json({ code: 500, message: '' }, { status: 500 }) : await askSandbox(call, body);
    statuses.push(answered.status);
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v5`,
    requests,
    issuedTokens,
    faults,
    statuses,
    failEvery: (part, every) => void (every === undefined ? failures.delete(part) : failures.set(part, { every, calls: 0 })),
    codeFor: (username, scopes = DEFAULT_SCOPES, redirectUri = 'http://pins.example.test/oauth2/pinterest') =>
      sandbox.issueCode({ username, scopes, redirectUri }),
    respondWith: (part, responder) => void (responder ? overrides.set(part, responder) : overrides.delete(part)),
    requestsTo: (part) => requests.filter(({ path }) => endpointOf(path) === part),
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
