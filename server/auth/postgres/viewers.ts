import { Inject, Injectable } from '@nestjs/common';
import { apiKeyProblem, isApiKeyToken, USED_UPDATE_INTERVAL_MS } from '#domain/auth/api-keys/api-keys';
import { isAccessToken, isAccessTokenAlive } from '#domain/auth/oauth/oauth';
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
import { InvalidApiKey } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import { premiumSubscriptions } from '#domain/subscriptions/subscription';
import type { StoredApiKey } from '#server/auth/api-keys/typeorm/api-keys';
import { CONFIG, type Config, paymentProvider } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { isTemporaryFailure } from '#server/database/temporary-failure';

/** The user of a session, an API key, or an access token. */
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
interface SessionRow extends SessionState, UserColumns {
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
}

type ApiKeyRow = UserColumns & Pick<StoredApiKey, 'id' | 'kind' | 'name' | 'used_at' | 'expires_at' | 'revoked_at'>;

interface GrantRow extends UserColumns {
  readonly id: string;
  readonly client_name: string;
  readonly issued_at: Date;
  readonly used_at: Date | null;
}

/** Selects the columns of a user `u`. */
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

/** Whether this use is to be recorded; `then` is when the last one was, null if none was. */
const isRecordDue = (then: Date | null, intervalMs: number, now: Date): boolean =>
  then === null || now.getTime() - then.getTime() > intervalMs;

/** Reads session, API key, or access token with role and subscriptions with every request, since they may have changed since the last one. */
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
    const row = token === undefined ? undefined : await this.#findRow<SessionRow>('session', FIND_SESSION, token);
    const now = this.clock.now();
    if (!row || !isSessionAlive(row, row.role_id, now)) return anonymousContext;
    if (isRecordDue(row.seen_at, SEEN_UPDATE_INTERVAL_MS, now))
      await this.#recordUse('update sessions set seen_at = $2 where token_hash = $1', row.token_hash, now);
    return { ...this.#userOf(row, now), session: row };
  }

  findByKey(token: string): Promise<ViewerContext> {
    return isAccessToken(token) ? this.#findByAccessToken(token) : this.#findByApiKey(token);
  }

  async #findByApiKey(token: string): Promise<ViewerContext> {
    const row = isApiKeyToken(token) ? await this.#findRow<ApiKeyRow>('api-key', FIND_API_KEY, token) : undefined;
    if (!row) throw new InvalidApiKey('This API key is not valid.');
    const now = this.clock.now();
    const problem = apiKeyProblem(row, now);
    if (problem !== null) throw new InvalidApiKey(problem);
    const { id, kind, name, used_at } = row;
    if (isRecordDue(used_at, USED_UPDATE_INTERVAL_MS, now))
      await this.#recordUse('update api_keys set used_at = $2 where id = $1', id, now);
    return { ...this.#userOf(row, now), session: null, apiKey: { kind, name } };
  }

  async #findByAccessToken(token: string): Promise<ViewerContext> {
    const row = await this.#findRow<GrantRow>('access-token', FIND_GRANT, token);
    const now = this.clock.now();
    if (!row || !isAccessTokenAlive(row.issued_at, now)) throw new InvalidApiKey('This access token is not valid, or not any more.');
    const { id, client_name: name, used_at } = row;
    const found = this.#userOf(row, now);
    requireEntitlement(found.viewer, 'api_keys');
    if (isRecordDue(used_at, USED_UPDATE_INTERVAL_MS, now))
      await this.#recordUse('update oauth_grants set used_at = $2 where id = $1', id, now);
    return { ...found, session: null, apiKey: { kind: 'personal', name } };
  }

  async #findRow<Row extends UserColumns>(name: string, text: string, token: string): Promise<Row | undefined> {
    return (await this.postgres.pool.query<Row>({ name, text, values: [this.secrets.hash(token)] })).rows[0];
  }

  /** Also extends a session. A database that cannot write now, because its disk is full, does not keep its user from reading. */
  async #recordUse(sql: string, id: string, now: Date): Promise<void> {
    try {
      await this.postgres.pool.query(sql, [id, now]);
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
    }
  }

  /** The viewer that a user is, and the user as the client shows it. */
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
