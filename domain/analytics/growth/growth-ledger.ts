import type { ChangedIds } from '#domain/catalog/import/import-runs';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Day } from '#domain/days';

/** How many entities of one type are scored so far. */
export interface GrowthProgress {
  readonly entity: EntityType;
  readonly done: number;
  readonly total: number;
}

export type OnGrowthProgress = (progress: GrowthProgress) => void;

/** Scores and ranks that are prepared and not yet published. */
export interface NextScores {
  readonly day: Day;
  /** The types that were scored; the scores of others stay. */
  readonly entities: readonly EntityType[];
  /** The number of scored entities. */
  readonly rows: number;
}

/** What a ledger tells while it prepares scores. */
export interface PreparationEvents {
  readonly onProgress: OnGrowthProgress;
  /** A list can be built from its next scores (see `ReadModel.prepareNext`), while others are still scored and ranked. */
  readonly onReady: (list: Variant) => void;
}

/** The stored growth, momentum, and ranks. Only the catalog's writer changes them, so every method that does takes its scope. */
export abstract class GrowthLedger {
  /**
   * Scores every entity with a series as of a day, ranks them, and fills the next growth columns. Resumes the scoring of an interrupted run
   * over the same day and data. Readers see nothing of it yet. With `changedIds`, only these entities are scored, and the other published
   * scores are copied, unless these are of another day.
   */
  abstract prepare(scope: WriterScope, day: Day, changedIds: ChangedIds | null, events: PreparationEvents): Promise<NextScores>;

  /**
   * Scores the changed entities as of a day and publishes their scores at once; ranks and the order of large lists stay as they are.
   * Returns the number of scored entities, or null when too many changed (see `canUpdateInPlace`) or the scores are of another day.
   */
  abstract updateInPlace(scope: WriterScope, day: Day, changedIds: ChangedIds): Promise<number | null>;

  /** Checks all pins again as of the day of the scores, after keywords were counted; the order of large lists follows with their next build. */
  abstract recheckPins(scope: WriterScope): Promise<void>;

  /** Publishes the prepared scores, growth columns and lists in one step. */
  abstract publish(scope: WriterScope, next: NextScores): Promise<void>;
}
