import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { FileSource } from '#server/catalog/import/files/file-source';
import { copyDemoDatabase, readDemoDay } from '../../support/database/demo-database';
import { ImportFixture, importSettings, silentObserver } from '../../support/database/import-fixture';
import type { TestDatabase } from '../../support/database/test-database';
import { countPairs, expectedMomentum } from './independent-keywords';
import { independentKeywords, readRawPins } from './independent-phrases';

/** The days that a pin is new for. */
const FRESH_DAYS = 90;

/** Real pins, where they are available: beside the checkout. */
const realPins = ['../../../../../shared/data', '../../../../../../shared/data']
  .map((folder) => join(import.meta.dirname, folder, 'pins.ndjson'))
  .find((file) => existsSync(file));

interface CountedKeyword {
  readonly _id: string;
  readonly pins: number;
  readonly momentum: number | null;
  readonly competition: number | null;
  readonly opportunity: number | null;
  /** The pins of the independent count. */
  readonly pinIds: ReadonlySet<string>;
}

interface PinMetrics {
  readonly _id: string;
  readonly saves: number | null;
  readonly created_at: Date | null;
}

type MetricsOf = ReadonlyMap<string, PinMetrics>;

const medianOf = (sorted: readonly number[]): number | null =>
  sorted.length === 0 ? null : (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;

const savesOf = (pins: ReadonlySet<string>, metrics: MetricsOf): number[] =>
  [...pins].flatMap((pin) => metrics.get(pin)?.saves ?? []).toSorted((a, b) => b - a);

/** The figures of a keyword by its pins, as the page in the app explains them. */
function figuresOf(pins: ReadonlySet<string>, metrics: MetricsOf, medians: readonly number[], today: Date) {
  const saves = savesOf(pins, metrics);
  const median = medianOf(saves);
  const topMedian = medianOf(saves.slice(0, 10));
  const created = [...pins].flatMap((pin) => metrics.get(pin)?.created_at ?? []);
  const freshFrom = today.getTime() - (FRESH_DAYS - 1) * DAY_MS;
  const fresh = created.filter((time) => time.getTime() >= freshFrom).length / created.length;
  const equals = medians.filter((other) => other === median).length - 1;
  const rank = (medians.filter((other) => other < (median ?? 0)).length + equals / 2) / Math.max(1, medians.length - 1);
  return {
    pins: pins.size,
    known_pins: saves.length,
    saves: saves.reduce((sum, count) => sum + count, 0),
    median_saves: median,
    competition: topMedian === null ? null : Math.round(1_000 * Math.min(1, Math.log10(1 + topMedian) / 4)) / 10,
    fresh: created.length === 0 || created.length < pins.size / 2 ? null : expect.closeTo(fresh, 9),
    demand_rank: median === null ? null : expect.closeTo(rank, 9),
    pins_by_month: Array.from({ length: 12 }, (_, month) => created.filter((time) => time.getUTCMonth() === month).length),
  };
}

describe('every keyword of a whole catalog', () => {
  /** Counts the keywords with the product and by other code, and compares all figures. */
  async function compare({ pool, postgres }: TestDatabase, today: Date): Promise<readonly CountedKeyword[]> {
    await new PostgresKeywords(postgres).rebuild(new WriterScope(), dayOf(today));
    const { rows } = await pool.query<Omit<CountedKeyword, 'pinIds'> & Record<string, unknown>>('select * from keywords order by by_pins');
    const metrics = await pool.query<PinMetrics>('select _id, saves, created_at from pin_metrics');
    const metricsOf = new Map(metrics.rows.map((row) => [row._id, row]));
    const expected = independentKeywords(await readRawPins(pool));
    expect(rows.map(({ _id }) => _id).toSorted()).toEqual([...expected.keys()].toSorted());
    const medians = [...expected.values()].flatMap((pins) => medianOf(savesOf(pins, metricsOf)) ?? []);
    for (const row of rows) {
      const figures = figuresOf(expected.get(row._id)!, metricsOf, medians, today);
      expect([row._id, Object.fromEntries(Object.keys(figures).map((name) => [name, row[name]]))]).toEqual([row._id, figures]);
    }
    return rows.map((row) => ({ ...row, pinIds: expected.get(row._id)! }));
  }

  /** The keywords of which at least 80 % of the pins have one longer keyword that contains them. */
  const givingWay = (keywords: readonly CountedKeyword[]) =>
    keywords.filter(({ _id, pinIds }) =>
      keywords.some(
        (longer) =>
          longer._id !== _id &&
          ` ${longer._id} `.includes(` ${_id} `) &&
          [...pinIds].filter((pin) => longer.pinIds.has(pin)).length >= 0.8 * pinIds.size,
      ),
    );

  it('of the demo has the figures of an independent count', async () => {
    const database = await copyDemoDatabase();
    const today = await readDemoDay(database.pool);
    const keywords = await compare(database, today);
    expect(givingWay(keywords).map(({ _id }) => _id)).toEqual([]);
    const byOpportunity = keywords.toSorted((a, b) => Number(b.opportunity) - Number(a.opportunity));
    expect(byOpportunity[0]!.opportunity).toBeGreaterThanOrEqual(80);
    expect(byOpportunity.slice(0, 20).filter(({ competition }) => Number(competition) >= 75)).toEqual([]);
    const middle = Number(byOpportunity[Math.floor(keywords.length / 2)]!.opportunity);
    expect([middle >= 15, middle <= 45]).toEqual([true, true]);
    expect(keywords.length).toBeGreaterThan(500);
    await countPairs(database.pool);
    for (const { _id, momentum } of keywords.filter((_, place) => place % 100 === 0))
      expect([_id, momentum]).toEqual([_id, await expectedMomentum(database.pool, _id, dayOf(today))]);
    await database.close();
  });

  if (realPins) {
    it('of real pins has the figures of an independent count', async () => {
      const fixture = await ImportFixture.open();
      const source = await FileSource.open(realPins, Readable.from([]));
      await fixture.createImport().importSource(source, importSettings('pins', { maxRejectedShare: 1 }), silentObserver);
      expect((await compare(fixture.database, new Date('2026-11-22T00:00:00Z'))).length).toBeGreaterThan(1_000);
      await fixture.close();
    });
  } else {
    it('of real pins is compared where these are available', () => {
      process.stdout.write('Skipped: there is no shared/data/pins.ndjson beside the checkout.\n');
      expect(realPins).toBeUndefined();
    });
  }
});
