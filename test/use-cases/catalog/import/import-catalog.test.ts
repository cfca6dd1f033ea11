import { type ChangedIds, UnreadableSource } from '#domain/catalog/import/import-runs';
import { CatalogSource, type SourceLine } from '#domain/catalog/import/catalog-source';
import { WriterScope } from '#domain/jobs/write-lock';
import { type AfterImport, dryRunImport, ImportCatalog } from '#server/catalog/import/import-catalog';
import type { ImportSettings, ImportObserver } from '#server/catalog/import/read-source';
import { FakeImportRuns } from '../../../support/fakes/import-runs';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

const NOW = new Date('2026-03-01T12:00:00Z');
const FIRST = new Date('2026-02-01T12:00:00Z');

class LinesSource extends CatalogSource {
  readonly name = 'lines';
  reads = 0;

  constructor(
    private readonly all: readonly SourceLine[],
    private readonly error?: Error,
  ) {
    super();
  }

  fingerprint = () => Promise.resolve('print');
  progress = () => null;

  async *lines(): AsyncGenerator<SourceLine> {
    this.reads += 1;
    yield* this.all;
    if (this.error) throw this.error;
  }
}

const goodLine = (line: number, _id = `${line}`): SourceLine => ({ line, record: { _id, saves: 1 } });
const badLine = (line: number): SourceLine => ({ line, record: { _id: `${line}`, saves: -1 } });

async function runImport(source: CatalogSource, importRuns: FakeImportRuns, overrides: Partial<ImportSettings> = {}) {
  const rejects: string[] = [];
  const recomputed: ChangedIds[] = [];
  const observer: ImportObserver = {
    onReject: (line, { field }) => rejects.push(`${line} ${field}`),
    onProgress: () => undefined,
    onWait: () => undefined,
  };
  const afterImport: AfterImport = async (_scope, changedIds) => void recomputed.push(changedIds);
  const importCatalog = new ImportCatalog(importRuns, { now: () => NOW }, new FakeWriteLock(), afterImport);
  const settings: ImportSettings = { kind: 'pins', maxRejectedShare: 0.05, stopOnReject: false, ...overrides };
  return { result: await importCatalog.importSource(source, settings, observer), rejects, recomputed };
}

describe('importing a source', () => {
  let importRuns: FakeImportRuns;
  beforeEach(() => (importRuns = new FakeImportRuns()));

  it('stages everything, applies it, recomputes what depends on it, and finishes', async () => {
    const source = new LinesSource([goodLine(1), goodLine(2), goodLine(3)]);
    const { result, recomputed } = await runImport(source, importRuns, { batchLines: 2 });
    expect(importRuns.steps).toEqual(['stage', 'stage', 'seal 3 0', 'apply', 'finish']);
    const [request] = importRuns.requests;
    expect(importRuns.batchesOf(request?.fingerprint ?? '').map((batch) => batch.pin.length)).toEqual([2, 1]);
    expect(recomputed).toEqual([{ pin: ['1', '2', '3'] }]);
    expect(result).toEqual({ lines: 3, rejected: 0, inserted: 3, updated: 0, series: 3, outcome: 'applied', reason: null, resumed: false });
  });

  it('recomputes nothing when nothing changed', async () => {
    await runImport(new LinesSource([goodLine(1)]), importRuns);
    const { result, recomputed } = await runImport(new LinesSource([goodLine(1)]), importRuns);
    expect(result).toMatchObject({ outcome: 'applied', inserted: 0, updated: 0 });
    expect(recomputed).toEqual([]);
  });

  it('skips a few rejected lines and reports them', async () => {
    const lines = [...Array.from({ length: 18 }, (_, index) => goodLine(index + 1)), badLine(19), goodLine(20)];
    const { result, rejects } = await runImport(new LinesSource(lines), importRuns);
    expect([result.outcome, result.rejected, rejects]).toEqual(['applied', 1, ['19 saves']]);
    expect(importRuns.steps).toContain('seal 20 1');
  });

  it('applies nothing when too many lines are rejected', async () => {
    const { result } = await runImport(new LinesSource([goodLine(1), badLine(2), { line: 3, fault: 'is not JSON' }]), importRuns);
    expect(importRuns.steps).toEqual(['stage', 'discard 3 2']);
    expect(result).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('66.7%'), inserted: 0 });
  });

  it('stops at the first rejected line if it is told to', async () => {
    const { result, rejects } = await runImport(new LinesSource([goodLine(1), badLine(2), badLine(3)]), importRuns, {
      stopOnReject: true,
      maxRejectedShare: 1,
    });
    expect([result.outcome, result.lines, rejects]).toEqual(['refused', 2, ['2 saves']]);
    expect(importRuns.steps).toEqual(['stage', 'discard 2 1']);
  });

  it('applies nothing of a source that cannot be read to its end', async () => {
    await expect(runImport(new LinesSource([goodLine(1)], new UnreadableSource('cut off')), importRuns)).rejects.toThrow('cut off');
    expect(importRuns.steps).toEqual(['discard 0 0']);
  });

  it('resumes a completely staged import without reading the source again', async () => {
    await runImport(new LinesSource([]), importRuns);
    const fingerprint = 'print pins [null,false,{},null]';
    expect(importRuns.requests[0]?.fingerprint).toBe(fingerprint);
    importRuns = new FakeImportRuns();
    const interrupted = await importRuns.begin(new WriterScope(), { kind: 'pins', source: 'lines', fingerprint, now: FIRST });
    await interrupted.seal({ lines: 9, rejected: 5 });
    importRuns.steps.length = 0;
    const source = new LinesSource([goodLine(1)]);
    const { result } = await runImport(source, importRuns);
    expect([source.reads, importRuns.steps]).toEqual([0, ['apply', 'finish']]);
    expect(result).toMatchObject({ outcome: 'applied', lines: 9, rejected: 5, resumed: true });
  });

  it('dates crawls without a time by the import, or by the given time', async () => {
    const importedCrawlTime = async (overrides: Partial<ImportSettings>) => {
      const runs = new FakeImportRuns();
      await runImport(new LinesSource([goodLine(1)]), runs, overrides);
      return runs.batchesOf(runs.requests[0]?.fingerprint ?? '')[0]?.pin[0]?.last_crawled_at;
    };
    expect(await importedCrawlTime({})).toBe(NOW.getTime());
    expect(await importedCrawlTime({ crawledAt: FIRST })).toBe(FIRST.getTime());
  });

  it('identifies an import by its content and by the options that change its meaning', async () => {
    const fingerprintOf = async (overrides: Partial<ImportSettings>) => {
      const runs = new FakeImportRuns();
      await runImport(new LinesSource([]), runs, overrides);
      return runs.requests[0]?.fingerprint;
    };
    const fingerprints = await Promise.all([
      fingerprintOf({}),
      fingerprintOf({ kind: 'boards' }),
      fingerprintOf({ round: true }),
      fingerprintOf({ as: 'pin' }),
      fingerprintOf({ metrics: { a: 'saves' } }),
    ]);
    expect(new Set(fingerprints).size).toBe(5);
    expect(await fingerprintOf({ maxRejectedShare: 1 })).toBe(fingerprints[0]);
  });
});

describe('a dry run', () => {
  it('reports what an import would do, without a catalog', async () => {
    const rejects: number[] = [];
    const observer: ImportObserver = { onReject: (line) => rejects.push(line), onProgress: () => undefined, onWait: () => undefined };
    const settings: ImportSettings = { kind: 'pins', maxRejectedShare: 0.4, stopOnReject: false };
    const source = () => new LinesSource([goodLine(1), badLine(2)]);
    expect(await dryRunImport(source(), settings, NOW, observer)).toMatchObject({ outcome: 'refused', lines: 2, rejected: 1 });
    expect(await dryRunImport(source(), { ...settings, maxRejectedShare: 0.5 }, NOW, observer)).toMatchObject({ outcome: 'applied' });
    expect(rejects).toEqual([2, 2]);
  });
});
