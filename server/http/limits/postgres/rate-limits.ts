import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { TooManyRequests } from '#domain/errors';
import { type Limit, RateLimits } from '#domain/limits';
import { isWithinLimit, secondsUntilAllowed, windowAt, type WindowCounts } from '#domain/rate-window';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';

/** Records an attempt in the current window if it fits; one statement, so that concurrent attempts on all instances count each other. */
const RECORD_HIT = `
  with earlier as (select coalesce((select hits from rate_limits where name = $1 and subject = $2 and time_window = $3::bigint - 1), 0) * $4::float8 weight)
  insert into rate_limits as existing (name, subject, time_window, hits, expires_at)
  select $1, $2, $3::bigint, 1, $6::timestamptz from earlier where weight + 1 <= $5::float8
  on conflict (name, subject, time_window) do update set hits = existing.hits + 1
  where (select weight from earlier) + existing.hits + 1 <= $5::float8
  returning hits`;

const READ_COUNTS = `
  select coalesce(sum(hits) filter (where time_window = $3::bigint - 1), 0)::int previous, coalesce(sum(hits) filter (where time_window = $3::bigint), 0)::int "current"
  from rate_limits where name = $1 and subject = $2 and time_window in ($3::bigint, $3::bigint - 1)`;

const MAX_REFUSED_SUBJECTS = 50_000;

/** Rate limits that all instances share. Subjects are stored as keyed hashes. */
@Injectable()
export class PostgresRateLimits extends RateLimits {
  /** The attempts at this process, so that those beyond the limit do not queue for the one row that counts them. */
  readonly #ownAttempts: MemoryRateLimits;
  /** The time until which a refused subject stays refused, by limit and subject: further attempts cost no query. */
  readonly #fullUntil = new LRUCache<string, number>({ max: MAX_REFUSED_SUBJECTS });

  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {
    super();
    this.#ownAttempts = new MemoryRateLimits(clock);
  }

  async record(requestedLimit: Limit, subject: string): Promise<void> {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return;
    this.#refuseUntilAllowed(limit, subject);
    await this.#ownAttempts.record(limit, subject);
    const now = this.clock.now();
    const { index, elapsed } = windowAt(limit.seconds, now);
    const expiresAt = new Date(now.getTime() + 2 * limit.seconds * SECOND_MS);
    const values = [limit.name, this.#subjectKey(subject), index, 1 - elapsed, limit.hits, expiresAt];
    const { rowCount } = await this.postgres.pool.query({ name: 'limit', text: RECORD_HIT, values });
    if (rowCount !== 0) return;
    const waitSeconds = secondsUntilAllowed(await this.#readCounts(limit, subject, index), limit, elapsed);
    this.#fullUntil.set(`${limit.name} ${subject}`, now.getTime() + waitSeconds * SECOND_MS);
    throw new TooManyRequests(waitSeconds);
  }

  async isReached(requestedLimit: Limit, subject: string): Promise<boolean> {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return false;
    const now = this.clock.now();
    if (this.#secondsUntilAllowed(limit, subject, now) > 0 || (await this.#ownAttempts.isReached(limit, subject))) return true;
    const { index, elapsed } = windowAt(limit.seconds, now);
    return !isWithinLimit(await this.#readCounts(limit, subject, index), limit, elapsed);
  }

  refuseIfKnownReached(requestedLimit: Limit, subject: string): void {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return;
    this.#refuseUntilAllowed(limit, subject);
    this.#ownAttempts.refuseIfKnownReached(limit, subject);
  }

  #refuseUntilAllowed(limit: Limit, subject: string): void {
    const secondsLeft = this.#secondsUntilAllowed(limit, subject, this.clock.now());
    if (secondsLeft > 0) throw new TooManyRequests(secondsLeft);
  }

  async #readCounts(limit: Limit, subject: string, windowIndex: number): Promise<WindowCounts> {
    const { rows } = await this.postgres.pool.query<WindowCounts>({
      name: 'limit-counts',
      text: READ_COUNTS,
      values: [limit.name, this.#subjectKey(subject), windowIndex],
    });
    return rows[0] ?? { previous: 0, current: 0 };
  }

  /** Seconds until a subject that was refused may try again, as far as this process knows; 0 if Postgres must be asked. */
  #secondsUntilAllowed({ name, seconds }: Limit, subject: string, now: Date): number {
    const waitMs = (this.#fullUntil.get(`${name} ${subject}`) ?? 0) - now.getTime();
    // A clock that was set back does not prolong the wait.
    return waitMs > 2 * seconds * SECOND_MS ? 0 : Math.max(0, Math.ceil(waitMs / SECOND_MS));
  }

  #subjectKey(subject: string): string {
    return this.secrets.sign('rate-limit', subject);
  }
}
