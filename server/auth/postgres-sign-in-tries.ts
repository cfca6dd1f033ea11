import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { afterTry, MOST_FAILURES, SignInTries, type Tries, waitBeforeTry } from '#domain/auth/sign-in-tries';
import { Clock } from '#domain/clock';
import { TooMany } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { LIMIT_SETTINGS, type LimitSettings } from '#server/http/limit-settings';

const EVERYBODY = 'all';

/** Tries per account, and per account and network where its owner has signed in from there; shared by all instances. */
@Injectable()
export class PostgresSignInTries extends SignInTries {
  constructor(
    private readonly postgres: Postgres,
    private readonly limits: RateLimits,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(LIMIT_SETTINGS) private readonly settings: LimitSettings,
  ) {
    super();
  }

  async note(email: string, network: string): Promise<void> {
    if (await this.limits.isFull(otherLimits.failures, EVERYBODY)) await this.limits.hit(otherLimits.strained, network);
    const limit = this.settings.holding(otherLimits.tries);
    if (!limit) return;
    const wait = await inTransaction(this.postgres.pool, async (client) => {
      const subject = await this.#judged(client, email, network);
      // The empty row is there to be locked: parallel tries wait for each other here.
      await client.query(`insert into sign_in_tries (subject, tries, tried_at) values ($1, 0, $2) on conflict do nothing`, [
        subject,
        this.clock.now(),
      ]);
      const { rows } = await client.query<Tries>('select tries, tried_at from sign_in_tries where subject = $1 for update', [subject]);
      const before = rows[0] ?? null;
      const now = this.clock.now();
      const seconds = waitBeforeTry(before, now, limit.hits);
      if (seconds === 0) {
        const { tries, tried_at } = afterTry(before, now, limit.hits);
        await client.query('update sign_in_tries set tries = $2, tried_at = $3 where subject = $1', [subject, tries, tried_at]);
      }
      return seconds;
    });
    if (wait > 0) throw new TooMany(wait);
  }

  async succeeded(email: string, network: string): Promise<void> {
    await this.postgres.pool.query(
      `with gone as (delete from sign_in_tries where subject in ($1, $4))
       insert into sign_in_tries (subject, tries, tried_at) values ($2, 0, $3)
       on conflict (subject) do update set tries = 0, tried_at = excluded.tried_at`,
      [this.#account(email), this.#familiar(email, network), this.clock.now(), this.#failures(email)],
    );
  }

  async isShut(email: string): Promise<boolean> {
    const { rows } = await this.postgres.pool.query<{ tries: number }>('select tries from sign_in_tries where subject = $1', [
      this.#failures(email),
    ]);
    return (rows[0]?.tries ?? 0) >= MOST_FAILURES;
  }

  async reopen(email: string): Promise<void> {
    await this.postgres.pool.query('delete from sign_in_tries where subject in ($1, $2)', [this.#account(email), this.#failures(email)]);
  }

  async failed(email: string): Promise<void> {
    await this.postgres.pool.query(
      `insert into sign_in_tries as kept (subject, tries, tried_at) values ($1, 1, $2)
       on conflict (subject) do update set tries = kept.tries + 1, tried_at = excluded.tried_at`,
      [this.#failures(email), this.clock.now()],
    );
    await this.limits.hit(otherLimits.failures, EVERYBODY).catch((error: unknown) => {
      if (!(error instanceof TooMany)) throw error;
    });
  }

  /** By which row this try is judged. */
  async #judged(client: PoolClient, email: string, network: string): Promise<string> {
    const familiar = this.#familiar(email, network);
    const { rowCount } = await client.query('select 1 from sign_in_tries where subject = $1', [familiar]);
    return rowCount ? familiar : this.#account(email);
  }

  #account(email: string): string {
    return this.secrets.sign('rate-limit', email);
  }

  #failures(email: string): string {
    return this.secrets.sign('rate-limit', `${email}\nin a row`);
  }

  #familiar(email: string, network: string): string {
    return this.secrets.sign('rate-limit', `${email}\n${network}`);
  }
}
