import { parseInterest } from '#domain/keywords/interest/parse-interest';
import type { InterestSeries, SearchInterest } from '#domain/keywords/interest/search-interest';
import { type CatalogSource, type StagedTotals, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { Clock } from '#domain/clock';
import type { WriteLock, WriterScope } from '#domain/jobs/write-lock';
import type { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { checkedResult, type ImportResult } from '#server/catalog/import/import-catalog';
import { fingerprintOf, type ImportObserver, type ImportSettings, readLines } from '#server/catalog/import/read-source';

type InterestImport = Awaited<ReturnType<PostgresImportRuns['beginInterest']>>;

/** Series are stored in batches, each atomically; a line is at most a megabyte. */
const SERIES_PER_BATCH = 100;

const readInterest = (
  source: CatalogSource,
  settings: ImportSettings,
  now: Date,
  observer: ImportObserver,
  onAccepted: (series: InterestSeries) => Promise<void> | undefined = () => undefined,
): Promise<StagedTotals> =>
  readLines(
    source,
    (record) => parseInterest(record, source.name, { now, round: settings.round }),
    settings,
    observer,
    ({ row }) => onAccepted(row),
  );

/** Reads and validates every line of a source of search interest without changing anything. */
export async function dryRunInterestImport(
  source: CatalogSource,
  settings: ImportSettings,
  now: Date,
  observer: ImportObserver,
): Promise<ImportResult> {
  return checkedResult(await readInterest(source, settings, now, observer), settings);
}

/** Imports the search interest of keywords. The whole source is checked before anything is stored. */
export class ImportSearchInterest {
  constructor(
    private readonly interest: SearchInterest,
    private readonly imports: PostgresImportRuns,
    private readonly clock: Clock,
    private readonly writeLock: WriteLock,
  ) {}

  /** Imports the source. Repeating an import, interrupted or not, has the same result as importing once. */
  importSource(source: CatalogSource, settings: ImportSettings, observer: ImportObserver): Promise<ImportResult> {
    return this.writeLock.runAsWriter((scope) => this.#import(scope, source, settings, observer), {
      onWait: () => observer.onWait(),
      maxWaitMs: settings.maxWaitMs,
    });
  }

  async #import(scope: WriterScope, source: CatalogSource, settings: ImportSettings, observer: ImportObserver): Promise<ImportResult> {
    const now = this.clock.now();
    const fingerprint = await fingerprintOf(source, settings);
    const record = await this.imports.beginInterest(scope, { origin: settings.origin, source: source.name, fingerprint, now });
    const checked = await this.#check(record, source, settings, observer);
    if (checked.reason !== null) {
      await record.refuse(checked, checked.reason);
      return checked;
    }
    await record.beginStoring(checked);
    const series = await this.#store(scope, record, source, settings, now, observer);
    await record.finish(checked, series);
    return { ...checked, series };
  }

  async #check(record: InterestImport, source: CatalogSource, settings: ImportSettings, observer: ImportObserver) {
    try {
      return await dryRunInterestImport(source, settings, record.readAt, observer);
    } catch (error) {
      // Only the file's own fault ends the import. A failure to record must not replace the error.
      if (error instanceof UnreadableSource) await record.refuse({ lines: 0, rejected: 0 }, error.message).catch(() => undefined);
      throw error;
    }
  }

  /** Stores all accepted series. Returns how many keywords changed. */
  async #store(
    scope: WriterScope,
    record: InterestImport,
    source: CatalogSource,
    settings: ImportSettings,
    now: Date,
    observer: ImportObserver,
  ): Promise<number> {
    let series = 0;
    let batch: InterestSeries[] = [];
    const storeBatch = async () => {
      series += await this.interest.store(scope, batch, { importedAt: now, importId: record.id, journalId: record.journalId });
      batch = [];
    };
    // Everything was reported when the source was checked.
    const storing: ImportObserver = {
      onReject: () => undefined,
      onProgress: (_, share, lines) => observer.onProgress('applying', share, lines),
      onWait: () => undefined,
    };
    await readInterest(source, settings, record.readAt, storing, (row) => {
      batch.push(row);
      return batch.length === SERIES_PER_BATCH ? storeBatch() : undefined;
    });
    await storeBatch();
    return series;
  }
}
