import type { PoolClient } from 'pg';
import { dayOfReading, mergeReadings, newestCounts, type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import { encodeMonth, ReadingColumns, toReadings } from '#domain/catalog/history/sealed-months';
import type { ImportPoint } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, monthsBetween } from '#domain/days';
import { type MetReadings, recordReadings } from '#server/catalog/import/postgres/import-journals';
import * as sql from '#server/catalog/import/postgres/merge-sql';
import { createReadingPartitions, openFromSql, readHistory, type StoredHistory } from '#server/database/history/history-sql';
import { type KeyedReading, type SealedMonth, storeMonths, storeReadings } from '#server/database/history/store-history';

const HISTORIES_PER_BATCH = 1_000;

/** The incoming points of an entity, and the stored readings from their first month on. */
type IncomingHistory = StoredHistory & {
  readonly _id: string;
  readonly key: number;
  readonly at: Buffer;
  readonly timed: Buffer;
} & Readonly<Record<string, Buffer>>;

/**
 * Merges the incoming points into the stored readings, in the caller's transaction. Points after everything that is stored become rows in
 * one statement; the others are merged here, and rewrite only the months that they change. Returns the number of changed histories.
 */
export async function mergeHistories(
  client: PoolClient,
  { runId, entity, journalId }: { readonly runId: number; readonly entity: EntityType; readonly journalId?: number | undefined },
): Promise<number> {
  for (const statement of sql.collectHistoriesSql(entity)) await client.query(statement);
  return (await appendReadings(client, runId, entity)) + (await mergeReadingByReading(client, runId, entity, journalId !== undefined));
}

async function appendReadings(client: PoolClient, runId: number, entity: EntityType): Promise<number> {
  const { rows } = await client.query<{ appended: number; first: Day; last: Day }>(sql.selectAppendedDaysSql(entity));
  const { appended, first, last } = rows[0]!;
  if (appended === 0) return 0;
  await createReadingPartitions(client, entity, monthsBetween(first, last));
  await client.query(sql.appendReadingsSql(runId, entity));
  return appended;
}

async function mergeReadingByReading(client: PoolClient, runId: number, entity: EntityType, isJournaled: boolean): Promise<number> {
  const { rows } = await client.query<{ open_from: Day }>(`select ${openFromSql(entity)} open_from`);
  const openFrom = rows[0]!.open_from;
  let changed = 0;
  await client.query(`declare merged_histories no scroll cursor for ${sql.selectMergedHistoriesSql(entity)}`);
  for (;;) {
    const { rows: incoming } = await client.query<IncomingHistory>(`fetch ${HISTORIES_PER_BATCH} from merged_histories`);
    const writes = new HistoryWrites(entity, openFrom);
    for (const history of incoming) writes.merge(history, runId);
    await writes.store(client);
    if (isJournaled) await recordReadings(client, entity, writes.met);
    changed += writes.changedIds.length;
    if (incoming.length < HISTORIES_PER_BATCH) break;
  }
  await client.query('close merged_histories');
  return changed;
}

function pointsOf(entity: EntityType, history: IncomingHistory): ImportPoint[] {
  const counts = countsOf[entity].map((count) => decodeIntegerArray(history[count]));
  const timed = decodeIntegerArray(history.timed);
  return decodeIntegerArray(history.at).map((at, index) => ({
    at: at!,
    timed: timed[index] === 1,
    counts: counts.map((values) => values[index] ?? null),
  }));
}

/** The elements of an int4 array in `array_send`'s format: a header of 20 bytes, then each element after its length. Text takes three times as long. */
function decodeIntegerArray(bytes: Buffer | undefined): (number | null)[] {
  const values: (number | null)[] = [];
  const length = !bytes || bytes.readInt32BE(0) === 0 ? 0 : bytes.readInt32BE(12);
  for (let element = 0, offset = 20; element < length; element++) {
    const isNull = bytes!.readInt32BE(offset) < 0;
    values.push(isNull ? null : bytes!.readInt32BE(offset + 4));
    offset += isNull ? 4 : 8;
  }
  return values;
}

/** What a batch of merged histories changes. */
class HistoryWrites {
  readonly changedIds: string[] = [];
  /** The stored readings of the incoming days. */
  readonly met: MetReadings[] = [];
  readonly #newest: (number | null)[][] = [];
  readonly #months: SealedMonth[] = [];
  readonly #readings: KeyedReading[] = [];
  readonly #columns: ReadingColumns;

  constructor(
    private readonly entity: EntityType,
    private readonly openFrom: Day,
  ) {
    this.#columns = new ReadingColumns(countsOf[entity].length);
  }

  merge(history: IncomingHistory, importId: number): void {
    readHistory(this.#columns, history);
    const stored = toReadings(this.#columns);
    const points = pointsOf(this.entity, history);
    const days = new Set(points.map(dayOfReading));
    const met = stored.filter((reading) => days.has(dayOfReading(reading)));
    if (met.length > 0) this.met.push({ _id: history._id, readings: met });
    const merged = mergeReadings(stored, points, importId);
    const unchanged = new Set(stored);
    const isChanged = (reading: Reading) => !unchanged.has(reading);
    if (!merged.some(isChanged)) return;
    const { _id, key } = history;
    this.changedIds.push(_id);
    this.#newest.push(newestCounts(merged, this.#columns.counts.length));
    for (const { month, readings } of readingsByMonth(merged)) {
      const changed = readings.filter(isChanged);
      if (month.from >= this.openFrom) for (const reading of changed) this.#readings.push({ key, reading });
      else if (changed.length > 0) this.#months.push({ key, firstDay: month.from, sealed: encodeMonth(readings) });
    }
  }

  async store(client: PoolClient): Promise<void> {
    const { entity } = this;
    await storeMonths(client, entity, this.#months);
    await storeReadings(client, entity, this.#readings);
    const newest = countsOf[entity].map((_, index) => this.#newest.map((counts) => counts[index]));
    if (this.changedIds.length > 0) await client.query(sql.recordMergedSql(entity), [this.changedIds, ...newest]);
  }
}
