import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#domain/clock';
import type { AccessTier } from '#server/linked-accounts/sandbox/rate-limits';
import { FAULT_HEADER, type SandboxFaults, type SandboxPart } from '#server/linked-accounts/sandbox/faults';
import { PinterestSandbox, sandboxPartOf } from '#server/linked-accounts/sandbox/sandbox';
import { TokenCipher } from '#server/secrets/token-cipher';
import { createdAnswers, errorAnswer, limitHeaders, requestParameters, successAnswers } from './pinterest-answers';

/** One request that the server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly form: Readonly<Record<string, string>>;
}

export type Responder = (response: ServerResponse, call: ReceivedRequest) => void;

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
  respondWith(part: SandboxPart, answer?: Responder): void;
  /** The sandbox's own switches. */
  readonly switches: SandboxFaults;
  requestsTo(part: SandboxPart): readonly ReceivedRequest[];
  close(): Promise<void>;
}

export const jsonResponse =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Responder =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** What the product asks Pinterest for. */
export type PinterestEndpoint = Exclude<SandboxPart, 'create pin' | 'create section' | 'media' | 'upload'>;

/** Which part of Pinterest a path is for. */
export const endpointOf = (path: string, method?: string): SandboxPart | undefined => {
  const url = new URL(path, 'http://api.pinterest.test');
  return method === undefined ? (sandboxPartOf('GET', url) ?? sandboxPartOf('POST', url)) : sandboxPartOf(method, url);
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
  const answers = status === 201 ? createdAnswers : successAnswers;
  const schema = status < 300 ? answers.find(([pattern]) => pattern.test(path))?.[1] : errorAnswer;
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
  const overrides = new Map<SandboxPart, Responder>();
  const cipher = new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  const sandbox = new PinterestSandbox({ app: pinterestApp, tier }, cipher, clock);

  const askSandbox = async (call: ReceivedRequest, body: string, contentType = 'text/plain'): Promise<Response> => {
    const hasBody = call.method !== 'GET';
    const request = new Request(`http://api.pinterest.test${call.path}`, {
      method: call.method,
      headers: { authorization: call.authorization, 'content-type': contentType },
      ...(hasBody ? { body } : {}),
    });
    const response = await sandbox.respond(request);
    if (response.headers.has(FAULT_HEADER) || endpointOf(call.path, call.method) === 'upload') return response;
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
    const part = endpointOf(call.path, call.method);
    const override = part && overrides.get(part);
    if (override) {
      const fault = requestFaultOf(call);
      if (fault !== null) faults.push(fault);
      return override(response, call);
    }
    const answered = await askSandbox(call, body, request.headers['content-type']);
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
    switches: sandbox.faults,
    codeFor: (username, scopes = DEFAULT_SCOPES, redirectUri = 'http://pins.example.test/oauth2/pinterest') =>
      sandbox.issueCode({ username, scopes, redirectUri }),
    respondWith: (part, responder) => void (responder ? overrides.set(part, responder) : overrides.delete(part)),
    requestsTo: (part) => requests.filter(({ path, method }) => endpointOf(path, method) === part),
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
