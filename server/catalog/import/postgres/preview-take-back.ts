import type { Pool } from 'pg';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { TakeBackPreview, TakeBackRow } from '#domain/catalog/intake/contract';
import { isKeptSql, ownJournals } from '#server/catalog/import/postgres/packed-changes';

/**
 * Counts the entities that an import gave, by kind, and lists those that it added and that no other import has given since: they go when it is
 * taken back.
 */
const countGivenSql = `with given as (
  select entity, _id, min(id) id, bool_or(is_new) is_new from (
    select entity, _id, id, before is null is_new from import_changes where journal_id = any(${ownJournals}) and given is not null
    union all
    select p.entity, u._id, p.first_id, u.n <= p.new_count from packed_changes p, unnest(p.ids) with ordinality u(_id, n)
    where p.journal_id = any(${ownJournals}) and u.n <= p.given_count and ${isKeptSql}
  ) change group by entity, _id
), added as materialized (select entity, _id, id from given where is_new), later as (
  select p.entity, u._id from packed_changes p cross join unnest(p.ids) u(_id) join added a on a.entity = p.entity and a._id = u._id and p.first_id > a.id
  where p.journal_id <> all(${ownJournals})
  union select a.entity, a._id from added a join import_changes o on o.entity = a.entity and o._id = a._id and o.id > a.id
  where o.journal_id <> all(${ownJournals})
), removed as (select entity, _id from added except select entity, _id from later)
select entity kind, count(*)::int total,
  (select coalesce(array_agg(_id), '{}') from removed where removed.entity = given.entity) removed
from given group by entity order by entity`;

type Kind = TakeBackRow['kind'];

interface Given {
  readonly kind: Kind;
  readonly total: number;
  /** The ids of those that go. */
  readonly removed: readonly string[];
}

const countGiven = async (pool: Pool, importId: number): Promise<readonly Given[]> =>
  (await pool.query<Given>(countGivenSql, [importId])).rows;

/** What taking an import back would do to the rows that it gave: their number by kind, and the first ones. */
export async function previewTakeBack(pool: Pool, importId: number, maxRows: number): Promise<TakeBackPreview> {
  const given = await countGiven(pool, importId);
  const counts = given.map(({ kind, total, removed }) => ({ kind, removed: removed.length, restored: total - removed.length }));
  const first: TakeBackRow[] = [];
  for await (const page of readRows(pool, importId, given)) if (first.push(...page) >= maxRows) break;
  return { counts, rows: first.slice(0, maxRows) };
}

/** All rows that an import gave, in pages. */
export async function* readTakenBack(pool: Pool, importId: number): AsyncGenerator<readonly TakeBackRow[]> {
  yield* readRows(pool, importId, await countGiven(pool, importId));
}

/** The name of a change, and what is stored where the file gave none: changes of removed entities are forgotten. */
const nameSql = (change: string, entity: string): string =>
  `coalesce(${change}.given ->> 'name', case ${entity} ${entityTypes
    .map((type: EntityType) => `when '${type}' then (select e.name from ${variantOf[type]} e where e._id = ${change}._id)`)
    .join(' ')} end, ${change}.given ->> 'username', ${change}._id)`;

const ROWS_PER_PAGE = 1_000;

const keyOf = ({ kind, id }: Pick<TakeBackRow, 'kind' | 'id'>): string => `${kind} ${id}`;

type NamedRow = Omit<TakeBackRow, 'is_removed'>;

/** Each entity once, as the first change of the import has it. */
async function* readRows(pool: Pool, importId: number, given: readonly Given[]): AsyncGenerator<readonly TakeBackRow[]> {
  const removed = new Set(given.flatMap(({ kind, removed: ids }) => ids.map((id) => keyOf({ kind, id }))));
  const seen = new Set<string>();
  for await (const page of readChanges(pool, importId)) {
    const rows: TakeBackRow[] = [];
    for (const { kind, id, name } of page) {
      const key = keyOf({ kind, id });
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ kind, id, name, is_removed: removed.has(key) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** The changes with content, of earlier releases and of search interest first. */
async function* readChanges(pool: Pool, importId: number): AsyncGenerator<readonly NamedRow[]> {
  for (let after = '0', length = ROWS_PER_PAGE; length === ROWS_PER_PAGE;) {
    const { rows } = await pool.query<NamedRow & { change: string }>(
      `select c.id change, c.entity kind, c._id id, ${nameSql('c', 'c.entity')} "name" from import_changes c
       where c.journal_id = any(${ownJournals}) and c.given is not null and c.id > $2 order by c.id limit ${ROWS_PER_PAGE}`,
      [importId, after],
    );
    yield rows;
    length = rows.length;
    after = rows.at(-1)?.change ?? after;
  }
  const { rows: batches } = await pool.query<{ first_id: string }>(
    `select first_id from packed_changes where journal_id = any(${ownJournals}) order by first_id`,
    [importId],
  );
  for (const { first_id: batch } of batches) {
    const { rows } = await pool.query<NamedRow>(
      `select p.entity kind, u._id id, ${nameSql('u', 'p.entity')} "name"
       from packed_changes p, unnest(p.ids, p.given) with ordinality u(_id, given, n)
       where p.first_id = $1 and u.n <= p.given_count and ${isKeptSql} order by u._id`,
      [batch],
    );
    yield rows;
  }
}
