import type { Day } from '#domain/days';

/** How much a keyword was searched for on a day or in a week, on the scale of its source. */
export interface InterestPoint {
  readonly day: Day;
  readonly value: number;
}

/** Imported search interest of one keyword. */
export interface InterestSeries {
  /** The key that all spellings of the keyword share. */
  readonly key: string;
  readonly keyword: string;
  readonly source: string;
  /** Where it was searched for, such as `Europa Sur hombres`; null if the source does not say. */
  readonly region: string | null;
  /** One point per day, oldest first. */
  readonly points: readonly InterestPoint[];
}

/** The stored search interest of a keyword in one region, and where it comes from. */
export interface StoredInterest {
  readonly region: string | null;
  readonly points: readonly InterestPoint[];
  readonly sources: readonly { readonly name: string; readonly importedAt: Date }[];
}

type RegionSeries = Pick<InterestSeries, 'region' | 'points'>;

const sumOf = ({ points }: RegionSeries): number => points.reduce((sum, { value }) => sum + value, 0);

/** Which of two series of a keyword from different regions is shown: the one with more points, then the higher sum, then the first by name. */
export function compareRegions(one: RegionSeries, other: RegionSeries): number {
  const byName = (one.region ?? '') < (other.region ?? '') ? -1 : 1;
  return other.points.length - one.points.length || sumOf(other) - sumOf(one) || byName;
}

/** Imported search interest. Nothing of it is counted in this catalog. */
export abstract class SearchInterest {
  /** Stores series; on each day the last one wins, also over what is stored. Returns how many keywords this changed. */
  abstract store(series: readonly InterestSeries[], importedAt: Date): Promise<number>;

  /** Returns the points of a keyword in the first region by `compareRegions`, oldest first; without any, both lists are empty. */
  abstract find(key: string): Promise<StoredInterest>;

  /** Removes everything. Returns how many keywords had search interest. */
  abstract clear(): Promise<number>;
}
