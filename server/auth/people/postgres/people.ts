import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { AuditedAction } from '#domain/auth/people/audited-actions';
import type { AuditRecord, PeoplePage, PeopleSearch, PersonDetail } from '#domain/auth/people/contract';
import { People, type PersonAction } from '#domain/auth/people/people';
import { Sessions } from '#domain/auth/sessions/sessions';
import { type Day, dayLabel } from '#domain/days';
import { CONFIG, type Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { deleteAccount } from '#server/auth/account/postgres/delete-account';
import { countPeopleStatement, findPersonStatement, listPeopleStatement, PEOPLE_PER_PAGE } from '#server/auth/people/postgres/people-sql';
import { type PersonRow, toPerson } from '#server/auth/people/postgres/person-row';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

const GIVE_PREMIUM = `
  insert into subscriptions (provider, id, user_id, status, started_at, ends_at, changed_at)
  select 'given', id::text, id, 'active', $2::timestamptz, $3::timestamptz, $2 from users where id = $1
  on conflict (provider, id) do update set status = 'active', started_at = $2, ends_at = $3, ended_at = null, changed_at = $2`;

const END_GIVEN_PREMIUM = `
  update subscriptions set status = 'canceled', ended_at = $2, changed_at = $2
  where provider = 'given' and user_id = $1 and ended_at is null and ends_at > $2`;

const NEWEST_AUDIT = `
  select a.id, a.at, admin.email "by", person.email person, a.action, a.detail
  from account_audit a left join users admin on admin.id = a.admin_id left join users person on person.id = a.user_id
  order by a.id desc limit $1`;

/** Accounts with their sessions and subscriptions, and the table `account_audit`. */
@Injectable()
export class PostgresPeople extends People {
  /** Sandbox subscriptions count only while the sandbox is the payment provider. */
  readonly #countsSandboxSubscriptions: boolean;

  constructor(
    private readonly postgres: Postgres,
    private readonly sessions: Sessions,
    @Inject(CONFIG) config: Config,
  ) {
    super();
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

  endSessions(action: PersonAction, sessionId: string | null): Promise<number> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query('delete from sessions where user_id = $1 and ($2::uuid is null or id = $2)', [
        action.personId,
        sessionId,
      ]);
      const count = rowCount ?? 0;
      if (count > 0) await insertAudit(client, action, 'sessions_ended', String(count));
      return count;
    });
  }

  givePremium(action: PersonAction, lastDay: Day, end: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query(GIVE_PREMIUM, [action.personId, action.now, end]);
      if (rowCount !== 1) return false;
      await insertAudit(client, action, 'premium_given', dayLabel(lastDay));
      return true;
    });
  }

  endGivenPremium(action: PersonAction): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount } = await client.query(END_GIVEN_PREMIUM, [action.personId, action.now]);
      if (rowCount !== 1) return false;
      await insertAudit(client, action, 'premium_ended', null);
      return true;
    });
  }

  deleteAccount(action: PersonAction, email: string): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const isDeleted = await deleteAccount(client, action.personId, email);
      if (isDeleted) await insertAudit(client, action, 'account_deleted', null);
      return isDeleted;
    });
  }

  async listAudit(limit: number): Promise<readonly AuditRecord[]> {
    const { rows } = await this.postgres.pool.query<Omit<AuditRecord, 'at'> & { readonly at: Date }>(NEWEST_AUDIT, [limit]);
    return rows.map(({ at, ...record }) => ({ ...record, at: at.toISOString() }));
  }
}

/** Writes the audit record of a change, in its transaction. A person who is deleted by then is not named. */
async function insertAudit(client: PoolClient, { adminId, personId, now }: PersonAction, action: AuditedAction, detail: string | null) {
  await client.query(
    `insert into account_audit (at, admin_id, user_id, action, detail)
     values ($1, $2, (select id from users where id = $3), $4, $5)`,
    [now, adminId, personId, action, detail],
  );
}
