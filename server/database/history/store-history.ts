import type { ClientBase } from 'pg';
import { dayOfReading, type Reading } from '#domain/catalog/history/readings';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import { historyTablesOf } from '#server/database/catalog-tables';
import { createReadingPartitions } from '#server/database/history/history-sql';

/** The bytes of a sealed month of the history with a key. */
export interface SealedMonth {
  readonly key: number;
  readonly firstDay: Day;
  readonly sealed: Uint8Array;
}

/** Stores sealed months in place of those that are there. Their bytes are sent as one value: in an array they would be sent as text. */
export async function storeMonths(client: ClientBase, entity: EntityType, months: readonly SealedMonth[]): Promise<void> {
  if (months.length === 0) return;
  let end = 0;
  const starts = months.map(({ sealed }) => {
    end += sealed.length;
    return end - sealed.length + 1;
  });
  await client.query(
    `insert into ${historyTablesOf(entity).months} (key, first_day, sealed)
     select key, first_day, substring($5::bytea from start for length)
     from unnest($1::int[], $2::int[], $3::int[], $4::int[]) m(key, first_day, start, length)
     on conflict (key, first_day) do update set sealed = excluded.sealed`,
    [
      months.map(({ key }) => key),
      months.map(({ firstDay }) => firstDay),
      starts,
      months.map(({ sealed }) => sealed.length),
      Buffer.concat(months.map(({ sealed }) => sealed)),
    ],
  );
}

/** A reading of the history with a key. */
export interface KeyedReading {
  readonly key: number;
  readonly reading: Reading;
}

/** Stores open readings in place of those of their days. */
export async function storeReadings(client: ClientBase, entity: EntityType, rows: readonly KeyedReading[]): Promise<void> {
  if (rows.length === 0) return;
  const readings = rows.map(({ reading }) => reading);
  const days = readings.map(dayOfReading);
  await createReadingPartitions(client, entity, days.map(monthOfDay));
  const counts = countsOf[entity];
  const lists = ['$1::int[]', '$2::int[]', '$3::smallint[]', '$4::int[]', ...counts.map((_, index) => `$${index + 5}::int[]`)];
  const updates = ['minute', 'import_id', ...counts].map((column) => `${column} = excluded.${column}`);
  await client.query(
    `insert into ${historyTablesOf(entity).readings} (key, day, minute, import_id, ${counts.join(', ')}) select * from unnest(${lists.join(', ')})
     on conflict (key, day) do update set ${updates.join(', ')}`,
    [
      rows.map(({ key }) => key),
      days,
      readings.map(({ at }) => at % MINUTES_PER_DAY),
      readings.map(({ importId }) => importId),
      ...counts.map((_, index) => readings.map((reading) => reading.counts[index] ?? null)),
    ],
  );
}
