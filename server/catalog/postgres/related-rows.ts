import type { Pool } from 'pg';
import { type ListRow, MAX_SIMILAR, MAX_BOARD_TOP_PINS, NEAREST_PER_SIDE } from '#domain/catalog/catalog';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import type { BoardRow, PinRow } from '#domain/catalog/list-contract';
import { defaultMetric } from '#domain/catalog/metrics';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { type EntityOf, entityOf, type Variant } from '#domain/catalog/variants';
import { listRowColumns } from '#server/catalog/postgres/list-rows';
import { boardPicturesSql, tablesOf } from '#server/database/catalog-tables';

/** The pins of a board that are considered, the first by id. */
const MAX_BOARD_PINS = 10_000;
const MAX_TOP_WORKS = 10;

const picturesOf = (variant: Variant): string => (variant === 'boards' ? `, ${boardPicturesSql}` : '');

/**
 * Walks the index of the size to both sides of the entity, and reads each neighbor by its id (`limit 1` keeps the planner from joining
 * the whole list instead), so that the cost does not grow with the list.
 */
export function similarSql(variant: Variant): string {
  const { text, metrics } = tablesOf(variant);
  const size = defaultMetric[entityOf[variant]];
  const side = (comparison: string, order: string) =>
    `(select _id, ${size} size from ${metrics} where ${size} ${comparison} own.size order by ${order} limit ${NEAREST_PER_SIDE})`;
  return `
    select ${listRowColumns[variant]}${picturesOf(variant)}
    from (
      select near._id, shared, abs(ln((near.size + 1.0) / (own.size + 1.0))) distance
      from (select t.topics, m.${size} size from ${text} t join ${metrics} m using (_id) where t._id = $1) own
        cross join lateral (
          ${side('<=', `${size} desc nulls last, _id`)} union ${side('>=', `${size} asc nulls first, _id desc`)}) near
        cross join lateral (select topics from ${text} where _id = near._id and searchable limit 1) t
        cross join lateral (select count(*) shared from (select unnest(t.topics) intersect select unnest(own.topics)) s) c
      where shared > 0 and near._id <> $1
      order by shared desc, distance, near._id limit ${MAX_SIMILAR}) best
      join ${text} t using (_id) join ${metrics} m using (_id)
    order by best.shared desc, best.distance, t._id`;
}

/** Reads the rows of a list that a statement finds for the id of an entity. */
async function readRows<V extends Variant>(pool: Pool, variant: V, name: string, text: string, id: string): Promise<ListRow[V][]> {
  const { rows } = await pool.query<StoredListRow<EntityOf<V>>>({ name, text, values: [id] });
  return rows.map((row) => toListRow(variant, row));
}

/** Reads the entities of the nearest sizes that share the most topics with one. */
export const findSimilar = <V extends Variant>(pool: Pool, variant: V, id: string): Promise<ListRow[V][]> =>
  readRows(pool, variant, `similar-${variant}`, similarSql(variant), id);

export const topPinsSql = `
  select ${listRowColumns.pins} from (select * from pins where board_id = $1 order by _id limit ${MAX_BOARD_PINS}) t join pin_metrics m using (_id)
  where t.searchable order by m.saves desc nulls last, t._id limit ${MAX_BOARD_TOP_PINS}`;

/** Reads the most saved pins of a board. */
export const findTopPins = (pool: Pool, boardId: string): Promise<PinRow[]> => readRows(pool, 'pins', 'top-pins', topPinsSql, boardId);

/** The rows of a pinner that are largest by a column. */
const topWorksSql = (variant: Variant, column: string): string => `
  select ${listRowColumns[variant]}${picturesOf(variant)} from ${tablesOf(variant).text} t join ${tablesOf(variant).metrics} m using (_id)
  where t.pinner_id = $1 order by m.${column} desc nulls last, t._id limit ${MAX_TOP_WORKS}`;

/** Reads the largest boards and the most saved pins of a pinner. */
export async function findTopWorks(pool: Pool, pinnerId: string): Promise<{ boards: BoardRow[]; pins: PinRow[] }> {
  const [boards, pins] = await Promise.all([
    readRows(pool, 'boards', 'top-works-boards', topWorksSql('boards', 'follower_count'), pinnerId),
    readRows(pool, 'pins', 'top-works-pins', topWorksSql('pins', 'saves'), pinnerId),
  ]);
  return { boards, pins };
}
