import type { ClientBase } from 'pg';
import { dayOfReading, firstOpenDay, type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import { encodeMonth } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import { historyTablesOf } from '#server/database/catalog-tables';
import { type Cell, copyRows } from '#server/database/copy/text-copy';
import { createReadingPartitions } from '#server/database/history/history-sql';
import { LAST_DAY } from './random-series.js';

const OPEN_FROM = firstOpenDay(LAST_DAY);

const readingsOf = ([, at, ...counts]: readonly Cell[]): Reading[] =>
  (at as readonly number[]).map((minute, index) => ({
    at: minute,
    importId: 1,
    counts: counts.map((values) => (values as readonly (number | null)[])[index] ?? null),
  }));

function* monthRows(rows: Iterable<readonly Cell[]>): Generator<Cell[]> {
  let key = 0;
  for (const row of rows) {
    key += 1;
    for (const { month, readings } of readingsByMonth(readingsOf(row)))
      if (month.from < OPEN_FROM) yield [key, month.from, `\\x${Buffer.from(encodeMonth(readings)).toString('hex')}`];
  }
}

function* readingRows(rows: Iterable<readonly Cell[]>): Generator<Cell[]> {
  let key = 0;
  for (const row of rows) {
    key += 1;
    for (const reading of readingsOf(row)) {
      const day = dayOfReading(reading);
      if (day >= OPEN_FROM) yield [key, day, reading.at % MINUTES_PER_DAY, reading.importId, ...reading.counts];
    }
  }
}

function* keyRows(rows: Iterable<readonly Cell[]>): Generator<Cell[]> {
  let key = 0;
  for (const [id] of rows) yield [id!, ++key];
}

/** Copies histories, given as (id, minutes, values of each count), into their empty tables, as imports and sealing leave them on the last day. */
export async function copyHistories(client: ClientBase, entity: EntityType, rows: () => Iterable<readonly Cell[]>): Promise<void> {
  const { histories, months, readings } = historyTablesOf(entity);
  await copyRows(client, histories, ['_id', 'key'], keyRows(rows()));
  await client.query(`select setval(pg_get_serial_sequence($1, 'key'), greatest(1, (select max(key) from ${histories})))`, [histories]);
  await copyRows(client, months, ['key', 'first_day', 'sealed'], monthRows(rows()));
  await createReadingPartitions(client, entity, [monthOfDay(OPEN_FROM), monthOfDay(LAST_DAY)]);
  await copyRows(client, readings, ['key', 'day', 'minute', 'import_id', ...countsOf[entity]], readingRows(rows()));
}
