import type { Pool } from 'pg';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { TakeBackCounts, TakeBackPreview, TakeBackRow } from '#domain/catalog/intake/contract';
import { isKeptSql } from '#server/catalog/import/postgres/packed-changes';

/** The journals of an import. */
const ownJournals = '(select id from import_journals where import_id = $1)';

/** The entities that an import gave, each once, with the number of its first change, and whether it was new then. */
const givenSql = `given as (
  select distinct on (entity, _id) entity, _id, id, is_new from (
    select entity, _id, id, before is null is_new from import_changes where journal_id in ${ownJournals} and given is not null
    union all
    select p.entity, u._id, p.first_id, u.n <= p.new_count from packed_changes p, unnest(p.ids) with ordinality u(_id, n)
    where p.journal_id in ${ownJournals} and u.n <= p.given_count and ${isKeptSql}
  ) change order by entity, _id, id
)`;

/** The entities that an import added and that no other import has given since: they go when it is taken back. */
const removedSql = `with ${givenSql}, added as materialized (select entity, _id, id from given where is_new), later as (
  select p.entity, u._id from packed_changes p cross join unnest(p.ids) u(_id) join added a on a.entity = p.entity and a._id = u._id and p.first_id > a.id
  where p.journal_id not in ${ownJournals}
)
select entity, _id from added a where not exists (
  select 1 from import_changes o where o.entity = a.entity and o._id = a._id and o.id > a.id and o.journal_id not in ${ownJournals}
) and (entity, _id) not in (select entity, _id from later)`;

type Kind = TakeBackRow['kind'];

interface Removed {
  readonly countOf: ReadonlyMap<Kind, number>;
  has(row: { readonly kind: Kind; readonly id: string }): boolean;
}

async function findRemoved(pool: Pool, importId: number): Promise<Removed> {
  const { rows } = await pool.query<{ entity: Kind; _id: string }>(removedSql, [importId]);
  const countOf = new Map<Kind, number>();
  for (const { entity } of rows) countOf.set(entity, (countOf.get(entity) ?? 0) + 1);
  const removed = new Set(rows.map(({ entity, _id }) => `${entity} ${_id}`));
  return { countOf, has: ({ kind, id }) => removed.has(`${kind} ${id}`) };
}

/** What taking an import back would do to the rows that it gave: their number by kind, and the first ones. */
export async function previewTakeBack(pool: Pool, importId: number, maxRows: number): Promise<TakeBackPreview> {
  const removed = await findRemoved(pool, importId);
  const { rows } = await pool.query<{ kind: Kind; total: number }>(
    `with ${givenSql} select entity kind, count(*)::int total from given group by entity order by entity`,
    [importId],
  );
  const counts = rows.map(({ kind, total }): TakeBackCounts => {
    const gone = removed.countOf.get(kind) ?? 0;
    return { kind, removed: gone, restored: total - gone };
  });
  const first: TakeBackRow[] = [];
  for await (const page of readRows(pool, importId, removed)) if (first.push(...page) >= maxRows) break;
  return { counts, rows: first.slice(0, maxRows) };
}

/** All rows that an import gave, in pages. */
export async function* readTakenBack(pool: Pool, importId: number): AsyncGenerator<readonly TakeBackRow[]> {
  yield* readRows(pool, importId, await findRemoved(pool, importId));
}

/** The name of a change, and what is stored where the file gave none: changes of removed entities are forgotten. */
const nameSql = (change: string, entity: string): string =>
  `coalesce(${change}.given ->> 'name', case ${entity} ${entityTypes
    .map((type: EntityType) => `when '${type}' then (select e.name from ${variantOf[type]} e where e._id = ${change}._id)`)
    .join(' ')} end, ${change}.given ->> 'username', ${change}._id)`;

const ROWS_PER_PAGE = 1_000;

type NamedRow = Omit<TakeBackRow, 'is_removed'>;

/** Each entity once, as the first change of the import has it. */
async function* readRows(pool: Pool, importId: number, removed: Removed): AsyncGenerator<readonly TakeBackRow[]> {
  const seen = new Set<string>();
  for await (const page of readChanges(pool, importId)) {
    const rows: TakeBackRow[] = [];
    for (const { kind, id, name } of page) {
      const key = `${kind} ${id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ kind, id, name, is_removed: removed.has({ kind, id }) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** The changes with content, of earlier releases and of search interest first. */
async function* readChanges(pool: Pool, importId: number): AsyncGenerator<readonly NamedRow[]> {
  for (let after = '0', length = ROWS_PER_PAGE; length === ROWS_PER_PAGE;) {
    const { rows } = await pool.query<NamedRow & { change: string }>(
      `select c.id change, c.entity kind, c._id id, ${nameSql('c', 'c.entity')} "name" from import_changes c
       where c.journal_id in ${ownJournals} and c.given is not null and c.id > $2 order by c.id limit ${ROWS_PER_PAGE}`,
      [importId, after],
    );
    yield rows;
    length = rows.length;
    after = rows.at(-1)?.change ?? after;
  }
  const { rows: batches } = await pool.query<{ first_id: string }>(
    `select first_id from packed_changes where journal_id in ${ownJournals} order by first_id`,
    [importId],
  );
  for (const { first_id: batch } of batches) {
    const { rows } = await pool.query<NamedRow>(
      `select p.entity kind, u._id id, ${nameSql('u', 'p.entity')} "name"
       from packed_changes p, unnest(p.ids, p.given) with ordinality u(_id, given, n)
       where p.first_id = $1 and u.n <= p.given_count and ${isKeptSql} order by u.n`,
      [batch],
    );
    yield rows;
  }
}
