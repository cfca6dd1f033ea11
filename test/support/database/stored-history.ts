import type { Pool } from 'pg';
import { type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import { encodeMonth } from '#domain/catalog/history/sealed-months';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { decodeSeries, deleteHistoriesSql, historyColumnsSql, openFromSql, type StoredHistory } from '#server/database/history/history-sql';
import { type KeyedReading, type SealedMonth, storeMonths, storeReadings } from '#server/database/history/store-history';
import { inTransaction } from '#server/database/transaction';

/** The series of an entity: minutes since 1970, and per count one value for each. */
export type SeriesOf = { readonly _id: string; readonly at: readonly number[] } & Readonly<
  Partial<Record<Metric, readonly (number | null)[]>>
>;

/** Reads the series of all entities of a type, or of these, in order of id. */
export async function readSeries(pool: Pool, entity: EntityType, ids: readonly string[] | null = null): Promise<SeriesOf[]> {
  const { rows } = await pool.query<StoredHistory & { _id: string }>(
    `select _id, ${historyColumnsSql(entity, 'h.key')} from ${entity}_histories h where $1::text[] is null or _id = any($1) order by _id`,
    [ids],
  );
  return rows.map((row) => {
    const { at, counts } = decodeSeries(entity, row);
    return { _id: row._id, at, ...counts };
  });
}

/** Replaces the series of these entities. Counts that are left out are unknown. */
export function writeSeries(pool: Pool, entity: EntityType, series: readonly SeriesOf[]): Promise<void> {
  return inTransaction(pool, async (client) => {
    const ids = series.map(({ _id }) => _id);
    for (const statement of deleteHistoriesSql(entity)) await client.query(statement, [ids]);
    const { rows: keys } = await client.query<{ _id: string; key: number; open_from: number }>(
      `insert into ${entity}_histories (_id) select unnest($1::text[]) returning _id, key, ${openFromSql(entity)} open_from`,
      [ids],
    );
    const keyOf = new Map(keys.map(({ _id, key }) => [_id, key]));
    const months: SealedMonth[] = [];
    const open: KeyedReading[] = [];
    for (const one of series)
      for (const { month, readings } of readingsByMonth(readingsOf(entity, one))) {
        const key = keyOf.get(one._id)!;
        if (month.from < keys[0]!.open_from) months.push({ key, firstDay: month.from, sealed: encodeMonth(readings) });
        else open.push(...readings.map((reading) => ({ key, reading })));
      }
    await storeMonths(client, entity, months);
    await storeReadings(client, entity, open);
  });
}

const readingsOf = (entity: EntityType, series: SeriesOf): Reading[] =>
  series.at.map((at, index) => ({
    at,
    importId: 0,
    counts: countsOf[entity].map((count) => series[count]?.[index] ?? null),
  }));

/** Replaces the values of a count in all series of a type, or in those of these entities. */
export async function changeSeries(
  pool: Pool,
  entity: EntityType,
  count: Metric,
  change: (value: number) => number,
  ids: readonly string[] | null = null,
): Promise<void> {
  const series = await readSeries(pool, entity, ids);
  const changed = (values: readonly (number | null)[] = []) => values.map((value) => (value === null ? null : change(value)));
  await writeSeries(pool, entity, series.map((one) => ({ ...one, [count]: changed(one[count]) }))); // prettier-ignore
}

/** Deletes the series of entities. */
export async function deleteSeries(pool: Pool, entity: EntityType, ids: readonly string[]): Promise<void> {
  for (const statement of deleteHistoriesSql(entity)) await pool.query(statement, [ids]);
}
