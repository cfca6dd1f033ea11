import type { PoolClient } from 'pg';
import { encodeMonth, ReadingColumns, toReadings } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Day, type Month, monthOfDay } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';
import { historyTablesOf } from '#server/database/catalog-tables';
import { openFromSql, openReadingsSql, readHistory, readingPartition } from '#server/database/history/history-sql';
import { storeMonths } from '#server/database/history/store-history';
import type { Postgres } from '#server/database/postgres';
import { inTransactionWithLockRetries } from '#server/database/table-swap';
import { inBatches, withClient } from '#server/database/transaction';

const KEYS_PER_BATCH = 5_000;
const MONTHS_PER_DELETION = 20_000;

/** Seals all months before the first day that stays open, the oldest first. Returns the number of sealed histories. */
export async function sealMonths(postgres: Postgres, scope: WriterScope, firstOpen: Day): Promise<number> {
  const pool = postgres.jobPoolIn(scope);
  let sealed = 0;
  for (const entity of entityTypes) {
    const { rows } = await pool.query<{ open_from: Day }>(`select ${openFromSql(entity)} open_from`);
    for (let month = monthOfDay(rows[0]!.open_from); month.to <= firstOpen; month = monthOfDay(month.to)) {
      sealed += await withClient(pool, (client) => sealMonth(client, entity, month));
    }
  }
  return sealed;
}

/**
 * Writes the readings of a month into one row per entity, batch by batch; until the month counts as sealed, readers see its readings. Then its
 * table is dropped. An interrupted month is sealed from its beginning: imports may have changed it since.
 */
async function sealMonth(client: PoolClient, entity: EntityType, month: Month): Promise<number> {
  const { months, readings } = historyTablesOf(entity);
  await client.query(`delete from ${months} where first_day >= $1`, [month.from]);
  const sealed = await sealReadings(client, entity, month);
  const partition = readingPartition(entity, month);
  // Dropping it needs both: a backup reads each month's table by itself, others read all months.
  await inTransactionWithLockRetries(client, [readings, partition], async () => {
    await client.query('update catalog_stats set open_from = $1 where variant = $2', [month.to, variantOf[entity]]);
    await client.query(`drop table if exists ${partition}`);
  });
  return sealed;
}

async function sealReadings(client: PoolClient, entity: EntityType, month: Month): Promise<number> {
  const columns = new ReadingColumns(countsOf[entity].length);
  let [sealed, afterKey] = [0, 0];
  for (;;) {
    const { rows } = await client.query<{ key: number; open: Buffer }>(
      `select r.key, ${openReadingsSql(entity)} "open" from ${historyTablesOf(entity).readings} r
       where r.day >= ${month.from} and r.day < ${month.to} and r.key > $1 group by r.key order by r.key limit $2`,
      [afterKey, KEYS_PER_BATCH],
    );
    const sealedMonths = rows.map(({ key, open }) => {
      readHistory(columns, { sealed: null, open });
      return { key, firstDay: month.from, sealed: encodeMonth(toReadings(columns)) };
    });
    await storeMonths(client, entity, sealedMonths);
    sealed += rows.length;
    if (rows.length < KEYS_PER_BATCH) return sealed;
    afterKey = rows.at(-1)!.key;
  }
}

/** Deletes sealed months that ended before a day. Returns how many. */
export async function deleteMonthsBefore(postgres: Postgres, scope: WriterScope, day: Day): Promise<number> {
  const pool = postgres.jobPoolIn(scope);
  let deleted = 0;
  for (const entity of entityTypes) {
    const { months } = historyTablesOf(entity);
    deleted += await inBatches(pool, async (client) => {
      const { rowCount } = await client.query(
        `delete from ${months} where (key, first_day) in (select key, first_day from ${months} where first_day < $1 limit $2)`,
        [monthOfDay(day).from, MONTHS_PER_DELETION],
      );
      return rowCount || null;
    });
  }
  // Scores of an interrupted recompute are of other readings now.
  if (deleted > 0) await pool.query('update catalog_stats set changed_at = clock_timestamp()');
  return deleted;
}
