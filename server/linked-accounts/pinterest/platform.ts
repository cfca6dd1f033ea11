import { Logger } from '@nestjs/common';
import type { Clock } from '#domain/clock';
import { PROVIDER_TIMEOUT_MS } from '#domain/deadlines';
import { Unavailable } from '#domain/errors';
import type { Permission, Platform, Profile, Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { cappedFetch, type CappedResponse } from '#server/http/capped-fetch';
import { parseErrorCode, parseProfile, parseTokens } from '#server/linked-accounts/pinterest/contract';

/** The operator's app at Pinterest, and Pinterest's URLs. */
export interface PinterestApp {
  readonly id: string;
  readonly secret: string;
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** The public origin of this site; read at each use, because it may be known only after startup. */
  readonly origin: () => string;
}

/** The minimum for what we show. */
const OAUTH_SCOPES = 'user_accounts:read,boards:read,pins:read';
const MAX_RETRY_AFTER_SECONDS = 3_600;
const DEFAULT_RETRY_AFTER_SECONDS = 60;

const unavailable = (seconds?: number) => new Unavailable("We couldn't reach Pinterest. Please try again later.", seconds);

/** Pinterest's API v5. Responses are validated; neither they nor our requests are ever logged. */
export class PinterestPlatform implements Platform {
  readonly name = 'pinterest';
  readonly #logger = new Logger('pinterest');

  constructor(
    private readonly app: PinterestApp,
    private readonly clock: Clock,
    private readonly timeoutMs = PROVIDER_TIMEOUT_MS,
  ) {}

  authorizationUrl(state: string): string {
    const url = new URL(this.app.oauthUrl);
    const query = {
      client_id: this.app.id,
      redirect_uri: this.#redirectUri(),
      response_type: 'code',
      scope: OAUTH_SCOPES,
      refreshable: 'true',
    };
    for (const [name, value] of Object.entries({ ...query, state })) url.searchParams.set(name, value);
    return url.toString();
  }

  async exchangeCode(code: string): Promise<Permission> {
    const tokens = await this.#requestTokens(
      { grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri(), continuous_refresh: 'true' },
      () => new LinkingEnded('Pinterest rejected the request. Please link the account again.'),
    );
    try {
      return { tokens, profile: await this.fetchProfile(tokens.access) };
    } catch (error) {
      throw error instanceof PermissionEnded ? unavailable() : error;
    }
  }

  async refreshTokens({ refresh }: Tokens): Promise<Tokens> {
    if (refresh === null) throw new PermissionEnded();
    const renewed = await this.#requestTokens({ grant_type: 'refresh_token', refresh_token: refresh }, () => new PermissionEnded());
    // Without a new refresh token the permission would silently end in a month.
    if (renewed.refresh === null) throw this.#invalidResponse('token', 'has no refresh token');
    return renewed;
  }

  async fetchProfile(access: string): Promise<Profile> {
    const response = await this.#call('user_account', { headers: { authorization: `Bearer ${access}` } });
    if (response.status === 401) throw new PermissionEnded();
    this.#requireSuccess('user_account', response);
    const profile = parseProfile(response.json);
    if (!profile) throw this.#invalidResponse('user_account', 'is not a profile');
    return profile;
  }

  async #requestTokens(form: Readonly<Record<string, string>>, refusal: () => Error): Promise<Tokens> {
    const credentials = Buffer.from(`${this.app.id}:${this.app.secret}`).toString('base64');
    const request = { method: 'POST', headers: { authorization: `Basic ${credentials}` }, body: new URLSearchParams(form) };
    const response = await this.#call('oauth/token', request);
    if (response.status === 400 || response.status === 401) {
      this.#logFailure('oauth/token', response);
      throw refusal();
    }
    this.#requireSuccess('oauth/token', response);
    const tokens = parseTokens(response.json, this.clock.now());
    if (!tokens) throw this.#invalidResponse('oauth/token', 'has no bearer token');
    return tokens;
  }

  async #call(path: string, request: RequestInit): Promise<CappedResponse> {
    try {
      return await cappedFetch(`${this.app.apiUrl.replace(/\/$/, '')}/${path}`, request, this.timeoutMs);
    } catch (error) {
      this.#logger.warn(`${path}: no response (${failureReason(error)})`);
      throw unavailable();
    }
  }

  /** Throws `Unavailable` unless the status is 200. */
  #requireSuccess(path: string, response: CappedResponse): void {
    if (response.status === 200) return;
    this.#logFailure(path, response);
    if (response.status !== 429) throw unavailable();
    const seconds = retryAfterSeconds(response.headers);
    throw new Unavailable(`Pinterest is limiting requests. Please try again in ${seconds} seconds.`, seconds);
  }

  #logFailure(path: string, { status, headers, json }: CappedResponse): void {
    const pinterestRequestId = /^[\w-]{1,64}$/.exec(headers.get('x-pinterest-rid') ?? '')?.[0] ?? 'none';
    this.#logger.warn(`${path}: ${status}, code ${parseErrorCode(json) ?? 'none'}, rid ${pinterestRequestId}`);
  }

  #invalidResponse(path: string, why: string): Error {
    this.#logger.warn(`${path}: the response ${why}`);
    return unavailable();
  }

  #redirectUri(): string {
    return `${this.app.origin()}/oauth2/pinterest`;
  }
}

/** The reason of a failed call as a system error code or a fixed text, so that it cannot contain secrets. */
function failureReason(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : name === 'TimeoutError' ? 'timeout' : 'broken or too large';
}

function retryAfterSeconds(headers: Headers): number {
  const header = headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '';
  return /^\d{1,9}$/.test(header) ? Math.min(Math.max(Number(header), 1), MAX_RETRY_AFTER_SECONDS) : DEFAULT_RETRY_AFTER_SECONDS;
}
