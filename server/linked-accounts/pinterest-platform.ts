import { Logger } from '@nestjs/common';
import type { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import { type Permission, Platform, type Profile, type Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/refusals';
import { cappedFetch, type CappedAnswer } from '#server/linked-accounts/capped-fetch';
import { faultOf, profileOf, tokensOf } from '#server/linked-accounts/pinterest-contract';

/** The app the operator registered at Pinterest, and where Pinterest is. */
export interface PinterestApp {
  readonly id: string;
  readonly secret: string;
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Where this site is reached; asked at each use, since it may become known late. */
  readonly origin: () => string;
}

/** Milliseconds a whole call may take: people wait for a list, so a profile may take less. */
export interface Patience {
  readonly token: number;
  readonly profile: number;
}

/** As little as what is shown needs. */
const SCOPES = 'user_accounts:read,boards:read,pins:read';
const LONGEST_WAIT = 3_600;
const USUAL_WAIT = 60;

const unavailable = (seconds?: number) => new Unavailable('Pinterest could not be reached. Please try again later.', seconds);

/** Pinterest's API v5. What it says is checked before it is believed, and neither it nor what we sent it is ever logged. */
export class PinterestPlatform extends Platform {
  readonly name = 'pinterest';
  readonly #log = new Logger('pinterest');

  constructor(
    private readonly app: PinterestApp,
    private readonly clock: Clock,
    private readonly patience: Patience = { token: 10_000, profile: 5_000 },
  ) {
    super();
  }

  authorisationUrl(state: string): string {
    const url = new URL(this.app.oauthUrl);
    const query = { client_id: this.app.id, redirect_uri: this.#redirectUri(), response_type: 'code', scope: SCOPES, refreshable: 'true' };
    for (const [name, value] of Object.entries({ ...query, state })) url.searchParams.set(name, value);
    return url.toString();
  }

  async exchange(code: string): Promise<Permission> {
    const tokens = await this.#tokens(
      { grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri(), continuous_refresh: 'true' },
      () => new LinkingEnded('Pinterest did not accept this permission. Please link the account again.'),
    );
    try {
      return { tokens, profile: await this.profile(tokens.access) };
    } catch (error) {
      throw error instanceof PermissionEnded ? unavailable() : error;
    }
  }

  async refresh({ refresh }: Tokens): Promise<Tokens> {
    if (refresh === null) throw new PermissionEnded();
    const fresh = await this.#tokens({ grant_type: 'refresh_token', refresh_token: refresh }, () => new PermissionEnded());
    // An answer without a new refresh token would end the permission a month from now without a word.
    if (fresh.refresh === null) throw this.#distrusted('token', 'holds no refresh token');
    return fresh;
  }

  async profile(access: string): Promise<Profile> {
    const answer = await this.#call('user_account', { headers: { authorization: `Bearer ${access}` } }, this.patience.profile);
    if (answer.status === 401) throw new PermissionEnded();
    this.#refuse('user_account', answer);
    const profile = profileOf(answer.json);
    if (!profile) throw this.#distrusted('user_account', 'is not an account');
    return profile;
  }

  async #tokens(form: Readonly<Record<string, string>>, refusal: () => Error): Promise<Tokens> {
    const basic = Buffer.from(`${this.app.id}:${this.app.secret}`).toString('base64');
    const request = { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams(form) };
    const answer = await this.#call('oauth/token', request, this.patience.token);
    if (answer.status === 400 || answer.status === 401) {
      this.#note('oauth/token', answer);
      throw refusal();
    }
    this.#refuse('oauth/token', answer);
    const tokens = tokensOf(answer.json, this.clock.now());
    if (!tokens) throw this.#distrusted('oauth/token', 'holds no bearer token');
    return tokens;
  }

  async #call(path: string, request: RequestInit, timeout: number): Promise<CappedAnswer> {
    try {
      return await cappedFetch(`${this.app.apiUrl.replace(/\/$/, '')}/${path}`, request, timeout);
    } catch (error) {
      this.#log.warn(`${path}: no answer (${reasonOf(error)})`);
      throw unavailable();
    }
  }

  /** Throws unless the answer is a success. */
  #refuse(path: string, answer: CappedAnswer): void {
    if (answer.status === 200) return;
    this.#note(path, answer);
    if (answer.status !== 429) throw unavailable();
    const seconds = waitOf(answer.headers);
    throw new Unavailable(`Pinterest asks us to wait. Please try again in ${seconds} seconds.`, seconds);
  }

  #note(path: string, { status, headers, json }: CappedAnswer): void {
    const ticket = /^[\w-]{1,64}$/.exec(headers.get('x-pinterest-rid') ?? '')?.[0] ?? 'none';
    this.#log.warn(`${path}: ${status}, code ${faultOf(json) ?? 'none'}, rid ${ticket}`);
  }

  #distrusted(path: string, why: string): Error {
    this.#log.warn(`${path}: the answer ${why}`);
    return unavailable();
  }

  #redirectUri(): string {
    return `${this.app.origin()}/oauth2/pinterest`;
  }
}

/** What stopped a call, in a word of the system: it can hold nothing of ours. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : name === 'TimeoutError' ? 'too slow' : 'broken or too large';
}

function waitOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '';
  return /^\d{1,9}$/.test(said) ? Math.min(Math.max(Number(said), 1), LONGEST_WAIT) : USUAL_WAIT;
}
