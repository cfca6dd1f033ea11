import type { Cleanup } from '#domain/data-quality/contract';
import { variantOf } from '#domain/catalog/variants';
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
  readonly now: Date;
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
