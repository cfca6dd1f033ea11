import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { ActDetails, ActName, UserActor } from '#domain/audit/acts';
import type { PeoplePage, PeopleSearch, PersonDetail } from '#domain/people/contract';
import { type Day, dayLabel } from '#domain/days';
import { CONFIG, type Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { deleteAccount } from '#server/auth/account/postgres/delete-account';
import { countPeopleStatement, findPersonStatement, listPeopleStatement, PEOPLE_PER_PAGE } from '#server/people/postgres/people-sql';
import { type PersonRow, toPerson } from '#server/people/postgres/person-row';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { Sessions } from '#server/auth/typeorm/sessions';

const GIVE_PREMIUM = `
  insert into subscriptions (provider, id, user_id, status, started_at, ends_at, changed_at)
  select 'given', id::text, id, 'active', $2::timestamptz, $3::timestamptz, $2 from users where id = $1
  on conflict (provider, id) do update set status = 'active', started_at = $2, ends_at = $3, ended_at = null, changed_at = $2`;

const END_GIVEN_PREMIUM = `
  update subscriptions set status = 'canceled', ended_at = $2, changed_at = $2
  where provider = 'given' and user_id = $1 and ended_at is null and ends_at > $2`;

/** Who acts on whom, and when. */
export interface PersonAction {
  readonly by: UserActor;
  readonly personId: string;
  readonly now: Date;
}

/**
 * The accounts as administrators see them. Each change is one transaction with its entry in the audit, which outlives both accounts
 * without their addresses. A person who is deleted meanwhile is like one with nothing to change.
 */
@Injectable()
export class People {
  /** Sandbox subscriptions count only while the sandbox is the payment provider. */
  readonly #countsSandboxSubscriptions: boolean;

  constructor(
    private readonly postgres: Postgres,
    private readonly sessions: Sessions,
    @Inject(CONFIG) config: Config,
  ) {
    this.#countsSandboxSubscriptions = paymentProvider(config) === 'sandbox';
  }

  async list({ query, page }: PeopleSearch, now: Date): Promise<PeoplePage> {
    const { rows: counted } = await this.postgres.pool.query<{ total: number }>(countPeopleStatement(query));
    const { rows } = await this.postgres.pool.query<PersonRow>(listPeopleStatement(query, page));
    const total = counted[0]?.total ?? 0;
    return {
      people: rows.map((row) => toPerson(row, now, this.#countsSandboxSubscriptions)),
      total,
      page,
      pages: Math.max(1, Math.ceil(total / PEOPLE_PER_PAGE)),
    };
  }

  async find(personId: string, now: Date): Promise<PersonDetail | null> {
    const { rows } = await this.postgres.pool.query<PersonRow>(findPersonStatement(personId));
    const [row] = rows;
    if (!row) return null;
    return { ...toPerson(row, now, this.#countsSandboxSubscriptions), sessions: await this.sessions.listFor(personId, '', now) };
  }

  /** Ends one session, or all of them (null). Returns how many ended; none is no change. */
  endSessions(action: PersonAction, sessionId: string | null): Promise<number> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query('delete from sessions where user_id = $1 and ($2::uuid is null or id = $2)', [
        action.personId,
        sessionId,
      ]);
      const count = rowCount ?? 0;
      if (count > 0) await this.#enter(client, action, 'sessions_ended', { sessions: count });
      return count;
    });
  }

  /** Gives Premium through `lastDay`, which ends at `end`, instead of what was given before. Returns false without such a person. */
  givePremium(action: PersonAction, lastDay: Day, end: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query(GIVE_PREMIUM, [action.personId, action.now, end]);
      if (rowCount !== 1) return false;
      await this.#enter(client, action, 'premium_given', { until: dayLabel(lastDay) });
      return true;
    });
  }

  /** Ends given Premium now. What the person pays for goes on. Returns false when none was given. */
  endGivenPremium(action: PersonAction): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query(END_GIVEN_PREMIUM, [action.personId, action.now]);
      if (rowCount !== 1) return false;
      await this.#enter(client, action, 'premium_ended');
      return true;
    });
  }

  /** Deletes the account as its owner would. Returns false, and deletes nothing, while it has a subscription that is not canceled. */
  deleteAccount(action: PersonAction, email: string): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const isDeleted = await deleteAccount(client, action.personId, email);
      if (isDeleted) await this.#enter(client, action, 'account_deleted');
      return isDeleted;
    });
  }

  /** Writes the entry of a change, in its transaction. */
  async #enter(client: PoolClient, { by, personId, now }: PersonAction, act: ActName, details: ActDetails = {}): Promise<void> {
    await writeEntry(client, { by, at: now, act, target: personId, details });
  }
}
