import type { Batch, ImportRuns } from '#domain/catalog/import/import-runs';
import { WriterScope } from '#domain/jobs/write-lock';

const FIRST = new Date('2026-02-01T12:00:00Z');
const LATER = new Date('2026-03-01T12:00:00Z');

const pinRow = (_id: string, saves: number) => ({
  _id,
  last_crawled_at: FIRST.getTime(),
  fields: { name: `Pin ${_id}`, searchable: true },
  points: [{ at: FIRST.getTime() / 60_000, timed: true, counts: [saves, null] }],
});
const batch: Batch = { board: [], pinner: [], pin: [pinRow('1', 5), pinRow('2', 6)] };
const totals = { lines: 2, rejected: 0 };

/** What all imports do. `open` returns imports into an empty catalog. */
export function describeImportRuns(open: () => Promise<ImportRuns>): void {
  let runs: ImportRuns;
  beforeEach(async () => void (runs = await open()));

  const begin = (now = FIRST) => runs.begin(new WriterScope(), { kind: 'pins', source: 'pins.csv', fingerprint: 'f', now });
  const importAll = async (now = FIRST) => {
    const run = await begin(now);
    await run.stageBatch(batch);
    await run.seal(totals);
    const applied = await run.apply(() => undefined);
    const changedIds = await run.changedIds();
    await run.finish();
    return { applied, changedIds, now: run.now };
  };

  it('merges what was staged, and lists the changed ids', async () => {
    const { applied, changedIds } = await importAll();
    expect(applied).toEqual({ inserted: 2, updated: 0, series: 2 });
    expect(changedIds.pin?.length).toBe(2);
    expect(new Set(changedIds.pin)).toEqual(new Set(['1', '2']));
    expect(Object.keys(changedIds)).toEqual(['pin']);
  });

  it('changes nothing when the same content is imported again, and keeps its time', async () => {
    await importAll();
    expect(await importAll(LATER)).toEqual({ applied: { inserted: 0, updated: 0, series: 0 }, changedIds: {}, now: FIRST });
  });

  it('resumes an interrupted import that was completely staged', async () => {
    const interrupted = await begin();
    await interrupted.stageBatch(batch);
    await interrupted.seal(totals);
    const resumed = await begin(LATER);
    expect([resumed.staged, resumed.now]).toEqual([totals, FIRST]);
    expect(await resumed.apply(() => undefined)).toMatchObject({ inserted: 2 });
  });

  it('stages an import again that was interrupted before', async () => {
    await (await begin()).stageBatch(batch);
    const again = await begin(LATER);
    expect([again.staged, again.now]).toEqual([null, LATER]);
  });

  it('changes nothing when it is discarded', async () => {
    const run = await begin();
    await run.stageBatch(batch);
    await run.discard({ lines: 2, rejected: 2 }, 'too many rejects');
    expect((await begin()).staged).toBeNull();
    expect((await importAll()).applied).toMatchObject({ inserted: 2 });
  });
}
