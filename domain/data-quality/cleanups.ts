import type { Cleanup, CleanupRecord } from '#domain/data-quality/contract';
import type { WriterScope } from '#domain/catalog/write-lock';
import { Unavailable } from '#domain/errors';

/** A cleanup that is under way. */
export interface OpenCleanup {
  readonly id: number;
  /** True when one of its kind was cut off before, whose lists may not have been refreshed. */
  readonly hasLeftovers: boolean;
}

/** What one batch removed. */
export interface RemovedBatch {
  readonly removed: number;
  /** The last id looked at, from which the next batch goes on; null after the last batch. */
  readonly next: string | null;
}

/** Cleanups and their audit. Only the catalog's writer removes rows, so the methods that do take its scope. */
export abstract class Cleanups {
  /** Opens a cleanup with its audit row, or takes up the open one of the same person. */
  abstract begin(scope: WriterScope, userId: string, cleanup: Cleanup, now: Date): Promise<OpenCleanup>;

  /**
   * Removes, whole or not at all, a bounded number of the entities after the id `after` that have the issue at this moment, with all that
   * is kept of them, and notes it in the audit row.
   */
  abstract removeBatch(scope: WriterScope, id: number, cleanup: Cleanup, afterId: string): Promise<RemovedBatch>;

  /** Closes it, and those of its kind that were cut off before: nothing is left of what they were to remove. */
  abstract finish(scope: WriterScope, id: number, now: Date): Promise<void>;

  /** The newest cleanups, at most so many. */
  abstract listNewest(limit: number): Promise<readonly CleanupRecord[]>;
}

/** Somebody else is writing the catalogue and does not end soon. */
export class CatalogBusy extends Unavailable {
  override readonly code = 'catalog_busy';

  constructor() {
    super(
      'An import or a computation is writing the catalogue. Please try again when it has ended; what is left will be removed then.',
      60,
    );
  }
}
