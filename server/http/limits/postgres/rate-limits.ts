import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { TooManyRequests } from '#domain/errors';
import { type WindowCounts, isWithinLimit, type Limit, RateLimits, secondsUntilAllowed, windowAt } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/http/limits/rate-limit-settings';

/** Notes a try in the running slot if there is room; one statement, so that parallel tries on all instances count each other. */
const RECORD_HIT = `
  with earlier as (select coalesce((select hits from rate_limits where name = $1 and subject = $2 and slot = $3::bigint - 1), 0) * $4::float8 weight)
  insert into rate_limits as kept (name, subject, slot, hits, expires_at)
  select $1, $2, $3::bigint, 1, $6::timestamptz from earlier where weight + 1 <= $5::float8
  on conflict (name, subject, slot) do update set hits = kept.hits + 1
  where (select weight from earlier) + kept.hits + 1 <= $5::float8
  returning hits`;

const READ_COUNTS = `
  select coalesce(sum(hits) filter (where slot = $3::bigint - 1), 0)::int before, coalesce(sum(hits) filter (where slot = $3::bigint), 0)::int now
  from rate_limits where name = $1 and subject = $2 and slot in ($3::bigint, $3::bigint - 1)`;

/** Limits that all instances share. Whom a row is about cannot be read from it. */
@Injectable()
export class PostgresRateLimits extends RateLimits {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {
    super();
  }

  async record(requestedLimit: Limit, subject: string): Promise<void> {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return;
    const now = this.clock.now();
    const { slot, share } = windowAt(limit.seconds, now);
    const expiresAt = new Date(now.getTime() + 2_000 * limit.seconds);
    const values = [limit.name, this.#subjectKey(subject), slot, 1 - share, limit.hits, expiresAt];
    const { rowCount } = await this.postgres.pool.query({ name: 'limit', text: RECORD_HIT, values });
    if (rowCount === 0) throw new TooManyRequests(secondsUntilAllowed(await this.#readCounts(limit, subject, slot), limit, share));
  }

  async isReached(requestedLimit: Limit, subject: string): Promise<boolean> {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return false;
    const { slot, share } = windowAt(limit.seconds, this.clock.now());
    return !isWithinLimit(await this.#readCounts(limit, subject, slot), limit, share);
  }

  async #readCounts(limit: Limit, subject: string, slot: number): Promise<WindowCounts> {
    const { rows } = await this.postgres.pool.query<WindowCounts>({
      name: 'limit-counts',
      text: READ_COUNTS,
      values: [limit.name, this.#subjectKey(subject), slot],
    });
    return rows[0] ?? { before: 0, now: 0 };
  }

  #subjectKey(subject: string): string {
    return this.secrets.sign('rate-limit', subject);
  }
}
