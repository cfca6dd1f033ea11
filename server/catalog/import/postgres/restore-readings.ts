import type { PoolClient } from 'pg';
import { dayOfReading, type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import { encodeMonth, ReadingColumns, toReadings } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import type { JournaledReading } from '#server/catalog/import/postgres/import-journals';
import { storeReadingsSql } from '#server/catalog/import/postgres/merge-sql';
import { historyTablesOf } from '#server/database/catalog-tables';
import { readHistory, type StoredHistory } from '#server/database/history/history-bytes';
import { historyColumnsSql, openFromSql } from '#server/database/history/history-sql';
import { type SealedMonth, storeMonths } from '#server/database/history/store-months';
import { createReadingPartitions } from '#server/database/history/reading-partitions';

/** The points of a change, and the stored readings that it met on their days. */
interface ChangedReadings {
  readonly at: readonly number[] | null;
  readonly readings: readonly JournaledReading[] | null;
}

/** The reading of each day before the first change that has it; null where there was none. */
function readingsBefore(changes: readonly ChangedReadings[]): Map<Day, Reading | null> {
  const before = new Map<Day, Reading | null>();
  for (const { at, readings } of changes) {
    const met = new Map(
      (readings ?? []).map(([minute, importId, counts]) => [dayOfReading({ at: minute }), { at: minute, importId, counts }]),
    );
    for (const minute of at ?? []) {
      const day = dayOfReading({ at: minute });
      if (!before.has(day)) before.set(day, met.get(day) ?? null);
    }
  }
  return before;
}

/** Restores the readings of entities as they were before their changes, which are in their order. A history without any readings goes. */
export async function restoreReadings(
  client: PoolClient,
  entity: EntityType,
  chains: readonly (readonly [_id: string, changes: readonly ChangedReadings[]])[],
): Promise<void> {
  const { histories, months, readings } = historyTablesOf(entity);
  const ids = chains.map(([id]) => id);
  const { rows } = await client.query<ChangedHistory>(
    `select h._id, h.key, ${openFromSql(entity)} open_from, ${historyColumnsSql(entity, 'h.key')} from ${histories} h where h._id = any($1)`,
    [ids],
  );
  const changesOf = new Map(chains);
  const writes = new RestoredReadings(entity);
  for (const history of rows) writes.restore(history, readingsBefore(changesOf.get(history._id) ?? []));
  await writes.store(client);
  await client.query(
    `delete from ${histories} h where _id = any($1) and not exists (select 1 from ${months} m where m.key = h.key)
       and not exists (select 1 from ${readings} r where r.key = h.key)`,
    [ids],
  );
}

type ChangedHistory = StoredHistory & { readonly _id: string; readonly key: number; readonly open_from: Day };

/** What restoring readings writes. */
class RestoredReadings {
  readonly #open: { readonly key: number; readonly reading: Reading }[] = [];
  readonly #goneDays: { readonly key: number; readonly day: Day }[] = [];
  readonly #goneMonths: { readonly key: number; readonly day: Day }[] = [];
  readonly #sealed: SealedMonth[] = [];
  readonly #columns: ReadingColumns;

  constructor(private readonly entity: EntityType) {
    this.#columns = new ReadingColumns(countsOf[entity].length);
  }

  restore({ key, open_from: openFrom, ...history }: ChangedHistory, before: ReadonlyMap<Day, Reading | null>): void {
    const changedMonths = new Set<Day>();
    for (const [day, reading] of before) {
      if (day < openFrom) changedMonths.add(monthOfDay(day).from);
      else if (reading) this.#open.push({ key, reading });
      else this.#goneDays.push({ key, day });
    }
    for (const day of changedMonths) this.#goneMonths.push({ key, day });
    readHistory(this.#columns, history);
    const kept = toReadings(this.#columns).filter((reading) => !before.has(dayOfReading(reading)));
    const restored = [...kept, ...[...before.values()].filter((reading) => reading !== null)].sort((one, other) => one.at - other.at);
    for (const { month, readings } of readingsByMonth(restored))
      if (changedMonths.has(month.from)) this.#sealed.push({ key, firstDay: month.from, sealed: encodeMonth(readings) });
  }

  async store(client: PoolClient): Promise<void> {
    const { entity } = this;
    const tables = historyTablesOf(entity);
    for (const [table, column, gone] of [
      [tables.readings, 'day', this.#goneDays],
      [tables.months, 'first_day', this.#goneMonths],
    ] as const)
      await client.query(
        `delete from ${table} t using unnest($1::int[], $2::int[]) g(key, day) where t.key = g.key and t.${column} = g.day`,
        [gone.map(({ key }) => key), gone.map(({ day }) => day)],
      );
    await storeMonths(client, entity, this.#sealed);
    if (this.#open.length === 0) return;
    const readings = this.#open.map(({ reading }) => reading);
    await createReadingPartitions(
      client,
      entity,
      readings.map((reading) => monthOfDay(dayOfReading(reading))),
    );
    await client.query(storeReadingsSql(entity), [
      this.#open.map(({ key }) => key),
      readings.map(dayOfReading),
      readings.map(({ at }) => at % MINUTES_PER_DAY),
      readings.map(({ importId }) => importId),
      ...countsOf[entity].map((_, index) => readings.map(({ counts }) => counts[index] ?? null)),
    ]);
  }
}
