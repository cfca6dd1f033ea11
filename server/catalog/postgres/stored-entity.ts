import type { Pool } from 'pg';
import type { StoredColumns } from '#domain/catalog/rows/stored-columns';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/rows/first-sentence';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { boardPicturesSql, historyTablesOf, tablesOf } from '#server/database/catalog-tables';
import { decodeSeries, historyColumnsSql, historySql, type StoredHistory } from '#server/database/history/history-sql';

/** Columns of an entity beside its listed ones. */
interface DetailColumns extends StoredHistory {
  readonly _id: string;
  readonly source: string;
  readonly searchable: boolean;
  readonly last_crawled_at: Date | null;
  readonly rank: (number | null)[] | null;
  readonly previous_rank: (number | null)[] | null;
  readonly board?: StoredEntity['board'];
  readonly pictures?: readonly string[];
  readonly owner_sealed?: Buffer | null;
  readonly owner_open?: Buffer | null;
}
type EntityRow<E extends EntityType> = StoredColumns<E> & DetailColumns;

/** Of a pin: its board, and its owner's history `oh`. */
function pinColumnsSql(): string {
  const owner = historySql('pinner', 'oh.key');
  return `, (select jsonb_build_object('_id', b._id, 'name', b.name, 'pinner_username', b.pinner_username, 'description', left(b.description, ${MAX_TITLE_SOURCE_CHARACTERS})) from boards b where b._id = t.board_id) board,
    ${owner.sealed} owner_sealed, ${owner.open} owner_open`;
}

function entityStatement(entity: EntityType) {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const related = entity === 'board' ? `, ${boardPicturesSql}` : entity === 'pin' ? pinColumnsSql() : '';
  return {
    name: `entity-${entity}`,
    text: `select t.*, m.*, ${historyColumnsSql(entity, 'h.key')}, s.rank, s.previous_rank${related}
      from ${text} t join ${metrics} m using (_id) left join ${historyTablesOf(entity).histories} h using (_id) left join ${scores} s using (_id)
      ${entity === 'pin' ? 'left join pinner_histories oh on oh._id = t.pinner_id' : ''} where t._id = $1`,
  };
}

/** Reads one entity with its history by its key, in a single statement. */
export async function findStoredEntity<E extends EntityType>(pool: Pool, entity: E, id: string): Promise<StoredEntity<E> | null> {
  const { rows } = await pool.query<EntityRow<E>>({ ...entityStatement(entity), values: [id] });
  const [row] = rows;
  if (!row) return null;
  const details: DetailColumns = row;
  const owner = decodeSeries('pinner', { sealed: row.owner_sealed ?? null, open: row.owner_open ?? null });
  return {
    fields: row,
    source: row.source,
    last_crawled_at: row.last_crawled_at?.toISOString() ?? null,
    searchable: details.searchable,
    ...decodeSeries(entity, row),
    ranks: row.rank ?? [],
    previous_ranks: row.previous_rank ?? [],
    board: details.board ?? null,
    pictures: details.pictures ?? [],
    owner_at: owner.at,
    owner_followers: owner.counts.follower_count ?? [],
  };
}
