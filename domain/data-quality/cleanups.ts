import type { UserActor } from '#domain/audit/acts';
import type { Cleanup, CleanupIssue, CleanupRecord, RemovedFile } from '#domain/data-quality/contract';
import type { WriterScope } from '#domain/jobs/write-lock';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { Conflict, Unavailable } from '#domain/errors';
import { wholeNumber } from '#domain/numbers';

/** A cleanup that has begun and not finished. */
export interface OpenCleanup {
  readonly id: number;
  /** Whether an earlier cleanup of the same kind was interrupted, so that its list may not have been rebuilt. */
  readonly hasLeftovers: boolean;
}

/** A cleanup that no server runs any more. */
export interface InterruptedCleanup {
  readonly id: number;
  readonly cleanup: Cleanup;
  /** How many of the entities that matched when it began are left. */
  readonly remaining: number;
}

/** The result of one batch. */
export interface RemovedBatch {
  readonly removed: number;
  /** The id after which the next batch continues; null after the last batch. */
  readonly next: string | null;
}

/** Which entities a batch removes. */
export interface BatchRequest {
  /** The cleanup's. */
  readonly id: number;
  readonly cleanup: Cleanup;
  readonly afterId: string;
  readonly maxRows: number;
  readonly now: Date;
}

/** Cleanups, each with a row that counts what it did, and what they removed, for as long as it is kept. Only the catalog's writer deletes rows. */
export abstract class Cleanups {
  /** Returns the number of entities that have the issue now. */
  abstract countMatching(cleanup: Cleanup): Promise<number>;

  /** Begins a cleanup with its row and its entry in the audit, or resumes the user's open one of the same kind. */
  abstract begin(by: UserActor, cleanup: Cleanup, now: Date): Promise<OpenCleanup>;

  /**
   * Deletes a bounded number of the entities that have the issue now, with all their data, counts them in the cleanup's row, and keeps them for
   * as long as the site keeps removed entities.
   */
  abstract removeBatch(scope: WriterScope, request: BatchRequest): Promise<RemovedBatch>;

  /** The unfinished cleanups that have removed nothing since a time. */
  abstract listInterrupted(since: Date): Promise<readonly InterruptedCleanup[]>;

  /** Finishes the cleanup and all interrupted ones of its kind, which have nothing left to delete. */
  abstract finish(scope: WriterScope, id: number, now: Date): Promise<void>;

  /** The newest cleanups first. */
  abstract listNewest(limit: number): Promise<readonly CleanupRecord[]>;

  /** The cleanups of an issue that have not finished. */
  abstract listUnfinished(issue: CleanupIssue): Promise<readonly CleanupRecord[]>;

  /** The type of the entities that a cleanup removed and that are kept; null if there are none. */
  abstract findRemovedType(id: number): Promise<EntityType | null>;

  /** The removed entities as lines of a file that the import reads, in batches. */
  abstract readRemoved(id: number, file: RemovedFile): AsyncIterable<string>;

  /** Deletes what was removed before a time. Returns how many entities. */
  abstract deleteRemovedBefore(time: Date): Promise<number>;
}

/** Another writer holds the catalog and does not finish soon. */
export class CatalogBusy extends Unavailable {
  override readonly code = 'catalog_busy';

  constructor() {
    super('An import or a recompute is running. The cleanup continues by itself when it is done.', 60);
  }
}

/** More entities have the issue than the administrator expected to remove. */
export class MoreThanExpected extends Conflict {
  override readonly code = 'more_than_expected';

  constructor({ entity_type }: Cleanup, matching: number) {
    super(`${wholeNumber(matching)} ${variantOf[entity_type]} match now, more than expected. They were not removed.`);
  }
}
