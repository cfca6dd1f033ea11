import {
  type AppliedChanges,
  type Batch,
  type ChangedIds,
  type ImportRequest,
  type ImportRun,
  ImportRuns,
  type StagedTotals,
} from '#domain/catalog/import/import-runs';
import type { WriterScope } from '#domain/jobs/write-lock';
import { entityTypes } from '#domain/catalog/variants';

/** An import into a map. It records its steps. */
class FakeImportRun implements ImportRun {
  batches: Batch[] = [];
  staged: StagedTotals | null = null;
  sealed: StagedTotals | null = null;
  isDone = false;
  readonly changed = new Set<string>();

  constructor(
    readonly now: Date,
    private readonly steps: string[],
    private readonly catalog: Map<string, string>,
  ) {}

  async stageBatch(batch: Batch): Promise<void> {
    this.steps.push('stage');
    this.batches.push(batch);
  }

  async seal(totals: StagedTotals): Promise<void> {
    this.steps.push(`seal ${totals.lines} ${totals.rejected}`);
    this.sealed = totals;
  }

  async apply(onProgress: (share: number) => void): Promise<AppliedChanges> {
    this.steps.push('apply');
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (const batch of this.batches)
      for (const entity of entityTypes)
        for (const row of batch[entity]) {
          const [key, content] = [`${entity} ${row._id}`, JSON.stringify(row)];
          const stored = this.catalog.get(key);
          if (stored === content) continue;
          this.catalog.set(key, content);
          this.changed.add(key);
          sum[stored === undefined ? 'inserted' : 'updated']++;
          if (row.points.length > 0) sum.series++;
        }
    onProgress(1);
    return sum;
  }

  async changedIds(): Promise<ChangedIds> {
    const idsOf = (entity: string) =>
      [...this.changed].flatMap((key) => (key.startsWith(`${entity} `) ? [key.slice(entity.length + 1)] : []));
    return Object.fromEntries(entityTypes.map((entity) => [entity, idsOf(entity)] as const).filter(([, ids]) => ids.length > 0));
  }

  async finish(): Promise<void> {
    this.steps.push('finish');
    this.isDone = true;
  }

  async discard({ lines, rejected }: StagedTotals): Promise<void> {
    this.steps.push(`discard ${lines} ${rejected}`);
    this.batches = [];
    this.sealed = null;
  }
}

/** Imports into a map. */
export class FakeImportRuns extends ImportRuns {
  readonly steps: string[] = [];
  readonly requests: ImportRequest[] = [];
  readonly catalog = new Map<string, string>();
  readonly #runs = new Map<string, FakeImportRun>();

  async begin(_scope: WriterScope, request: ImportRequest): Promise<ImportRun> {
    this.requests.push(request);
    const earlier = this.#runs.get(request.fingerprint);
    if (earlier?.sealed && !earlier.isDone) {
      earlier.staged = earlier.sealed;
      return earlier;
    }
    const run = new FakeImportRun(earlier?.sealed ? earlier.now : request.now, this.steps, this.catalog);
    this.#runs.set(request.fingerprint, run);
    return run;
  }

  beginInterest = (): Promise<never> => Promise.reject(new Error('Search interest is not imported here.'));

  /** The batches that the import with this fingerprint has staged. */
  batchesOf(fingerprint: string): readonly Batch[] {
    return this.#runs.get(fingerprint)?.batches ?? [];
  }
}
