import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { TooMany } from '#domain/errors';
import { type Counts, hasRoom, type Limit, RateLimits, secondsUntilRoom, slotAt } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { LIMIT_SETTINGS, type LimitSettings } from '#server/http/limit-settings';

/** Notes a try in the running slot if there is room; one statement, so that parallel tries on all instances count each other. */
const HIT = `
  with earlier as (select coalesce((select hits from rate_limits where name = $1 and subject = $2 and slot = $3::bigint - 1), 0) * $4::float8 weight)
  insert into rate_limits as kept (name, subject, slot, hits, expires_at)
  select $1, $2, $3::bigint, 1, $6::timestamptz from earlier where weight + 1 <= $5::float8
  on conflict (name, subject, slot) do update set hits = kept.hits + 1
  where (select weight from earlier) + kept.hits + 1 <= $5::float8
  returning hits`;

const COUNTS = `
  select coalesce(sum(hits) filter (where slot = $3::bigint - 1), 0)::int before, coalesce(sum(hits) filter (where slot = $3::bigint), 0)::int now
  from rate_limits where name = $1 and subject = $2 and slot in ($3::bigint, $3::bigint - 1)`;

/** Limits that all instances share. Whom a row is about cannot be read from it. */
@Injectable()
export class PostgresRateLimits extends RateLimits {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(LIMIT_SETTINGS) private readonly settings: LimitSettings,
  ) {
    super();
  }

  async hit(wanted: Limit, subject: string): Promise<void> {
    const limit = this.settings.holding(wanted);
    if (!limit) return;
    const now = this.clock.now();
    const { slot, share } = slotAt(limit.seconds, now);
    const expires = new Date(now.getTime() + 2_000 * limit.seconds);
    const values = [limit.name, this.#known(subject), slot, 1 - share, limit.hits, expires];
    const { rowCount } = await this.postgres.pool.query({ name: 'limit', text: HIT, values });
    if (rowCount === 0) throw new TooMany(secondsUntilRoom(await this.#counts(limit, subject, slot), limit, share));
  }

  async isFull(wanted: Limit, subject: string): Promise<boolean> {
    const limit = this.settings.holding(wanted);
    if (!limit) return false;
    const { slot, share } = slotAt(limit.seconds, this.clock.now());
    return !hasRoom(await this.#counts(limit, subject, slot), limit, share);
  }

  async #counts(limit: Limit, subject: string, slot: number): Promise<Counts> {
    const { rows } = await this.postgres.pool.query<Counts>({
      name: 'limit-counts',
      text: COUNTS,
      values: [limit.name, this.#known(subject), slot],
    });
    return rows[0] ?? { before: 0, now: 0 };
  }

  #known(subject: string): string {
    return this.secrets.sign('rate-limit', subject);
  }
}
