import type { Pool } from 'pg';
import { variantOf } from '#domain/catalog/variants';
import type { TakeBackCounts, TakeBackPreview, TakeBackRow } from '#domain/catalog/intake/contract';
import { isKeptSql, ownJournals } from '#server/catalog/import/postgres/packed-changes';

/**
 * Counts the entities that an import ($1) gave, by kind, and lists the first ones ($2) by id, with those that it added and that no other import
 * has given since: they go when it is taken back. Later batches are grouped with what was added, not joined to it: Postgres expects ten ids in
 * each, and would compare every id with every other.
 */
const countGivenSql = `with given as (
  select entity, _id, min(id) id, bool_or(is_new) is_new from (
    select entity, _id, id, before is null is_new from import_changes where journal_id = any(${ownJournals}) and given is not null
    union all
    select p.entity, u._id, p.first_id, u.n <= p.new_count from packed_changes p, unnest(p.ids) with ordinality u(_id, n)
    where p.journal_id = any(${ownJournals}) and u.n <= p.given_count and ${isKeptSql}
  ) change group by entity, _id
), added as materialized (select entity, _id, id from given where is_new), later as (
  select entity, _id from (
    select entity, _id, id added_id, null other_id from added
    union all select p.entity, u._id, null, p.first_id from packed_changes p cross join unnest(p.ids) u(_id)
    where p.journal_id <> all(${ownJournals}) and p.first_id > (select min(id) from added)
  ) change group by entity, _id having max(other_id) > min(added_id)
  union select a.entity, a._id from added a join import_changes o on o.entity = a.entity and o._id = a._id and o.id > a.id
  where o.journal_id <> all(${ownJournals})
), removed as (select entity, _id from added except select entity, _id from later), rows as (
  select entity, _id, bool_or(is_removed) is_removed from (
    select entity, _id, false is_removed from given union all select entity, _id, true from removed
  ) mark group by entity, _id
)
select entity kind, count(*) filter (where is_removed)::int removed, count(*) filter (where not is_removed)::int restored,
  (array_agg(_id order by _id))[:$2] ids, (array_agg(is_removed order by _id))[:$2] are_removed
from rows group by entity order by entity`;

/** The rows of one kind, by id. */
interface Given extends TakeBackCounts {
  readonly ids: readonly string[];
  /** Whether each of them goes. */
  readonly are_removed: readonly boolean[];
}

const countGiven = async (pool: Pool, importId: number, maxRows: number): Promise<readonly Given[]> =>
  (await pool.query<Given>(countGivenSql, [importId, maxRows])).rows;

/** What taking an import back would do to the rows that it gave: their number by kind, and the first ones. */
export async function previewTakeBack(pool: Pool, importId: number, maxRows: number): Promise<TakeBackPreview> {
  const given = await countGiven(pool, importId, maxRows);
  const counts = given.map(({ kind, removed, restored }) => ({ kind, removed, restored }));
  const first: TakeBackRow[] = [];
  for await (const page of nameRows(pool, given)) if (first.push(...page) >= maxRows) break;
  return { counts, rows: first.slice(0, maxRows) };
}

const MAX_ROWS = 2_147_483_647;

/** All rows that an import gave, in pages: by kind, then by id. */
export async function* readTakenBack(pool: Pool, importId: number): AsyncGenerator<readonly TakeBackRow[]> {
  yield* nameRows(pool, await countGiven(pool, importId, MAX_ROWS));
}

const ROWS_PER_PAGE = 1_000;

async function* nameRows(pool: Pool, given: readonly Given[]): AsyncGenerator<readonly TakeBackRow[]> {
  for (const { kind, ids, are_removed: areRemoved } of given) {
    for (let start = 0; start < ids.length; start += ROWS_PER_PAGE) {
      const page = ids.slice(start, start + ROWS_PER_PAGE);
      const names = await findNames(pool, kind, page);
      yield page.map((id, index) => ({ kind, id, name: names.get(id) ?? id, is_removed: areRemoved[start + index] ?? false }));
    }
  }
}

/** What the catalog calls rows: the packed contents of an import would all be read for them. Keywords are their own names. */
async function findNames(pool: Pool, kind: TakeBackRow['kind'], ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (kind === 'keyword') return new Map();
  const name = kind === 'pinner' ? 'coalesce(name, username)' : 'name';
  const { rows } = await pool.query<{ _id: string; name: string | null }>(
    `select _id, ${name} "name" from ${variantOf[kind]} where _id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row._id, row.name]));
}
