import { Inject, Injectable } from '@nestjs/common';
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
import { Secrets } from '#domain/secrets';
import { premiumSubscriptions } from '#domain/subscriptions/subscription';
import { CONFIG, type Config, paymentProvider } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { isTemporaryFailure } from '#server/database/temporary-failure';

/** The user of a session, an API key, or an access token. */
export interface UserColumns {
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
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
}

/** Selects the columns of a user `u`. */
export const USER_COLUMNS = `u.email, u.role_id, u.is_confirmed, u.locale, u.time_zone,
    case when u.role_id = 1 then exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id) end has_second_factor,
    (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) username,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions`;

const FIND_SESSION = `
  select s.token_hash, s.user_id, s.pending_user_id, s.password_given, s.registering, s.sscid, s.checked_at, s.created_at, s.seen_at, s.expires_at,
    ${USER_COLUMNS}
  from sessions s left join users u on u.id = s.user_id
  where s.token_hash = $1`;

/** Reads session, role, and subscriptions with every request, since they may have changed since the user signed in. */
@Injectable()
export class PostgresViewers extends Viewers {
  readonly #rules: UserRules;

  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.#rules = userRulesOf(config);
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
      await recordUse(this.postgres, 'update sessions set seen_at = $2 where token_hash = $1', row.token_hash, now);
    return { ...userOf(row, now, this.#rules), session: sessionOf(row) };
  }
}

/** Also extends a session. A database that cannot write now, because its disk is full, does not keep its user from reading. */
export async function recordUse({ pool }: Postgres, sql: string, id: string, now: Date): Promise<void> {
  try {
    await pool.query(sql, [id, now]);
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error;
  }
}

/** What the settings decide about users. */
export interface UserRules {
  /** Sandbox subscriptions count only while the sandbox is the payment provider. */
  readonly countsSandboxSubscriptions: boolean;
  readonly requiresSecondFactor: boolean;
}

/** Computed once: each request reads them. */
export const userRulesOf = (config: Config): UserRules => ({
  countsSandboxSubscriptions: paymentProvider(config) === 'sandbox',
  requiresSecondFactor: config.REQUIRE_SECOND_FACTOR === 'admins',
});

/** The viewer that a user is, and the user as the client shows it. */
export function userOf(row: UserColumns, now: Date, rules: UserRules): { readonly viewer: Viewer; readonly user: SignedInUser | null } {
  const { user_id, email, is_confirmed, username, locale, time_zone } = row;
  // Administrators are regular users until they add a second factor, who can do just that.
  const role_id = rules.requiresSecondFactor && row.has_second_factor === false ? USER_ROLE : row.role_id;
  if (user_id === null || email === null || role_id === null || is_confirmed === null) return { viewer: anonymous, user: null };
  const activeSubscriptions = premiumSubscriptions(row.subscriptions, now, rules.countsSandboxSubscriptions);
  const rights = { role_id, is_confirmed, is_premium: activeSubscriptions.length > 0 };
  const cancelUrl = activeSubscriptions.some(({ ends_at }) => ends_at === null) ? '/api/users/me/subscription/links/cancel' : null;
  const formats = locale !== null && time_zone !== null ? { locale, time_zone } : null;
  return {
    viewer: viewerOf(rights),
    user: { id: user_id, email, ...rights, username, paddle_subscription_cancel_url: cancelUrl, formats },
  };
}

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
