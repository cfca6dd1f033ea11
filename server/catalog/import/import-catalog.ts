import {
  type AppliedChanges,
  type CatalogSource,
  type ChangedIds,
  type StagedTotals,
  UnreadableSource,
} from '#domain/catalog/import/import-runs';
import { BatchCollector } from '#domain/catalog/import/batches';
import type { WriteLock, WriterScope } from '#domain/jobs/write-lock';
import type { Clock } from '#domain/clock';
import type { PostgresImportRun } from '#server/catalog/import/postgres/import-run';
import type { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { fingerprintOf, type ImportSettings, type ImportObserver, readSource, refusalReason } from '#server/catalog/import/read-source';

export interface ImportResult extends StagedTotals, AppliedChanges {
  readonly outcome: 'applied' | 'refused';
  /** Why nothing was applied. */
  readonly reason: string | null;
  /** Whether an interrupted import of the same content was resumed. */
  readonly resumed: boolean;
}

/** The result of a source that was read: why it must not be applied, and nothing that it changed. */
export function checkedResult(totals: StagedTotals, settings: ImportSettings): ImportResult {
  const reason = refusalReason(totals, settings);
  return { ...totals, inserted: 0, updated: 0, series: 0, resumed: false, outcome: reason === null ? 'applied' : 'refused', reason };
}

/** Reads and validates every line of a source without changing anything. */
export async function dryRunImport(
  source: CatalogSource,
  settings: ImportSettings,
  now: Date,
  observer: ImportObserver,
): Promise<ImportResult> {
  return checkedResult(await readSource(source, settings, now, observer, () => undefined), settings);
}

/** Recomputes what depends on the changed rows; `onProgress` gets 0 to 1. */
export type AfterImport = (scope: WriterScope, changedIds: ChangedIds, onProgress: (share: number) => void) => Promise<void>;

/** Imports a source into the catalog: completely or, with too many rejected lines, not at all. */
export class ImportCatalog {
  constructor(
    private readonly importRuns: PostgresImportRuns,
    private readonly clock: Clock,
    private readonly writeLock: WriteLock,
    private readonly afterImport: AfterImport,
  ) {}

  /** Imports the source. Repeating an interrupted import resumes it; repeating a finished one changes nothing. */
  importSource(source: CatalogSource, settings: ImportSettings, observer: ImportObserver): Promise<ImportResult> {
    return this.writeLock.runAsWriter((scope) => this.#import(scope, source, settings, observer), {
      onWait: () => observer.onWait(),
      maxWaitMs: settings.maxWaitMs,
    });
  }

  async #import(scope: WriterScope, source: CatalogSource, settings: ImportSettings, observer: ImportObserver): Promise<ImportResult> {
    const { kind, origin } = settings;
    const fingerprint = await fingerprintOf(source, settings);
    const run = await this.importRuns.begin(scope, { kind, origin, source: source.name, fingerprint, now: this.clock.now() });
    const totals = run.staged ?? (await this.#stage(run, source, settings, observer));
    if (run.staged === null) {
      const checked = checkedResult(totals, settings);
      if (checked.reason !== null) {
        await run.discard(totals, checked.reason);
        return checked;
      }
      await run.seal(totals);
    }
    const applied = await run.apply((share) => observer.onProgress('applying', share, totals.lines));
    const changedIds = await run.changedIds();
    if (Object.keys(changedIds).length > 0)
      await this.afterImport(scope, changedIds, (share) => observer.onProgress('growth', share, totals.lines));
    await run.finish(totals, applied);
    return { ...totals, ...applied, outcome: 'applied', reason: null, resumed: run.staged !== null };
  }

  async #stage(run: PostgresImportRun, source: CatalogSource, settings: ImportSettings, observer: ImportObserver): Promise<StagedTotals> {
    const batches = new BatchCollector(settings.batchLines);
    try {
      // One batch is staged while the next one is read.
      let pendingStage: Promise<void> = Promise.resolve();
      const stageBatch = async () => {
        await pendingStage;
        pendingStage = run.stageBatch(batches.takeBatch());
        // The next await reports a failure; until then it must not count as an unhandled rejection.
        pendingStage.catch(() => undefined);
      };
      const totals = await readSource(source, settings, run.now, observer, (line) => (batches.add(line) ? stageBatch() : undefined));
      if (!batches.isEmpty) await stageBatch();
      await pendingStage;
      return totals;
    } catch (error) {
      // Only the file's own fault ends the import: after any other, it is interrupted, and begins again. A failure to clean up must not replace the error.
      if (error instanceof UnreadableSource) await run.discard({ lines: 0, rejected: 0 }, error.message).catch(() => undefined);
      throw error;
    }
  }
}
