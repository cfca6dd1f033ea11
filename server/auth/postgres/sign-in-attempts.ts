import { Inject, Injectable } from '@nestjs/common';
import type { HashRequester } from '#domain/auth/account/passwords';
import { type AttemptCount, countAttempt, MAX_FAILURES, secondsUntilNextAttempt } from '#domain/auth/sessions/sign-in-attempts';
import type { ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { SignInLocked, TooManyRequests } from '#domain/errors';
import { otherLimits, RateLimits, recordByClientIp } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';

const GLOBAL_SUBJECT = 'all';

/** Limits sign-in attempts per account, and per account and familiar IP, over all instances: in the table `sign_in_tries`. */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly postgres: Postgres,
    private readonly rateLimits: RateLimits,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {}

  /**
   * Records an attempt before the password is verified, and returns whether the client IP is familiar to the account: one where its owner
   * signed in within 30 days. Attempts from a familiar IP are counted apart, so that strangers cannot lock the owner out. Throws
   * `TooManyRequests` if the user must wait, and `SignInLocked` to strangers after too many wrong passwords.
   */
  async record(email: string, clientIp: ClientIp): Promise<HashRequester> {
    const { isFamiliar, failures } = await this.#readState(email, clientIp);
    if (!isFamiliar && failures >= MAX_FAILURES) throw new SignInLocked();
    if (!isFamiliar) await this.#throttleStranger(clientIp);
    const limit = this.limitSettings.effectiveLimit(otherLimits.signInAttempts);
    const subject = isFamiliar ? this.#familiarIpSubject(email, clientIp) : this.#accountSubject(email);
    const waitSeconds = limit ? await this.#countAttempt(subject, limit.hits) : 0;
    if (waitSeconds > 0) throw new TooManyRequests(waitSeconds);
    return isFamiliar ? 'familiar' : 'stranger';
  }

  /** Records that the owner proved to be at this client IP: resets the account's attempts and lock, and makes the IP familiar. */
  async recordSuccess(email: string, clientIp: ClientIp): Promise<void> {
    await this.postgres.pool.query(
      `with deleted as (delete from sign_in_tries where subject in ($1, $4))
       insert into sign_in_tries (subject, tries, tried_at) values ($2, 0, $3)
       on conflict (subject) do update set tries = 0, tried_at = excluded.tried_at`,
      [this.#accountSubject(email), this.#familiarIpSubject(email, clientIp), this.clock.now(), this.#failureSubject(email)],
    );
  }

  /**
   * Records a wrong password or an unknown address; both are recorded alike. Returns true when this failure locks strangers out. While the
   * whole site has too many failures, `record` also throttles strangers per client IP and per IPv6 network.
   */
  async recordFailure(email: string): Promise<boolean> {
    const { rows } = await this.postgres.pool.query<{ tries: number }>(
      `insert into sign_in_tries as existing (subject, tries, tried_at) values ($1, 1, $2)
       on conflict (subject) do update set tries = existing.tries + 1, tried_at = excluded.tried_at returning tries`,
      [this.#failureSubject(email), this.clock.now()],
    );
    await this.rateLimits.record(otherLimits.signInFailures, GLOBAL_SUBJECT).catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error;
    });
    return rows[0]?.tries === MAX_FAILURES;
  }

  async #readState(email: string, clientIp: ClientIp): Promise<{ readonly isFamiliar: boolean; readonly failures: number }> {
    const { rows } = await this.postgres.pool.query<{ is_familiar: boolean; failures: number }>(
      `select exists (select 1 from sign_in_tries where subject = $1) is_familiar,
         coalesce((select tries from sign_in_tries where subject = $2), 0) failures`,
      [this.#familiarIpSubject(email, clientIp), this.#failureSubject(email)],
    );
    return { isFamiliar: rows[0]?.is_familiar ?? false, failures: rows[0]?.failures ?? 0 };
  }

  /** While the whole site has too many failures, strangers get few attempts per client IP, and per IPv6 network that contains it. */
  async #throttleStranger(clientIp: ClientIp): Promise<void> {
    if (!(await this.rateLimits.isReached(otherLimits.signInFailures, GLOBAL_SUBJECT))) return;
    await recordByClientIp(this.rateLimits, otherLimits.throttledSignIns, clientIp);
  }

  /** Counts an attempt if it is allowed now; returns the seconds to wait otherwise. */
  #countAttempt(subject: string, freeAttempts: number): Promise<number> {
    return inTransaction(this.postgres.pool, async (client) => {
      // The row is locked, so that concurrent attempts wait for each other here.
      const { rows } = await client.query<AttemptCount>(
        `insert into sign_in_tries as existing (subject, tries, tried_at) values ($1, 0, $2)
         on conflict (subject) do update set tries = existing.tries returning tries, tried_at`,
        [subject, this.clock.now()],
      );
      const previous = rows[0] ?? null;
      const now = this.clock.now();
      const seconds = secondsUntilNextAttempt(previous, now, freeAttempts);
      if (seconds === 0) {
        const { tries, tried_at } = countAttempt(previous, now, freeAttempts);
        await client.query('update sign_in_tries set tries = $2, tried_at = $3 where subject = $1', [subject, tries, tried_at]);
      }
      return seconds;
    });
  }

  #accountSubject(email: string): string {
    return this.secrets.sign('rate-limit', email);
  }

  #failureSubject(email: string): string {
    return this.secrets.sign('rate-limit', `${email}\nin a row`);
  }

  #familiarIpSubject(email: string, clientIp: ClientIp): string {
    return this.secrets.sign('rate-limit', `${email}\n${clientIp.key}`);
  }
}
