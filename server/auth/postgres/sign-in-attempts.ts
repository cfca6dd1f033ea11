import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import {
  countAttempt,
  MAX_FAILURES,
  SignInAttempts,
  type AttemptCount,
  secondsUntilNextAttempt,
} from '#domain/auth/sessions/sign-in-attempts';
import { Clock } from '#domain/clock';
import { TooManyRequests } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/http/limits/rate-limit-settings';

const GLOBAL_SUBJECT = 'all';

/** Counts attempts per account, and per account and familiar IP, in the table `sign_in_tries`. */
@Injectable()
export class PostgresSignInAttempts extends SignInAttempts {
  constructor(
    private readonly postgres: Postgres,
    private readonly rateLimits: RateLimits,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {
    super();
  }

  async record(email: string, clientIp: string): Promise<void> {
    if (await this.rateLimits.isReached(otherLimits.signInFailures, GLOBAL_SUBJECT))
      await this.rateLimits.record(otherLimits.throttledSignIns, clientIp);
    const limit = this.limitSettings.effectiveLimit(otherLimits.signInAttempts);
    if (!limit) return;
    const waitSeconds = await inTransaction(this.postgres.pool, async (client) => {
      const subject = await this.#attemptSubject(client, email, clientIp);
      // Insert a row to lock, so that concurrent attempts wait for each other here.
      await client.query(`insert into sign_in_tries (subject, tries, tried_at) values ($1, 0, $2) on conflict do nothing`, [
        subject,
        this.clock.now(),
      ]);
      const { rows } = await client.query<AttemptCount>('select tries, tried_at from sign_in_tries where subject = $1 for update', [
        subject,
      ]);
      const previous = rows[0] ?? null;
      const now = this.clock.now();
      const seconds = secondsUntilNextAttempt(previous, now, limit.hits);
      if (seconds === 0) {
        const { tries, tried_at } = countAttempt(previous, now, limit.hits);
        await client.query('update sign_in_tries set tries = $2, tried_at = $3 where subject = $1', [subject, tries, tried_at]);
      }
      return seconds;
    });
    if (waitSeconds > 0) throw new TooManyRequests(waitSeconds);
  }

  async recordSuccess(email: string, clientIp: string): Promise<void> {
    await this.postgres.pool.query(
      `with deleted as (delete from sign_in_tries where subject in ($1, $4))
       insert into sign_in_tries (subject, tries, tried_at) values ($2, 0, $3)
       on conflict (subject) do update set tries = 0, tried_at = excluded.tried_at`,
      [this.#accountSubject(email), this.#familiarIpSubject(email, clientIp), this.clock.now(), this.#failureSubject(email)],
    );
  }

  async isLocked(email: string): Promise<boolean> {
    const { rows } = await this.postgres.pool.query<{ tries: number }>('select tries from sign_in_tries where subject = $1', [
      this.#failureSubject(email),
    ]);
    return (rows[0]?.tries ?? 0) >= MAX_FAILURES;
  }

  async unlock(email: string): Promise<void> {
    await this.postgres.pool.query('delete from sign_in_tries where subject in ($1, $2)', [
      this.#accountSubject(email),
      this.#failureSubject(email),
    ]);
  }

  async recordFailure(email: string): Promise<void> {
    await this.postgres.pool.query(
      `insert into sign_in_tries as existing (subject, tries, tried_at) values ($1, 1, $2)
       on conflict (subject) do update set tries = existing.tries + 1, tried_at = excluded.tried_at`,
      [this.#failureSubject(email), this.clock.now()],
    );
    await this.rateLimits.record(otherLimits.signInFailures, GLOBAL_SUBJECT).catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error;
    });
  }

  /** Returns the row that counts this attempt: that of the familiar IP, if there is one, else that of the account. */
  async #attemptSubject(client: PoolClient, email: string, clientIp: string): Promise<string> {
    const familiarIpSubject = this.#familiarIpSubject(email, clientIp);
    const { rowCount } = await client.query('select 1 from sign_in_tries where subject = $1', [familiarIpSubject]);
    return rowCount ? familiarIpSubject : this.#accountSubject(email);
  }

  #accountSubject(email: string): string {
    return this.secrets.sign('rate-limit', email);
  }

  #failureSubject(email: string): string {
    return this.secrets.sign('rate-limit', `${email}\nin a row`);
  }

  #familiarIpSubject(email: string, clientIp: string): string {
    return this.secrets.sign('rate-limit', `${email}\n${clientIp}`);
  }
}
