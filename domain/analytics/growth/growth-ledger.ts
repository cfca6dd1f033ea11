import type { ChangedIds } from '#domain/catalog/import/import-runs';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/catalog/write-lock';
import type { Day } from '#domain/days';

/** How far the scoring of one kind of entity is, in rows. */
export interface GrowthProgress {
  readonly entity: EntityType;
  readonly done: number;
  readonly total: number;
}

export type OnGrowthProgress = (progress: GrowthProgress) => void;

/** Scores that are made but not yet shown. */
export interface NextScores {
  readonly day: Day;
  /** Whose scores there are; the others stay as they are. */
  readonly entities: readonly EntityType[];
  /** How many entities were scored. */
  readonly rows: number;
}

/** The stored growth, momentum and ranks. Only the catalog's writer changes them, so every method takes its scope. */
export abstract class GrowthLedger {
  /**
   * Scores every entity that has a series as of a day. What an interrupted call for the same day and the same data had scored is
   * kept. Nobody sees anything of it yet.
   */
  abstract scoreAll(scope: WriterScope, day: Day, onProgress: OnGrowthProgress): Promise<NextScores>;

  /** Scores only these as of a day and keeps the rest of the present scores; null when those are not of that day, so that all must be scored. */
  abstract scoreChanged(scope: WriterScope, day: Day, changedIds: ChangedIds, onProgress: OnGrowthProgress): Promise<NextScores | null>;

  /**
   * Scores these as of a day and shows that at once, in one step; ranks, and the order of large lists, stay those of the last recompute.
   * Answers how many were scored; null when they are too many for that (see `isAmendable`), or the present scores of another day.
   */
  abstract updateInPlace(scope: WriterScope, day: Day, changedIds: ChangedIds): Promise<number | null>;

  /**
   * Ranks the next scores and makes the growth columns of lists from them. Says of each list that will change when it can be made
   * (see `OrderedLists.prepare`), while others are still worked on. Nobody sees anything yet.
   */
  abstract prepareNext(scope: WriterScope, next: NextScores, onReady: (list: Variant) => void): Promise<void>;

  /** Shows the prepared scores, growth columns and lists (see `OrderedLists.prepare`), all in one step. */
  abstract publish(scope: WriterScope, next: NextScores): Promise<void>;
}
