import { correctOffset, DatabaseClock } from '#server/database/database-clock';
import { useTestDatabase } from '../../support/database/test-database';

describe('the clock of the database', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    await database.postgres.pool.query('select 1');
  });

  it('neither runs ahead nor falls behind because the process was busy while it asked', async () => {
    const starting = DatabaseClock.start(database.postgres);
    const busyUntil = Date.now() + 200;
    while (Date.now() < busyUntil);
    const clock = await starting;
    clock.stop();
    const before = Date.now();
    const now = clock.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, number, { before: number; database: number; after: number }, number]>([
    ['stays zero while the reading agrees with the process', 0, { before: 1_000, database: 1_000.9, after: 1_000 }, 0],
    ['stays zero when only the answer was slow', 0, { before: 1_000, database: 1_002, after: 1_900 }, 0],
    ['stays zero when only the question was slow', 0, { before: 1_000, database: 1_899, after: 1_900 }, 0],
    ['is at least what a fast reading of a fast clock shows', 0, { before: 1_000, database: 3_000, after: 1_009 }, 1_990],
    ['is at most what a fast reading of a slow clock shows', 0, { before: 1_000, database: 400, after: 1_009 }, -600],
    ['keeps a better measurement before a slow one', 1_990, { before: 1_000, database: 3_000, after: 1_900 }, 1_990],
    ['returns when the clocks agree again', 1_990, { before: 1_000, database: 1_003, after: 1_009 }, 3],
  ])('%s', (_, knownMs, reading, offsetMs) => {
    expect(correctOffset(knownMs, reading)).toBe(offsetMs);
  });
});
