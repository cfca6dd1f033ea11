import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { ActDetails, ActName, UserActor } from '#domain/audit/acts';
import type { PeoplePage, PeopleSearch, PersonDetail, Person } from '#domain/people/contract';
import { type Day, dayLabel } from '#domain/days';
import { CONFIG, type Config, paymentProvider } from '#server/config/config';
import { deleteAccountRows } from '#server/auth/account/postgres/own-data';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { Sessions } from '#server/auth/typeorm/sessions';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { premiumReasons } from '#domain/people/given-premium';
import { premiumSubscriptions } from '#domain/subscriptions/subscription';

/** Rows of a page of people. */
const PEOPLE_PER_PAGE = 25;

/** A query with its values. */
interface PeopleStatement {
  readonly text: string;
  readonly values: unknown[];
}

const PERSON_COLUMNS = `
  u.id, u.email, u.role_id, u.is_confirmed, u.created_at,
  (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) name,
  (select max(seen_at) from sessions where user_id = u.id) last_seen_at,
  (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions`;

/** Two prefix searches, each with an index of its own. */
const MATCHING_IDS = `
  select id from users where email like $1
  union select user_id from linked_accounts where lower(username) like $1`;

/** A pattern for texts that begin with this one. */
const prefixPattern = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export const countPeopleStatement = (query: string): PeopleStatement =>
  query === ''
    ? { text: 'select count(*)::int total from users', values: [] }
    : { text: `select count(*)::int total from (${MATCHING_IDS}) matching`, values: [prefixPattern(query)] };

/** The page's people, newest first. */
export function listPeopleStatement(query: string, page: number): PeopleStatement {
  const bounds = `order by u.created_at desc, u.id limit ${PEOPLE_PER_PAGE} offset ${(page - 1) * PEOPLE_PER_PAGE}`;
  if (query === '') return { text: `select ${PERSON_COLUMNS} from users u ${bounds}`, values: [] };
  return { text: `select ${PERSON_COLUMNS} from users u where u.id in (${MATCHING_IDS}) ${bounds}`, values: [prefixPattern(query)] };
}

const findPersonStatement = (personId: string): PeopleStatement => ({
  text: `select ${PERSON_COLUMNS} from users u where u.id = $1`,
  values: [personId],
});

/** An account as the statements below read it. */
interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly role_id: number;
  readonly is_confirmed: boolean;
  readonly created_at: Date;
  readonly name: string | null;
  readonly last_seen_at: Date | null;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

function toPerson({ role_id, subscriptions, created_at, last_seen_at, ...row }: PersonRow, now: Date, countsSandbox: boolean): Person {
  const { isPaid, paidUntil, givenUntil } = premiumReasons(premiumSubscriptions(subscriptions, now, countsSandbox), now);
  return {
    ...row,
    is_admin: role_id === ADMIN_ROLE,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_paid: isPaid,
    paid_until: paidUntil?.toISOString() ?? null,
    given_until: givenUntil?.toISOString() ?? null,
  };
}

const GIVE_PREMIUM = `
  insert into subscriptions (provider, id, user_id, status, started_at, ends_at, changed_at)
  select 'given', id::text, id, 'active', $2::timestamptz, $3::timestamptz, $2 from users where id = $1
  on conflict (provider, id) do update set status = 'active', started_at = $2, ends_at = $3, ended_at = null, changed_at = $2`;

const END_GIVEN_PREMIUM = `
  update subscriptions set status = 'canceled', ended_at = $2, changed_at = $2
  where provider = 'given' and user_id = $1 and ended_at is null and ends_at > $2`;

/** Keeps a person from being deleted until the transaction ends; false if they are gone. Locked first, as deletions do. */
const keepPerson = async (client: PoolClient, personId: string): Promise<boolean> =>
  (await client.query('select 1 from users where id = $1 for key share', [personId])).rowCount === 1;

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
      if (!(await keepPerson(client, action.personId))) return 0;
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
      if (!(await keepPerson(client, action.personId))) return false;
      const { rowCount } = await client.query(GIVE_PREMIUM, [action.personId, action.now, end]);
      if (rowCount !== 1) return false;
      await this.#enter(client, action, 'premium_given', { until: dayLabel(lastDay) });
      return true;
    });
  }

  /** Ends given Premium now. What the person pays for goes on. Returns false when none was given. */
  endGivenPremium(action: PersonAction): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      if (!(await keepPerson(client, action.personId))) return false;
      const { rowCount } = await client.query(END_GIVEN_PREMIUM, [action.personId, action.now]);
      if (rowCount !== 1) return false;
      await this.#enter(client, action, 'premium_ended');
      return true;
    });
  }

  /** Deletes the account as its owner would. Returns false, and deletes nothing, while it has a subscription that is not canceled. */
  deleteAccount(action: PersonAction, email: string): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const isDeleted = await deleteAccountRows(client, action.personId, email);
      if (isDeleted) await this.#enter(client, action, 'account_deleted');
      return isDeleted;
    });
  }

  /** Writes the entry of a change, in its transaction. */
  async #enter(client: PoolClient, { by, personId, now }: PersonAction, act: ActName, details: ActDetails = {}): Promise<void> {
    await writeEntry(client, { by, at: now, act, target: personId, details });
  }
}
