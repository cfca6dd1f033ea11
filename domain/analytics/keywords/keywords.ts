import type { TopPin } from '#domain/analytics/keywords/competition';
import type { KeywordOrder } from '#domain/analytics/keywords/keyword-orders';
import type { Confidence } from '#domain/catalog/momentum';

/** The longest keyword, in characters. */
export const MAX_KEYWORD_LENGTH = 80;

/** A pin with more keywords counts for the first ones: its searches, then its topics, then the words of its texts. */
export const MAX_KEYWORDS_PER_PIN = 100;

/** The time of day at which the nightly count starts, in UTC. */
export const KEYWORD_COUNT_TIME = '03:10';

/** The figures of a keyword as they are stored. */
export interface StoredKeyword {
  readonly key: string;
  readonly name: string;
  readonly pins: number;
  readonly boards: number;
  readonly saves: number;
  readonly medianSaves: number | null;
  readonly competition: number | null;
  readonly momentum: number | null;
  /** The pace that the momentum score is made of. */
  readonly raw: number | null;
  readonly growth: number | null;
  readonly confidence: Confidence;
  readonly fresh: number | null;
  readonly opportunity: number | null;
  /** The daily sum of saves of its pins over 90 days; see `sparklineOf`. */
  readonly sparkline: string | null;
}

/** A stored keyword with what its page shows. Entities are ids, which may be gone meanwhile. */
export interface StoredKeywordPage extends StoredKeyword {
  readonly knownPins: number;
  readonly measuredPins: number;
  readonly pinsByMonth: readonly number[];
  readonly competitors: readonly TopPin[];
  readonly topPins: readonly string[];
  readonly topBoards: readonly string[];
  readonly topPinners: readonly string[];
  /** The keys of the related keywords, with the pins that have both. */
  readonly related: readonly { readonly key: string; readonly common: number }[];
}

/** The count of keywords that is published. */
export interface PublishedBuild {
  readonly builtAt: Date;
  readonly keywords: number;
  readonly pins: number;
}

/** Which keywords: those that begin with a folded text, in an order. */
export interface KeywordSelection {
  readonly prefix: string | null;
  readonly order: KeywordOrder;
}

/** The published keywords. */
export abstract class Keywords {
  /** Returns the published count, at most two seconds old; null before the first. */
  abstract findBuild(): Promise<PublishedBuild | null>;

  /** Returns one page of keywords, with the total. */
  abstract findPage(
    selection: KeywordSelection,
    offset: number,
    limit: number,
  ): Promise<{ readonly rows: readonly StoredKeyword[]; readonly total: number }>;

  /** Returns the keys of all selected keywords, in order. */
  abstract listKeys(selection: KeywordSelection): Promise<readonly string[]>;

  /** Returns the keywords of these keys, in the order of the keys. Unknown keys are skipped. */
  abstract listByKeys(keys: readonly string[]): Promise<readonly StoredKeyword[]>;

  /** Returns a keyword with what its page shows, or null. */
  abstract find(key: string): Promise<StoredKeywordPage | null>;
}
