import type { Clock } from '#domain/clock';
import { type Permission, type Platform, type Profile, type Tokens, VOLUMES_SCOPE } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded, PlatformUnavailable } from '#domain/linked-accounts/errors';
import { PinterestApi, type PinterestConnection } from '#server/linked-accounts/pinterest/api';
import { AccountProfile, grantedTokens } from '#server/linked-accounts/pinterest/contract';

/** The operator's app at Pinterest, and Pinterest's URLs. */
export interface PinterestApp extends PinterestConnection {
  /** The name under which its accounts are stored, so that tokens of the sandbox never reach Pinterest. */
  readonly name: 'pinterest' | 'sandbox';
  readonly id: string;
  readonly secret: string;
  readonly oauthUrl: string;
  /** The public origin of this site; read at each use, because it may be known only after startup. */
  readonly origin: () => string;
}

/** The minimum for what we show. */
const OAUTH_SCOPES = 'user_accounts:read,boards:read,pins:read';

/** Pinterest's API v5, or the sandbox that answers like it: consent, tokens, and profiles. Responses are validated. */
export class PinterestPlatform implements Platform {
  readonly #api: PinterestApi;

  constructor(
    private readonly app: PinterestApp,
    private readonly clock: Clock,
  ) {
    this.#api = new PinterestApi(app);
  }

  get name(): PinterestApp['name'] {
    return this.app.name;
  }

  authorizationUrl(state: string, withVolumes: boolean): string {
    const query = new URLSearchParams({
      client_id: this.app.id,
      redirect_uri: this.#redirectUri(),
      response_type: 'code',
      scope: withVolumes ? `${OAUTH_SCOPES},${VOLUMES_SCOPE}` : OAUTH_SCOPES,
      refreshable: 'true',
      state,
    });
    return `${this.app.oauthUrl}?${query.toString()}`;
  }

  async exchangeCode(code: string): Promise<Permission> {
    const granted = await this.#requestTokens(
      { grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri(), continuous_refresh: 'true' },
      () => new LinkingEnded('Pinterest rejected the request. Please link the account again.'),
    );
    try {
      return { ...granted, profile: await this.fetchProfile(granted.tokens.access) };
    } catch (error) {
      throw error instanceof PermissionEnded ? new PlatformUnavailable('unexpected') : error;
    }
  }

  async refreshTokens({ refresh }: Tokens): Promise<Tokens> {
    if (refresh === null) throw new PermissionEnded();
    const { tokens } = await this.#requestTokens({ grant_type: 'refresh_token', refresh_token: refresh }, () => new PermissionEnded());
    // Without a new refresh token the permission would silently end in a month.
    if (tokens.refresh === null) throw this.#api.unexpected('oauth/token', 'has no refresh token');
    return tokens;
  }

  async fetchProfile(access: string): Promise<Profile> {
    const response = await this.#api.call('user_account', { headers: { authorization: `Bearer ${access}` } });
    if (response.status === 401) throw new PermissionEnded();
    return this.#api.contentOf('user_account', response, AccountProfile, 'is not a profile');
  }

  async #requestTokens(form: Readonly<Record<string, string>>, refusal: () => Error): Promise<Omit<Permission, 'profile'>> {
    const credentials = Buffer.from(`${this.app.id}:${this.app.secret}`).toString('base64');
    const request = { method: 'POST', headers: { authorization: `Basic ${credentials}` }, body: new URLSearchParams(form) };
    const response = await this.#api.call('oauth/token', request);
    if (response.status === 400 || response.status === 401) {
      this.#api.logFailure('oauth/token', response);
      throw refusal();
    }
    return this.#api.contentOf('oauth/token', response, grantedTokens(this.clock.now()), 'has no bearer token');
  }

  #redirectUri(): string {
    return `${this.app.origin()}/oauth2/pinterest`;
  }
}
