import type { Pool } from 'pg';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import type { TakeBackCounts, TakeBackRow } from '#domain/catalog/intake/contract';

const ofImport = 'c.journal_id in (select id from import_journals where import_id = $1)';

/** Counts what taking an import back would do to the rows that it changed, by kind. */
export async function countTakenBack(pool: Pool, importId: number): Promise<TakeBackCounts[]> {
  const { rows } = await pool.query<TakeBackCounts>(
    `select entity kind, count(*) filter (where is_new)::int removed, count(*) filter (where not is_new)::int restored
     from (
       select c.entity, c._id, bool_or(c.before is null) and not exists (
           select 1 from import_changes o where o.entity = c.entity and o._id = c._id and o.id > max(c.id)
         ) is_new
       from import_changes c where ${ofImport} and c.given is not null group by c.entity, c._id
     ) changed group by entity order by entity`,
    [importId],
  );
  return rows;
}

/** The name of a row that the file gave none for. Its entity is stored: records of removed ones are deleted. */
const storedNameSql = `case c.entity ${entityTypes
  .map((entity) => `when '${entity}' then (select e.name from ${variantOf[entity]} e where e._id = c._id)`)
  .join(' ')} end`;

const ROWS_PER_PAGE = 1_000;

/** A row that an import changed, with the number of its record. */
type ListedRow = TakeBackRow & { readonly change: string };

/** The rows that an import changed, each once, in the order in which it gave them: at most `maxRows`, after the record with the number `after`. */
export async function listTakenBack(pool: Pool, importId: number, after: string, maxRows: number): Promise<ListedRow[]> {
  const { rows } = await pool.query<ListedRow>(
    `select c.id change, c.entity kind, c._id id, coalesce(c.given ->> 'name', ${storedNameSql}, c.given ->> 'username', c._id) "name",
       c.before is null and not exists (
         select 1 from import_changes o where o.entity = c.entity and o._id = c._id and o.id > c.id and not o.journal_id = any(own.ids)
       ) is_removed
     from import_changes c, (select array_agg(id) ids from import_journals where import_id = $1) own
     where c.journal_id = any(own.ids) and c.given is not null and c.id > $2 and not exists (
       select 1 from import_changes o
       where o.entity = c.entity and o._id = c._id and o.id < c.id and o.given is not null and o.journal_id = any(own.ids)
     ) order by c.id limit $3`,
    [importId, after, maxRows],
  );
  return rows;
}

/** All rows that an import changed, in pages. */
export async function* readTakenBack(pool: Pool, importId: number): AsyncGenerator<readonly TakeBackRow[]> {
  for (let after = '0'; ;) {
    const rows = await listTakenBack(pool, importId, after, ROWS_PER_PAGE);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.change;
  }
}
