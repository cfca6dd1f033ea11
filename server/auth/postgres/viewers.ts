import { Inject, Injectable } from '@nestjs/common';
import { isSessionAlive, SEEN_UPDATE_INTERVAL_MS } from '#domain/auth/sessions/session-lifetime';
import { anonymous, anonymousContext, type SessionState, USER_ROLE, type ViewerContext, Viewers } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { premiumSubscriptions } from '#domain/subscriptions/parse-stored-subscription';
import { CONFIG, type Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { Postgres } from '#server/database/postgres';
import { isTemporaryFailure } from '#server/database/temporary-failure';

/** A session, with its user if it has one. */
interface SessionRow extends SessionState {
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly email: string | null;
  readonly role_id: number | null;
  readonly is_confirmed: boolean | null;
  readonly username: string | null;
  /** Looked up for administrators only. */
  readonly has_second_factor: boolean | null;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

const FIND_SESSION = `
  select s.token_hash, s.user_id, s.pending_user_id, s.password_given, s.registering, s.sscid, s.checked_at, s.created_at, s.seen_at, s.expires_at, u.email, u.role_id, u.is_confirmed,
    case when u.role_id = 1 then exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id) end has_second_factor,
    (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) username,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from sessions s left join users u on u.id = s.user_id
  where s.token_hash = $1`;

/** Reads session, role, and subscriptions with every request, since they may have changed since the user signed in. */
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
    const { rows } = await this.postgres.pool.query<SessionRow>({
      name: 'session',
      text: FIND_SESSION,
      values: [this.secrets.hash(token)],
    });
    const [row] = rows;
    const now = this.clock.now();
    if (!row || !isSessionAlive(row, row.role_id, now)) return anonymousContext;
    if (now.getTime() - row.seen_at.getTime() > SEEN_UPDATE_INTERVAL_MS) {
      await this.#recordSeen(row.token_hash, now);
    }
    // Until they add a second factor, they are regular users, who can do just that.
    const isDemoted = this.#requiresSecondFactor && row.has_second_factor === false;
    return toViewerContext(isDemoted ? { ...row, role_id: USER_ROLE } : row, now, this.#countsSandboxSubscriptions);
  }

  /** Extends the session. A database that cannot write now, because its disk is full, does not keep its user from reading. */
  async #recordSeen(tokenHash: string, now: Date): Promise<void> {
    try {
      await this.postgres.pool.query('update sessions set seen_at = $2 where token_hash = $1', [tokenHash, now]);
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
    }
  }
}

function toViewerContext(row: SessionRow, now: Date, countsSandbox: boolean): ViewerContext {
  const { token_hash, user_id, pending_user_id, password_given, registering, sscid, checked_at, email, role_id, is_confirmed, username } =
    row;
  const session = { token_hash, user_id, pending_user_id, password_given, registering, sscid, checked_at };
  if (user_id === null || email === null || role_id === null || is_confirmed === null) return { viewer: anonymous, user: null, session };
  const activeSubscriptions = premiumSubscriptions(row.subscriptions, now, countsSandbox);
  const rights = { role_id, is_confirmed, is_premium: activeSubscriptions.length > 0 };
  const cancelUrl = activeSubscriptions.some(({ ends_at }) => ends_at === null) ? '/api/users/me/subscription/links/cancel' : null;
  return {
    viewer: { kind: 'user', user: rights },
    user: { id: user_id, email, ...rights, username, paddle_subscription_cancel_url: cancelUrl },
    session,
  };
}
