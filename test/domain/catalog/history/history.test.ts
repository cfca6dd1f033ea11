import { oldNumbersDay, firstOpenDay, mergeReadings, newestCounts, type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import fc from 'fast-check';
import { appendMonths, encodeMonth, ReadingColumns, toReadings, toSeries } from '#domain/catalog/history/sealed-months';
import { dayLabel, MINUTES_PER_DAY, parseDay } from '#domain/days';

const reading = (at: number, counts: (number | null)[], importId = 1): Reading => ({ at, importId, counts });

function decode(bytes: Uint8Array, countCount: number): ReadingColumns {
  const columns = new ReadingColumns(countCount);
  appendMonths(columns, bytes);
  return columns;
}

const anyCount = fc.option(fc.integer({ min: 0, max: 2_147_483_647 }));
/** Readings of one month of three counts, at most one per day. */
const anyMonth = fc.uniqueArray(fc.nat(30), { maxLength: 31 }).chain((days) =>
  fc.tuple(
    ...days
      .sort((a, b) => a - b)
      .map((day) =>
        fc.record(
          {
            at: fc.nat(1439).map((minute) => (20_000 + day) * MINUTES_PER_DAY + minute),
            importId: fc.nat(3_000_000),
            counts: fc.tuple(anyCount, anyCount, anyCount),
          },
          { noNullPrototype: true },
        ),
      ),
  ),
);

describe('a sealed month', () => {
  it('gives back every reading, also beside other months', () => {
    fc.assert(
      fc.property(fc.array(anyMonth, { maxLength: 4 }), (months) => {
        const bytes = Uint8Array.from(months.flatMap((month) => [...encodeMonth(month)]));
        expect(toReadings(decode(bytes, 3))).toStrictEqual(months.flat());
      }),
    );
  });

  it('takes about five bytes for a reading of one count', () => {
    const month = Array.from({ length: 30 }, (_, day) => reading((20_000 + day) * MINUTES_PER_DAY + 180, [50_000 + day * 40], 7 + day));
    expect(encodeMonth(month).length).toBeLessThan(30 * 5);
  });

  it('says so when a byte is not the one that was written', () => {
    const bytes = encodeMonth([reading(20_000 * MINUTES_PER_DAY, [5]), reading(20_001 * MINUTES_PER_DAY, [6])]);
    for (let index = 0; index < bytes.length; index++) {
      const damaged = Uint8Array.from(bytes);
      damaged[index]! ^= 1;
      expect(() => decode(damaged, 1)).toThrow('damaged');
    }
    expect(() => decode(bytes.subarray(0, -1), 1)).toThrow('damaged');
  });

  it('is read as lists, with null where a count is unknown', () => {
    expect(
      toSeries('pinner', decode(encodeMonth([reading(MINUTES_PER_DAY, [5, null]), reading(2 * MINUTES_PER_DAY, [null, 6])]), 2)),
    ).toStrictEqual({
      at: [MINUTES_PER_DAY, 2 * MINUTES_PER_DAY],
      counts: { follower_count: [5, null], profile_views: [null, 6] },
    });
  });
});

describe('an import into a history', () => {
  /** A minute of a day. */
  const on = (day: number, minute = 0) => day * MINUTES_PER_DAY + minute;
  const point = (at: number, counts: (number | null)[], timed = true) => ({ at, timed, counts });

  it.each([
    ['adds days', [reading(on(1), [1])], [point(on(2), [2])], [reading(on(1), [1]), reading(on(2), [2], 9)]],
    [
      'adds days before and between',
      [reading(on(2), [1])],
      [point(on(1), [2]), point(on(3), [3])],
      [reading(on(1), [2], 9), reading(on(2), [1]), reading(on(3), [3], 9)],
    ],
    ['replaces a day by a later reading', [reading(on(1, 5), [1])], [point(on(1, 6), [2])], [reading(on(1, 6), [2], 9)]],
    ['keeps a later reading of the day', [reading(on(1, 5), [1])], [point(on(1, 4), [2])], [reading(on(1, 5), [1])]],
    ['fills a count of an earlier import', [reading(on(1, 5), [1, null])], [point(on(1, 4), [2, 3])], [reading(on(1, 5), [1, 3], 9)]],
    ['takes one without a time of day as the later one', [reading(on(1, 5), [1])], [point(on(1), [2], false)], [reading(on(1), [2], 9)]],
    [
      'changes nothing when it repeats what is stored',
      [reading(on(1, 5), [1, null])],
      [point(on(1, 5), [1, null])],
      [reading(on(1, 5), [1, null])],
    ],
  ])('%s', (_, stored, points, merged) => {
    expect(mergeReadings(stored, points, 9)).toStrictEqual(merged);
  });

  it('takes the newest known value of each count', () => {
    expect(newestCounts([reading(on(1), [1, 2, null]), reading(on(2), [3, null, null])], 3)).toStrictEqual([3, 2, null]);
  });

  it('groups readings by month', () => {
    const at = (label: string) => reading(parseDay(label)! * MINUTES_PER_DAY, [1]);
    const months = readingsByMonth([at('2026-01-31'), at('2026-03-01'), at('2026-03-31')]);
    expect(months.map(({ month, readings }) => [dayLabel(month.from), readings.length])).toStrictEqual([
      ['2026-01-01', 1],
      ['2026-03-01', 2],
    ]);
  });

  it.each([
    ['2026-11-26', '2026-11-01'],
    ['2026-12-03', '2026-11-01'],
    ['2026-12-04', '2026-12-01'],
    ['2027-01-01', '2026-12-01'],
  ])('finds as of %s the readings from %s on open', (today, first) => {
    expect(dayLabel(firstOpenDay(parseDay(today)!))).toBe(first);
  });
});

it.each([
  [null, null],
  ['2026-03-24T12:00:00Z', null],
  ['2026-03-24T11:59:59Z', '2026-03-24'],
])('the day of old numbers, of which nothing was read for more than seven days, after %s is %s', (readAt, day) => {
  expect(oldNumbersDay(readAt === null ? null : new Date(readAt), new Date('2026-03-31T12:00:00Z'))).toBe(day);
});
