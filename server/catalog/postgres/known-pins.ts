import type { Pool } from 'pg';
import type { KnownPins } from '#domain/catalog/rows/stored-entity';

/** The pins, or boards, that are read at most, the first by id: a median of more says the same. */
const MAX_ROWS = 10_000;

const rowsOf = (table: 'boards' | 'pins', column: 'board_id' | 'pinner_id') =>
  `(select _id, last_crawled_at from ${table} where ${column} = $1 order by _id limit ${MAX_ROWS})`;

const noBoardsSql = 'select null::timestamptz changed_at, null::timestamptz crawled_at';
const boardsSql = `select max(m.board_order_modified_at) changed_at, max(t.last_crawled_at) crawled_at
  from ${rowsOf('boards', 'pinner_id')} t join board_metrics m using (_id)`;

export const knownPinsSql = (entity: 'board' | 'pinner'): string => `
  select p.pins, p.median_saves, greatest(p.created_at, b.changed_at) last_activity_at, greatest(p.crawled_at, b.crawled_at) last_crawled_at
  from (select count(m.saves)::int pins, percentile_cont(0.5) within group (order by m.saves) median_saves, max(m.created_at) created_at,
      max(t.last_crawled_at) crawled_at
    from ${rowsOf('pins', `${entity}_id`)} t join pin_metrics m using (_id)) p, (${entity === 'pinner' ? boardsSql : noBoardsSql}) b`;

/** Reads what is known of the pins of a board or a pinner, in one statement. */
export async function findKnownPins(pool: Pool, entity: 'board' | 'pinner', id: string): Promise<KnownPins> {
  const { rows } = await pool.query<KnownPins>({ name: `known-pins-${entity}`, text: knownPinsSql(entity), values: [id] });
  return rows[0]!;
}
