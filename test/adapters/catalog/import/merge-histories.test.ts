import { firstOpenDay, mergeReadings, newestCounts, type Reading } from '#domain/catalog/history/readings';
import { mergeByDay } from '#domain/catalog/import/points';
import { ReadingColumns, toReadings } from '#domain/catalog/history/sealed-months';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import { dayLabel, parseDay } from '#domain/days';
import { deleteMonthsBefore, sealMonths } from '#server/catalog/history/postgres/seal-months';
import { historyColumnsSql, readHistory, type StoredHistory } from '#server/database/history/history-sql';
import { WriterScope } from '#domain/jobs/write-lock';
import { ImportFixture } from '../../../support/database/import-fixture';
import { openForTests } from '../../../support/database/test-database';
import { seededRandom } from '../../../support/database/random-series';

const PINNER_COUNT = 60;
const FIRST_DAY = parseDay('2026-01-10')!;
/** From the second of three months on, readings are open. */
const OPEN_FROM = parseDay('2026-02-01')!;
const counts: readonly Metric[] = countsOf.pinner;

const imports = openForTests(() => ImportFixture.open());

const query = <T>(sql: string) => imports.queryRows<T>(sql);

async function storedReadings(): Promise<Map<string, Reading[]>> {
  const rows = await query<StoredHistory & { _id: string }>(`select _id, ${historyColumnsSql('pinner', 'h.key')} from pinner_histories h`);
  const columns = new ReadingColumns(counts.length);
  return new Map(
    rows.map((row) => {
      readHistory(columns, row);
      return [row._id, toReadings(columns)];
    }),
  );
}

/** Points of one metric for random pinners on random days of three months, some without a time of day. */
function randomLines(random: () => number, lines: number) {
  const of = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: lines }, () => {
    const days = Array.from({ length: 1 + of(6) }, () => FIRST_DAY + of(47)).toSorted((a, b) => a - b);
    const points = [...new Set(days)].map((day) => ({ day, minute: random() < 0.3 ? null : of(1440), value: of(1000) }));
    return { id: `p${of(PINNER_COUNT)}`, metric: counts[of(counts.length)]!, points };
  });
}

const timeOf = (day: number, minute: number | null) =>
  minute === null ? dayLabel(day) : new Date((day * 1440 + minute) * 60_000).toISOString();

const toPoints = ({ metric, points }: ReturnType<typeof randomLines>[number]) =>
  points.map(({ day, minute, value }) => ({
    at: day * 1440 + (minute ?? 0),
    timed: minute !== null,
    counts: counts.map((count) => (count === metric ? value : null)),
  }));

const byId = <T>(map: ReadonlyMap<string, T>) => [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));

const expected = new Map<string, Reading[]>();

it('an import merges its points into sealed and open months, and keeps the newest counts', async () => {
  await imports.database.pool.query('update catalog_stats set open_from = $1', [OPEN_FROM]);
  const random = seededRandom(7);
  for (let file = 0; file < 10; file++) {
    const lines = randomLines(random, 40);
    const records = lines.map(({ id, metric, points }) => ({
      id,
      metric,
      points: points.map(({ day, minute, value }) => [timeOf(day, minute), value]),
    }));
    await imports.importRecords('series', records, { as: 'pinner', metrics: {} });
    const [run] = await query<{ id: number }>('select max(id) id from import_runs');
    for (const [id, ofPinner] of Map.groupBy(lines, (line) => line.id))
      expected.set(id, mergeReadings(expected.get(id) ?? [], mergeByDay(ofPinner.flatMap(toPoints)), run!.id));
    expect(byId(await storedReadings())).toStrictEqual(byId(expected));
  }
  const metrics = await query<Record<string, unknown>>('select _id, follower_count, profile_views from pinner_metrics');
  expect(new Map(metrics.map(({ _id, follower_count, profile_views }) => [_id, [follower_count, profile_views]]))).toStrictEqual(
    new Map([...expected].map(([id, readings]) => [id, newestCounts(readings, counts.length)])),
  );
});

it('sealing changes no reading, drops the table of the month, and happens once', async () => {
  const before = byId(await storedReadings());
  const { rows: open } = await imports.database.pool.query('select from pinner_readings');
  expect(open.length).toBeGreaterThan(0);
  expect(await sealMonths(imports.database.postgres, new WriterScope(), firstOpenDay(OPEN_FROM + 30))).toBe(0);
  // What an interrupted sealing left is not read, and does not stay.
  await imports.database.pool.query(`insert into pinner_months select key, $1, '\\x00' from pinner_histories`, [OPEN_FROM]);
  expect(byId(await storedReadings())).toStrictEqual(before);
  const sealed = await sealMonths(imports.database.postgres, new WriterScope(), firstOpenDay(OPEN_FROM + 31));
  expect(sealed).toBe(new Set(before.flatMap(([id, readings]) => (readings.some(({ at }) => at >= OPEN_FROM * 1440) ? [id] : []))).size);
  expect(byId(await storedReadings())).toStrictEqual(before);
  expect(await query('select from pinner_readings')).toEqual([]);
  expect(await query(`select from pg_class where relkind = 'r' and relname like 'pinner\\_readings\\_%'`)).toEqual([]);
  expect(await sealMonths(imports.database.postgres, new WriterScope(), firstOpenDay(OPEN_FROM + 31))).toBe(0);
});

it('months that are kept no longer are deleted', async () => {
  expect(await deleteMonthsBefore(imports.database.postgres, new WriterScope(), OPEN_FROM + 5)).toBeGreaterThan(0);
  const kept = byId(expected).map(([id, readings]) => [id, readings.filter(({ at }) => at >= OPEN_FROM * 1440)]);
  expect(byId(await storedReadings())).toStrictEqual(kept);
});
