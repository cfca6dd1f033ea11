import type { Day } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';

/** A keyword needs this many pins. */
export const MIN_KEYWORD_PINS = 5;

/** How many keywords are kept: those of most pins. Bounds the memory of the nightly job. */
export const MAX_KEYWORDS = 100_000;

/** The result of a build. */
export interface KeywordBuild {
  readonly keywords: number;
  readonly pins: number;
}

/** Builds the keywords of the catalog. */
export abstract class KeywordBuilder {
  /** Counts all keywords as of a day and replaces the published ones in one step. */
  abstract rebuild(scope: WriterScope, day: Day): Promise<KeywordBuild>;
}
