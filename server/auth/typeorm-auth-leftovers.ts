import { Injectable } from '@nestjs/common';
import { AuthLeftovers } from '#domain/auth/auth-leftovers';
import { Postgres } from '#server/database/postgres';

/** A code's row is kept for a week after its end; a network stays familiar for 30 days. */
const statements = [
  `delete from sessions where expires_at < $1 or seen_at < $1::timestamptz - interval '14 days'`,
  `delete from codes where expires_at < $1::timestamptz - interval '7 days' or used_at < $1::timestamptz - interval '7 days'`,
  `delete from rate_limits where expires_at < $1`,
  `delete from sign_in_tries where tried_at < $1::timestamptz - interval '30 days'`,
] as const;

/** The tables `sessions`, `codes`, `rate_limits` and `sign_in_tries`. */
@Injectable()
export class TypeormAuthLeftovers extends AuthLeftovers {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async remove(now: Date): Promise<number> {
    let gone = 0;
    for (const statement of statements) gone += (await this.postgres.jobPool.query(statement, [now])).rowCount ?? 0;
    return gone;
  }
}
