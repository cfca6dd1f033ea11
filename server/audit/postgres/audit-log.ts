import { Injectable } from '@nestjs/common';
import { type ActName, acts, AuditLog, DELETED_USER, heldEntry, type NewEntry, type TargetKind } from '#domain/audit/acts';
import type { AuditEntry, AuditFilters, AuditPage, AuditSearch } from '#domain/audit/contract';
import { DAY_MS } from '#domain/durations';
import { withConnection } from '#server/database/transaction';
import { Postgres } from '#server/database/postgres';

/** A connection of either driver, in whose transaction an entry is written. */
interface Queryable {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** A person who is deleted by then, or in that moment, is not named. */
const INSERT_ENTRY = `
  insert into account_audit (at, action, actor_kind, admin_id, actor_label, user_id, target, details, origin)
  values ($1, $2, $3, (select id from users where id = $4 for key share), $5, (select id from users where id = $6 for key share), $7, $8, $9)`;

/** Writes an entry in the transaction of its act. */
export async function writeEntry(connection: Queryable, entry: NewEntry): Promise<void> {
  const { at, act, actorKind, actorId, actorLabel, personId, target, details, origin } = heldEntry(entry);
  await connection.query(INSERT_ENTRY, [at, act, actorKind, actorId, actorLabel, personId, target, JSON.stringify(details), origin]);
}

/** Writes an entry on a connection of its own, unless the database has not been upgraded to this release yet. */
export async function enterOnce(url: string, entry: NewEntry): Promise<void> {
  await withConnection({ connectionString: url }, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from information_schema.columns where table_schema = current_schema and table_name = 'account_audit' and column_name = 'origin'`,
    );
    if (rowCount === 1) await writeEntry(client, entry);
  });
}

const personActs = Object.entries(acts).flatMap(([act, { target }]) => (target === 'person' ? [act] : []));

const ENTRIES = `
  from (
    select a.id, a.at, a.action act, a.actor_kind, coalesce(admin.email, a.actor_label, '${DELETED_USER}') actor, a.user_id,
      case when a.action = any('{${personActs.join(',')}}') then coalesce(person.email, '${DELETED_USER}') else a.target end target,
      -- what an earlier release wrote during an update
      coalesce(a.details, jsonb_strip_nulls(jsonb_build_object('detail', a.detail))) details, a.origin
    from account_audit a left join users admin on admin.id = a.admin_id left join users person on person.id = a.user_id
  ) entries
  where ($1 = '' or strpos(lower(actor), $1) > 0) and ($2::text is null or act = $2) and ($3 = '' or strpos(lower(target), $3) > 0)
    and ($4::uuid is null or user_id = $4) and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)`;

const COUNT_ENTRIES = `select count(*)::int total ${ENTRIES}`;
const LIST_ENTRIES = `select id, at, act, actor_kind, actor, target, details, origin ${ENTRIES} order by id desc limit $7 offset $8`;
const NEXT_ENTRIES = `select id, at, act, actor_kind, actor, target, details, origin ${ENTRIES} and id < $7 order by id desc limit $8`;

const filterValues = ({ actor, act, target, person, from, to }: AuditFilters): unknown[] => [
  actor,
  act ?? null,
  target,
  person ?? null,
  typeof from === 'number' ? new Date(from * DAY_MS) : null,
  typeof to === 'number' ? new Date((to + 1) * DAY_MS) : null,
];

interface EntryRow extends Pick<AuditEntry, 'id' | 'act' | 'details' | 'origin'> {
  readonly at: Date;
  readonly actor_kind: AuditEntry['actor']['kind'];
  readonly actor: string;
  readonly target: string | null;
}

/** Entries per page, and per batch of an export. */
const PAGE_ENTRIES = 50;
const BATCH_ENTRIES = 1_000;

const targetKindOf = (act: ActName): TargetKind | null => acts[act].target;

function toEntry({ id, at, act, actor_kind, actor, target, details, origin }: EntryRow): AuditEntry {
  const kind = targetKindOf(act);
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actor_kind, label: actor },
    act,
    target: kind === null ? null : { kind, label: target ?? '' },
    details,
    origin,
  };
}

/** The table `account_audit`, named after what it held first. */
@Injectable()
export class PostgresAuditLog extends AuditLog {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  enter(entry: NewEntry): Promise<void> {
    return writeEntry(this.postgres.pool, entry);
  }

  async list({ page, ...filters }: AuditSearch): Promise<AuditPage> {
    const values = filterValues(filters);
    const { rows: counted } = await this.postgres.pool.query<{ total: number }>(COUNT_ENTRIES, values);
    const { rows } = await this.postgres.pool.query<EntryRow>(LIST_ENTRIES, [...values, PAGE_ENTRIES, (page - 1) * PAGE_ENTRIES]);
    const total = counted[0]?.total ?? 0;
    return { entries: rows.map(toEntry), total, page, pages: Math.max(1, Math.ceil(total / PAGE_ENTRIES)) };
  }

  async *readAll(filters: AuditFilters): AsyncGenerator<readonly AuditEntry[]> {
    const values = filterValues(filters);
    for (let beforeId = 2 ** 31 - 1; ;) {
      const { rows } = await this.postgres.jobPool.query<EntryRow>(NEXT_ENTRIES, [...values, beforeId, BATCH_ENTRIES]);
      if (rows.length > 0) yield rows.map(toEntry);
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH_ENTRIES) return;
      beforeId = last.id;
    }
  }
}
