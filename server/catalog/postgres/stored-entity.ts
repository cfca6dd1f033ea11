import type { Pool } from 'pg';
import type { StoredColumns } from '#domain/catalog/columns';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/title';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { boardPicturesSql, tablesOf } from '#server/database/catalog-tables';
import { decodeIntegerArray, decodeMinutes } from '#server/database/copy/integer-array';

/** Columns of an entity beside its listed ones. Arrays of the series are sent as bytes. */
interface DetailColumns {
  readonly _id: string;
  readonly source: string;
  readonly searchable: boolean;
  readonly last_crawled_at: Date | null;
  readonly at: Buffer | null;
  readonly rank: (number | null)[] | null;
  readonly previous_rank: (number | null)[] | null;
  readonly board?: StoredEntity['board'];
  readonly pictures?: readonly string[];
  readonly owner_at?: Buffer | null;
  readonly owner_followers?: Buffer | null;
}
type SeriesColumns = Readonly<Partial<Record<`series_${Metric}`, Buffer | null>>>;
type EntityRow<E extends EntityType> = StoredColumns<E> & DetailColumns & SeriesColumns;

function entityStatement(entity: EntityType) {
  const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
  const counts = countsOf[entity].map((metric) => `array_send(c.${metric}) series_${metric}`).join(', ');
  const related =
    entity === 'board'
      ? `, ${boardPicturesSql}`
      : entity === 'pin'
        ? `, (select jsonb_build_object('_id', b._id, 'name', b.name, 'pinner_username', b.pinner_username, 'description', left(b.description, ${MAX_TITLE_SOURCE_CHARACTERS})) from boards b where b._id = t.board_id) board,
         (select array_send(p.at) from pinner_series p where p._id = t.pinner_id) owner_at,
         (select array_send(p.follower_count) from pinner_series p where p._id = t.pinner_id) owner_followers`
        : '';
  return {
    name: `entity-${entity}`,
    text: `select t.*, m.*, array_send(c.at) "at", ${counts}, s.rank, s.previous_rank${related}
      from ${text} t join ${metrics} m using (_id) left join ${series} c using (_id) left join ${scores} s using (_id) where t._id = $1`,
  };
}

/**
 * Reads one entity by its key in four tables, in a single statement. Its series are sent as binary arrays.
 */
export async function findStoredEntity<E extends EntityType>(pool: Pool, entity: E, id: string): Promise<StoredEntity<E> | null> {
  const { rows } = await pool.query<EntityRow<E>>({ ...entityStatement(entity), values: [id] });
  const [row] = rows;
  if (!row) return null;
  const details: DetailColumns & SeriesColumns = row;
  const metrics: readonly Metric[] = countsOf[entity];
  return {
    fields: row,
    source: row.source,
    last_crawled_at: row.last_crawled_at?.toISOString() ?? null,
    searchable: details.searchable,
    at: decodeMinutes(row.at),
    counts: Object.fromEntries(metrics.map((metric) => [metric, decodeIntegerArray(details[`series_${metric}`])])),
    ranks: row.rank ?? [],
    previous_ranks: row.previous_rank ?? [],
    board: details.board ?? null,
    pictures: details.pictures ?? [],
    owner_at: decodeMinutes(row.owner_at),
    owner_followers: decodeIntegerArray(row.owner_followers),
  };
}
