import type { Day } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';

/** How much a keyword was searched for on a day or in a week, on the scale of its source. */
export interface InterestPoint {
  readonly day: Day;
  readonly value: number;
}

/** What a tool says about a keyword on a day. */
export interface ToolFigures {
  readonly day: Day;
  /** How often it is searched for a month, by the tool's own count; null if it does not say. */
  readonly volume: number | null;
  /** What else it says, by the name of the column. */
  readonly notes: Readonly<Record<string, string>> | null;
}

/** Imported search interest of one keyword. */
export interface InterestSeries {
  /** The key that all spellings of the keyword share. */
  readonly key: string;
  readonly keyword: string;
  readonly source: string;
  /** Where it was searched for, such as `Europa Sur hombres`; null if the source does not say. */
  readonly region: string | null;
  /** One point per day, oldest first; empty where the source has figures alone. */
  readonly points: readonly InterestPoint[];
  readonly figures?: ToolFigures;
}

/** The import that series come from. Without a journal, it cannot be taken back. */
export interface InterestImport {
  readonly importId: number;
  readonly importedAt: Date;
  readonly journalId?: number | undefined;
}

/** A curve of a keyword: its search interest in one region, of one tool. */
export interface InterestCurve {
  readonly region: string | null;
  readonly points: readonly InterestPoint[];
  readonly sources: readonly { readonly name: string; readonly importedAt: Date }[];
}

/** What one tool says about a keyword in one region, as of a day. */
export interface KeywordVolume extends ToolFigures {
  readonly region: string | null;
  readonly source: string;
}

/** All that is stored of a keyword. */
export interface StoredInterest {
  /** In the order of `compareCurves`. */
  readonly curves: readonly InterestCurve[];
  /** The newest first; older ones are kept. */
  readonly volumes: readonly KeywordVolume[];
}

type RegionSeries = Pick<InterestCurve, 'region' | 'points'>;

const sumOf = ({ points }: RegionSeries): number => points.reduce((sum, { value }) => sum + value, 0);

/** Which of two curves of a keyword is shown first: the one with more points, then the higher sum, then the first by the name of its region. */
export function compareCurves(one: RegionSeries, other: RegionSeries): number {
  const byName = (one.region ?? '') < (other.region ?? '') ? -1 : 1;
  return other.points.length - one.points.length || sumOf(other) - sumOf(one) || byName;
}

/**
 * The tool that a curve belongs to; empty for a file that names no source: its name stands for one, and says nothing about the scale, so
 * that files of different weeks make one curve.
 */
export const toolOf = (source: string): string => (/^stdin$|\.(?:csv|tsv|txt|ndjson|jsonl|json)(?:\.gz)?$/i.test(source) ? '' : source);

/** Imported search interest and volumes. Nothing of it is counted in this catalog. */
export abstract class SearchInterest {
  /** How many days before a rise pins are to be published. */
  abstract readonly leadDays: number;

  /** Stores series; on each day the last one of a curve wins, also over what is stored. Returns how many keywords this changed. */
  abstract store(scope: WriterScope, series: readonly InterestSeries[], from: InterestImport): Promise<number>;

  /** Removes what only an import gave, and brings back what it replaced, also after later imports; goes on with an interrupted attempt. `onProgress` gets 0 to 1. */
  abstract takeBack(scope: WriterScope, importId: number, today: Day, onProgress: (share: number) => void): Promise<void>;

  /** Derives again what lists show of all keywords (`KeywordOutlook`), as of a day. `store` does so for the keywords that it gets. */
  abstract refreshOutlooks(today: Day): Promise<void>;

  /** Returns the curves and volumes of a keyword; without any, both lists are empty. */
  abstract find(key: string): Promise<StoredInterest>;

  /** Removes everything. Returns how many keywords had any of it. */
  abstract clear(scope: WriterScope): Promise<number>;
}
