import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { accountCalls } from '#server/linked-accounts/sandbox/accounts';
import { SandboxFaults, type SandboxPart } from '#server/linked-accounts/sandbox/faults';
import { keywordCalls } from '#server/linked-accounts/sandbox/keywords';
import { pinCalls } from '#server/linked-accounts/sandbox/pins';
import { publishingCalls, SandboxPublishing, UPLOAD_PATH } from '#server/linked-accounts/sandbox/publishing';
import { type AccessTier, type RateClass, SandboxRateLimits } from '#server/linked-accounts/sandbox/rate-limits';
import { lifetimesMs, type SandboxGrant, SandboxTokens } from '#server/linked-accounts/sandbox/tokens';
import type { TokenCipher } from '#server/secrets/token-cipher';

/** The path of the consent page; relative, so that the browser stays on the current host. */
export const SANDBOX_CONSENT_PATH = '/sandbox/oauth';
const BASE_PATH = '/v5/';
const TOKEN_PATH = 'oauth/token';

const CodeExchange = z.strictObject({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  continuous_refresh: z.enum(['true', 'false']).optional(),
});
const Renewal = z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), scope: z.string().optional() });
const TokenCall = z.discriminatedUnion('grant_type', [CodeExchange, Renewal]);

type Headers = Readonly<Record<string, string>>;

const answer = (status: number, body: unknown, headers: Headers = {}): Response =>
  Response.json(body, { status, headers: { 'x-pinterest-rid': randomUUID(), ...headers } });
const refusal = (status: number, code: number, message: string, headers?: Headers) => answer(status, { code, message }, headers);

/** A parameter that is repeated becomes a list. */
const fieldsOf = (parameters: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );

/** The path below the base, without a host. */
const pathOf = (url: URL): string =>
  url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length).replaceAll('%2B', '+') : url.pathname;

const sandboxCalls = [...accountCalls, ...pinCalls, ...keywordCalls, ...publishingCalls];
const findCall = (method: string, path: string) => sandboxCalls.find((call) => (call.method ?? 'GET') === method && call.path.test(path));

/** Which part of Pinterest a request is for; undefined for none. */
export function sandboxPartOf(method: string, url: URL): SandboxPart | undefined {
  const path = pathOf(url);
  if (method === 'POST' && path === TOKEN_PATH) return 'token';
  if (method === 'POST' && path === UPLOAD_PATH) return 'upload';
  return findCall(method, path)?.part;
}

/**
 * Pinterest's API v5 with fictional accounts, for trying the product without an app at Pinterest and for tests: consent, tokens that are
 * replaced at each renewal, scopes, access tiers, and limits behave as Pinterest documents them. Unknown fields are refused, which keeps the
 * adapter honest. Faults can be switched on for each part.
 */
export class PinterestSandbox {
  readonly faults = new SandboxFaults();
  readonly #tokens: SandboxTokens;
  readonly #rateLimits: SandboxRateLimits;
  readonly #publishing = new SandboxPublishing();

  constructor(
    /** The app that the sandbox knows, and what it is approved for. */
    private readonly settings: { readonly app: { readonly id: string; readonly secret: string }; readonly tier: AccessTier },
    cipher: TokenCipher,
    clock: Clock,
  ) {
    this.#tokens = new SandboxTokens(cipher, clock);
    this.#rateLimits = new SandboxRateLimits(settings.tier, clock);
  }

  /** Issues the code that the consent page returns. */
  issueCode(grant: SandboxGrant): string {
    return this.#tokens.issue('code', grant);
  }

  /** Answers one request, as `fetch` would. */
  async respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const part = sandboxPartOf(request.method, url);
    if (part === undefined) return refusal(404, 404, 'Not found.');
    return this.faults.through(part, request.signal, () => {
      if (part === 'token') return this.#issueTokens(request);
      return part === 'upload' ? this.#takeUpload(request) : this.#answerCall(request, url);
    });
  }

  async #answerCall(request: Request, url: URL): Promise<Response> {
    const path = pathOf(url);
    const call = findCall(request.method, path)!;
    const grant = this.#tokens.read('access', request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
    if (grant === null) return refusal(401, 2, 'Authentication failed.');
    const input = call.method === undefined ? fieldsOf(url.searchParams) : await request.json().catch(() => null);
    const params = call.path.exec(path)?.groups ?? {};
    return this.#withinLimits(call.rateClass, grant.username, (headers) => {
      if (!call.scopes.every((scope) => grant.scopes.includes(scope))) {
        return refusal(403, 29, 'You are not permitted to access that resource.', headers);
      }
      if (call.isForStandard && this.settings.tier === 'trial') {
        return refusal(403, 29, 'Apps with Trial access may not create Pins in production. Use API Sandbox.', headers);
      }
      const answered = call.answer(input, {
        username: grant.username,
        id: params['id'] ?? '',
        params,
        nowMs: this.#tokens.nowMs,
        publishing: this.#publishing,
        origin: url.origin,
      });
      return answered ? answer(answered.status, answered.body, headers) : refusal(400, 1, 'Invalid parameters.', headers);
    });
  }

  /** Takes a file for `POST /media`, as the storage at the address that it gave. */
  async #takeUpload(request: Request): Promise<Response> {
    const form = await request.formData().catch(() => new FormData());
    return new Response(null, { status: this.#publishing.upload(form, this.#tokens.nowMs) ? 204 : 403 });
  }

  #withinLimits(rateClass: RateClass, user: string, respond: (headers: Headers) => Response): Response {
    const { isRefused, headers } = this.#rateLimits.count(rateClass, user);
    return isRefused ? refusal(429, 8, 'You have exceeded your rate limit. Try again later.', headers) : respond(headers);
  }

  async #issueTokens(request: Request): Promise<Response> {
    const { id, secret } = this.settings.app;
    const credentials = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    if (request.headers.get('authorization') !== credentials) return refusal(401, 2, 'Authentication failed.');
    const { data } = TokenCall.safeParse(fieldsOf(new URLSearchParams(await request.text())));
    return this.#withinLimits('oauth', id, (headers) => {
      const grant = data && this.#grantOf(data);
      return grant ? answer(200, this.#tokenBody(data.grant_type, grant), headers) : refusal(400, 1, 'Invalid parameters.', headers);
    });
  }

  /** A code works once and for the address that it was issued for; a refresh token works once. */
  #grantOf(call: z.output<typeof TokenCall>): SandboxGrant | null {
    if (call.grant_type === 'authorization_code') {
      const grant = this.#tokens.use('code', call.code);
      return grant?.redirectUri === call.redirect_uri ? grant : null;
    }
    const grant = this.#tokens.use('refresh', call.refresh_token);
    const scopes = call.scope?.split(',') ?? grant?.scopes ?? [];
    return grant && scopes.every((scope) => grant.scopes.includes(scope)) ? { ...grant, scopes } : null;
  }

  #tokenBody(responseType: string, grant: SandboxGrant): unknown {
    const refreshSeconds = lifetimesMs.refresh / SECOND_MS;
    return {
      response_type: responseType,
      access_token: this.#tokens.issue('access', grant),
      token_type: 'bearer',
      expires_in: lifetimesMs.access / SECOND_MS,
      scope: grant.scopes.join(' '),
      refresh_token: this.#tokens.issue('refresh', grant),
      refresh_token_expires_in: refreshSeconds,
      refresh_token_expires_at: Math.floor(this.#tokens.nowMs / SECOND_MS) + refreshSeconds,
    };
  }
}
