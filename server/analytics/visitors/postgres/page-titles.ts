import type { Pool } from 'pg';
import { viewBoard } from '#domain/catalog/endpoints';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { findScreen } from '#domain/site/find-screen';
import { titleSourceSql } from '#server/database/catalog-tables';

/** The titles of entities: $1 to $3 are their ids, in the order of `entityTypes`. */
const titlesSql = entityTypes
  .map(
    (entity, index) => `select '${entity}' entity, to_jsonb(s) source from (
      select t._id, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'}, ${titleSourceSql[entity]}
      from ${variantOf[entity]} t where t._id = any($${index + 1})) s`,
  )
  .join(' union all ');

/** The entity whose page is at a path; null at other paths. */
function entityAt(path: string): { readonly entity: EntityType; readonly id: string } | null {
  const screen = findScreen(path);
  const entity = entityTypes.find((type) => type === screen?.name);
  if (entity === undefined) return null;
  try {
    const { data: id } = viewBoard.params.id.safeParse(decodeURIComponent(screen?.param ?? ''));
    return id === undefined ? null : { entity, id };
  } catch {
    return null;
  }
}

/** Finds the titles of the entities that paths are the pages of, in one query. */
export async function titlesOfPages(pool: Pool, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const pages = paths.flatMap((path) => ({ path, ...entityAt(path) }));
  const ids = entityTypes.map((type) => pages.flatMap(({ entity, id }) => (entity === type ? id : [])));
  if (ids.flat().length === 0) return new Map();
  const { rows } = await pool.query<{ entity: EntityType; source: TitleSource }>(titlesSql, ids);
  const titles = new Map(rows.map(({ entity, source }) => [`${entity} ${source._id}`, titleOf(entity, source)]));
  return new Map(
    pages.flatMap(({ path, entity, id }) => {
      const title = titles.get(`${entity} ${id}`);
      return title === undefined ? [] : [[path, title] as const];
    }),
  );
}
