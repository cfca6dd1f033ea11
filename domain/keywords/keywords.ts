import type { TopPin } from '#domain/keywords/competition-reason';
import type { KeywordFilterValues } from '#domain/keywords/keyword-filters';
import type { KeywordOrder } from '#domain/keywords/keyword-orders';
import type { Confidence } from '#domain/catalog/momentum';
import type { Day } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';

/** The longest keyword, in characters. */
export const MAX_KEYWORD_LENGTH = 80;

/** A keyword needs this many pins. */
export const MIN_KEYWORD_PINS = 5;

/** How many keywords are kept: those of most pins. Bounds the memory of the nightly job. */
export const MAX_KEYWORDS = 100_000;

/** How many words of a pin are read, from its title on: the rest of a longer description says nothing new. */
export const MAX_WORDS_PER_PIN = 100;

/** The longest phrase that is looked for in titles and sentences, in words. */
export const MAX_RUN_WORDS = 4;

/** A word that is a stop word of its text in this share of its pins is one in all texts: `von` in a title of three words. */
export const STOP_WORD_SHARE = 0.5;

/** A title or sentence that is in more pins of one account says something about the account, and is left out. */
export const MAX_REPETITIONS = 20;
/** … and so is a part of a sentence of this many words between punctuation marks. */
export const MIN_PART_WORDS = 5;
/** … and a run of this many words, wherever it is: a template with gaps. */
export const TEMPLATE_WORDS = 8;

/** A shorter phrase gives way to a longer one that at least this share of its pins have. */
export const GIVE_WAY_SHARE = 0.8;

/** A phrase is a piece of a longer run of words where, stop words aside, the same word comes before it, or after it, in at least this share of its pins. */
export const PIECE_SHARE = 0.8;
/** … and where it ends, or if it has several words begins, in less than this share of its pins: beside a punctuation mark, a stop word, or another word without a meaning. */
export const MIN_EDGE_SHARE = 0.05;

/** A phrase is spread evenly over the topics where the shares of its pins by topic and those of all pins overlap by at least this. */
export const MIN_TOPIC_OVERLAP = 0.5;
/** Only a phrase of this many pins with topics is judged, … */
export const MIN_SPREAD_PINS = 50;
/** … and only in a catalog without a topic that has a larger share of all topics of pins: its phrases would look evenly spread. */
export const MAX_TOPIC_SHARE = 0.25;

/** A phrase that one account has in at least this share of its pins says something about the account, and is left out, … */
export const ACCOUNT_SHARE = 0.9;
/** … in a catalog with pins of this many known accounts: among few, most phrases are of one. */
export const MIN_ACCOUNTS = 20;

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
  readonly pinsByMonth: readonly number[];
  /** The month in which most of its pins were created, 1 for January, if it is a peak in more than one year. */
  readonly peak: number | null;
  /** The newest imported volume, with its tool, region, and day. */
  readonly volume: number | null;
  readonly volumeSource: string | null;
  readonly volumeRegion: string | null;
  readonly volumeDay: Day | null;
  /** The newest 52 weeks of its first curve (see `weeklyText`), with its tool, region, and last day. */
  readonly interest: string | null;
  readonly interestSource: string | null;
  readonly interestRegion: string | null;
  readonly interestTo: Day | null;
  /** The next rise of its imported search interest, and the day to publish by. */
  readonly rise: Day | null;
  readonly publishBy: Day | null;
}

/** A stored keyword with what its page shows. Entities are ids, which may be gone meanwhile. */
export interface StoredKeywordPage extends StoredKeyword {
  readonly knownPins: number;
  readonly measuredPins: number;
  readonly competitors: readonly TopPin[];
  readonly topPins: readonly string[];
  readonly topBoards: readonly string[];
  readonly topPinners: readonly string[];
  /** The keys of the related keywords, with the pins that have both. */
  readonly related: readonly { readonly key: string; readonly common: number }[];
}

/** The result of a count of keywords. */
export interface KeywordBuild {
  readonly keywords: number;
  readonly pins: number;
}

/** The count of keywords that is published. */
export interface PublishedBuild extends KeywordBuild {
  readonly builtAt: Date;
  /** When imported volumes and seasons last changed; null without any. */
  readonly outlookAt: Date | null;
}

/** Which keywords, in which order: those with a word that begins with each of the folded words, if there are any, and that pass all filters. */
export interface KeywordSelection {
  readonly words: readonly string[] | null;
  readonly filters: KeywordFilterValues;
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

  /** Counts all keywords of the catalog as of a day and replaces the published ones in one step. */
  abstract rebuild(scope: WriterScope, day: Day): Promise<KeywordBuild>;
}

/** The version of what is shown of keywords: the count, and what was imported since. */
export const keywordVersion = (build: PublishedBuild | null): string => `${build?.builtAt.getTime()} ${build?.outlookAt?.getTime()}`;
