import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { historyTablesOf } from '#server/database/catalog-tables';
import type { ClientBase } from 'pg';
import type { Month } from '#domain/days';
import type { Series } from '#domain/catalog/history/readings';
import { appendMonths, ReadingColumns, toSeries } from '#domain/catalog/history/sealed-months';

/** Stands for an unknown count among the bytes of open readings. No count is negative. */
const UNKNOWN_COUNT = -2_147_483_648;

/**
 * The two expressions that hold the readings of the history with the key `key`, which `readHistory` decodes: `sealed`, the bytes of its
 * months one after the other, and `open`, its later readings. `from`, an expression, leaves out the months that begin before that day.
 */
export function historySql(entity: EntityType, key: string, from?: string): { readonly sealed: string; readonly open: string } {
  const { months, readings } = historyTablesOf(entity);
  const since = from === undefined ? '' : `and month_row.first_day >= ${from}`;
  return {
    // Months from `open_from` on are being sealed: their readings still count.
    sealed: `(select string_agg(month_row.sealed, ''::bytea order by month_row.first_day) from ${months} month_row
      where month_row.key = ${key} ${since} and month_row.first_day < ${openFromSql(entity)})`,
    open: `(select ${openReadingsSql(entity)} from ${readings} r where r.key = ${key})`,
  };
}

/** Gathers open readings `r`, by day. */
export function openReadingsSql(entity: EntityType): string {
  const counts = countsOf[entity].map((count) => `int4send(coalesce(r.${count}, ${UNKNOWN_COUNT}))`);
  return `string_agg(int4send(r.day * 1440 + r.minute) || int4send(r.import_id) || ${counts.join(' || ')}, ''::bytea order by r.day)`;
}

/** The columns `sealed` and `open`; see `historySql`. */
export function historyColumnsSql(entity: EntityType, key: string, from?: string): string {
  const { sealed, open } = historySql(entity, key, from);
  return `${sealed} sealed, ${open} "open"`;
}

/** The first day whose readings are open. */
export const openFromSql = (entity: EntityType): string => `(select open_from from catalog_stats where variant = '${entity}s')`;

/** The first day of the month in which a day lies. */
export const firstDayOfMonthSql = (day: string): string => `(date_trunc('month', date '1970-01-01' + ${day})::date - date '1970-01-01')`;

/** The number of readings of the entity with the id `id`. The first byte of a sealed month is its number of readings. */
export function readingCountSql(entity: EntityType, id: string): string {
  const { histories, months, readings } = historyTablesOf(entity);
  return `coalesce((select (select coalesce(sum(get_byte(m.sealed, 0)), 0) from ${months} m where m.key = h.key and m.first_day < ${openFromSql(entity)})
      + (select count(*) from ${readings} r where r.key = h.key) from ${histories} h where h._id = ${id}), 0)::int`;
}

/** Deletes the histories of entities: $1 their ids. */
export function deleteHistoriesSql(entity: EntityType): string[] {
  const { histories, months, readings } = historyTablesOf(entity);
  const of = (table: string) => `delete from ${table} where key in (select key from ${histories} where _id = any($1))`;
  return [of(months), of(readings), `delete from ${histories} where _id = any($1)`];
}

/** The table of an entity's open readings in a month. */
export const readingPartition = (entity: EntityType, { label }: Month): string => `${historyTablesOf(entity).readings}_${label}`;

/** Creates the tables of these months that do not exist yet, in the caller's transaction. Attached, they keep no reader waiting. */
export async function createReadingPartitions(client: ClientBase, entity: EntityType, months: readonly Month[]): Promise<void> {
  const { readings } = historyTablesOf(entity);
  for (const month of new Map(months.map((month) => [month.from, month])).values()) {
    const table = readingPartition(entity, month);
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null "exists"', [table]);
    if (rows[0]?.exists) continue;
    await client.query(`create table ${table} (like ${readings} including all)`);
    await client.query(`alter table ${readings} attach partition ${table} for values from (${month.from}) to (${month.to})`);
  }
}

/** The history of an entity as `historyColumnsSql` selects it. */
export interface StoredHistory {
  readonly sealed: Uint8Array | null;
  readonly open: Uint8Array | null;
}

const INTEGER_BYTES = 4;

/** Appends open readings: per reading its minute, its import, and its counts as big-endian integers. */
function appendOpenReadings(columns: ReadingColumns, bytes: Uint8Array, from: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = from;
  const integer = (): number => {
    const value = view.getInt32(offset);
    offset += INTEGER_BYTES;
    return value;
  };
  while (offset < bytes.length) {
    const index = columns.add(integer(), integer());
    for (const column of columns.counts) {
      const value = integer();
      column[index] = value === UNKNOWN_COUNT ? NaN : value;
    }
  }
}

/** Reads the sealed and the open readings of an entity into `columns`, oldest first. Bytes before `from` of either are skipped. */
export function readHistory(columns: ReadingColumns, { sealed, open }: StoredHistory, from = 0): void {
  columns.clear();
  if (sealed) appendMonths(columns, sealed, from);
  if (open) appendOpenReadings(columns, open, from);
}

/** Decodes the history of an entity. */
export function decodeSeries(entity: EntityType, history: StoredHistory): Series {
  const columns = new ReadingColumns(countsOf[entity].length);
  readHistory(columns, history);
  return toSeries(entity, columns);
}
