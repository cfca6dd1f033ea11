import { Inject, Injectable } from '@nestjs/common';
import { apiKeyProblem, isApiKeyToken, type StoredApiKey, USED_UPDATE_INTERVAL_MS } from '#domain/auth/api-keys/api-keys';
import { isAccessTokenAlive } from '#domain/auth/oauth/oauth';
import { isSessionAlive, SEEN_UPDATE_INTERVAL_MS } from '#domain/auth/sessions/session-lifetime';
import {
  anonymous,
  anonymousContext,
  type SessionState,
  type SignedInUser,
  USER_ROLE,
  type Viewer,
  type ViewerContext,
  viewerOf,
  Viewers,
} from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidApiKey, PremiumRequired } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { premiumSubscriptions } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { Postgres } from '#server/database/postgres';
import { isTemporaryFailure } from '#server/database/temporary-failure';

/** The user of a session or an API key. */
interface UserColumns {
  readonly user_id: string | null;
  readonly email: string | null;
  readonly role_id: number | null;
  readonly is_confirmed: boolean | null;
  readonly username: string | null;
  readonly locale: string | null;
  readonly time_zone: string | null;
  /** Looked up for administrators only. */
  readonly has_second_factor: boolean | null;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

/** A session, with its user if it has one. */
interface SessionViewerRow extends SessionState, UserColumns {
  readonly user_id: string | null;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
}

type ApiKeyRow = UserColumns & Pick<StoredApiKey, 'id' | 'kind' | 'name' | 'used_at' | 'expires_at' | 'revoked_at'>;

type GrantViewerRow = UserColumns & {
  readonly id: string;
  readonly client_name: string;
  readonly issued_at: Date;
  readonly used_at: Date | null;
};

const USER_COLUMNS = `u.email, u.role_id, u.is_confirmed, u.locale, u.time_zone,
    case when u.role_id = 1 then exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id) end has_second_factor,
    (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) username,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions`;

const FIND_SESSION = `
  select s.token_hash, s.user_id, s.pending_user_id, s.password_given, s.registering, s.sscid, s.checked_at, s.created_at, s.seen_at, s.expires_at,
    ${USER_COLUMNS}
  from sessions s left join users u on u.id = s.user_id
  where s.token_hash = $1`;

const FIND_API_KEY = `
  select k.id, k.kind, k.name, k.used_at, k.expires_at, k.revoked_at, k.user_id, ${USER_COLUMNS}
  from api_keys k join users u on u.id = k.user_id where k.token_hash = $1`;

const FIND_GRANT = `
  select g.id, g.client_name, g.issued_at, g.used_at, g.user_id, ${USER_COLUMNS}
  from oauth_grants g join users u on u.id = g.user_id where g.access_hash = $1`;

/** Reads session, API key, or access token, role, and subscriptions with every request, since they may have changed since the user signed in. */
@Injectable()
export class PostgresViewers extends Viewers {
  /** Sandbox subscriptions count only while the sandbox is the payment provider. */
  readonly #countsSandboxSubscriptions: boolean;
  readonly #requiresSecondFactor: boolean;

  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.#countsSandboxSubscriptions = paymentProvider(config) === 'sandbox';
    this.#requiresSecondFactor = config.REQUIRE_SECOND_FACTOR === 'admins';
  }

  async findBySessionToken(token: string | undefined): Promise<ViewerContext> {
    if (token === undefined) return anonymousContext;
    const { rows } = await this.postgres.pool.query<SessionViewerRow>({
      name: 'session',
      text: FIND_SESSION,
      values: [this.secrets.hash(token)],
    });
    const [row] = rows;
    const now = this.clock.now();
    if (!row || !isSessionAlive(row, row.role_id, now)) return anonymousContext;
    if (now.getTime() - row.seen_at.getTime() > SEEN_UPDATE_INTERVAL_MS)
      await this.#recordUse('update sessions set seen_at = $2 where token_hash = $1', row.token_hash, now);
    return { ...this.#userOf(row, now), session: sessionOf(row) };
  }

  async findByApiKey(token: string): Promise<ViewerContext> {
    const { rows } = isApiKeyToken(token)
      ? await this.postgres.pool.query<ApiKeyRow>({ name: 'api-key', text: FIND_API_KEY, values: [this.secrets.hash(token)] })
      : { rows: [] };
    const [row] = rows;
    if (!row) throw new InvalidApiKey('This API key is not valid.');
    const now = this.clock.now();
    const problem = apiKeyProblem(row, now);
    if (problem !== null) throw new InvalidApiKey(problem);
    const { id, kind, name, used_at } = row;
    if (isUseUnrecorded(used_at, now)) await this.#recordUse('update api_keys set used_at = $2 where id = $1', id, now);
    return { ...this.#userOf(row, now), session: null, apiKey: { id, kind, name } };
  }

  async findByAccessToken(token: string): Promise<ViewerContext> {
    const values = [this.secrets.hash(token)];
    const { rows } = await this.postgres.pool.query<GrantViewerRow>({ name: 'access-token', text: FIND_GRANT, values });
    const [row] = rows;
    const now = this.clock.now();
    if (!row || !isAccessTokenAlive(row.issued_at, now)) throw new InvalidApiKey('This access token is not valid, or not any more.');
    const { id, client_name: name, used_at } = row;
    const found = this.#userOf(row, now);
    if (!hasEntitlement(found.viewer, 'api_keys')) throw new PremiumRequired(premiumSentences.api_keys);
    if (isUseUnrecorded(used_at, now)) await this.#recordUse('update oauth_grants set used_at = $2 where id = $1', id, now);
    return { ...found, session: null, apiKey: { id, kind: 'personal', name } };
  }

  /** Also extends a session. A database that cannot write now, because its disk is full, does not keep its user from reading. */
  async #recordUse(sql: string, id: string, now: Date): Promise<void> {
    try {
      await this.postgres.pool.query(sql, [id, now]);
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
    }
  }

  #userOf(row: UserColumns, now: Date): { readonly viewer: Viewer; readonly user: SignedInUser | null } {
    const { user_id, email, is_confirmed, username, locale, time_zone } = row;
    // Administrators are regular users until they add a second factor, who can do just that.
    const role_id = this.#requiresSecondFactor && row.has_second_factor === false ? USER_ROLE : row.role_id;
    if (user_id === null || email === null || role_id === null || is_confirmed === null) return { viewer: anonymous, user: null };
    const activeSubscriptions = premiumSubscriptions(row.subscriptions, now, this.#countsSandboxSubscriptions);
    const rights = { role_id, is_confirmed, is_premium: activeSubscriptions.length > 0 };
    const cancelUrl = activeSubscriptions.some(({ ends_at }) => ends_at === null) ? '/api/users/me/subscription/links/cancel' : null;
    const formats = locale !== null && time_zone !== null ? { locale, time_zone } : null;
    return {
      viewer: viewerOf(rights),
      user: { id: user_id, email, ...rights, username, paddle_subscription_cancel_url: cancelUrl, formats },
    };
  }
}

const isUseUnrecorded = (usedAt: Date | null, now: Date): boolean =>
  usedAt === null || now.getTime() - usedAt.getTime() > USED_UPDATE_INTERVAL_MS;

/** The session alone, without what the query reads besides it. */
const sessionOf = ({
  token_hash,
  user_id,
  pending_user_id,
  password_given,
  registering,
  sscid,
  checked_at,
}: SessionViewerRow): SessionState => ({
  token_hash,
  user_id,
  pending_user_id,
  password_given,
  registering,
  sscid,
  checked_at,
});
