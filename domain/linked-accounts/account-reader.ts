import type { Day } from '#domain/days';
import type { OwnAnalytics, OwnBoards, Terms, Trends, TrendsQuery, Volumes } from '#domain/linked-accounts/contract';
import type { OwnDay, OwnMetric, OwnSplit, OwnValues } from '#domain/linked-accounts/own-analytics';

/** Access to one linked account. The token is a secret. */
export interface AccountAccess {
  readonly id: string;
  readonly token: string;
}

/** The days of an account, or of one part of it, the oldest first. */
export type OwnSeries = OwnAnalytics['series'][number];
/** A trending keyword. Growth is null where Pinterest gives none; the oldest of its weeks is the first. */
export type TrendingKeyword = Trends['trends'][number];
/** How often people search for a keyword; null where Pinterest has no volume. */
export type PinterestVolume = Volumes['volumes'][number];

/** One of the account's own pins. */
export interface OwnPin {
  readonly id: string;
  readonly title: string | null;
  readonly created_at: Date | null;
  /** An https URL, which the server never fetches. */
  readonly image: string | null;
  readonly board_id: string | null;
  /** Its figures of 90 days where they were asked for; Pinterest has none of some pins, and saves are elsewhere. */
  readonly values: OwnValues;
}

/** A board of the account, or a group board to which it contributes. */
export type OwnBoard = Omit<OwnBoards['boards'][number], 'own_pins' | 'outbound_clicks' | 'outbound_share'>;

/** A list that was read up to a number of pages. */
export interface ReadList<T> {
  readonly items: readonly T[];
  /** False where there is more. */
  readonly isComplete: boolean;
}

/** The first and last day of a request. */
export interface DaySpan {
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/**
 * Reads a linked account at its platform, live. What it reads is shown to the account's owner alone and kept in nothing but a short cache,
 * which bounds the requests. Methods throw `PlatformUnavailable`, or `PermissionEnded` when the platform no longer accepts the token.
 */
export abstract class AccountReader {
  abstract readDays(access: AccountAccess, span: DaySpan, split: OwnSplit): Promise<readonly OwnSeries[]>;

  /** The account's pins with the most of a metric. */
  abstract readTopPins(access: AccountAccess, span: DaySpan, metric: OwnMetric): Promise<readonly Pick<OwnPin, 'id' | 'values'>[]>;

  abstract readPin(access: AccountAccess, id: string): Promise<OwnPin>;

  /** The account's own pins with their figures, the newest first. */
  abstract readPins(access: AccountAccess): Promise<ReadList<OwnPin>>;

  /** The days of one own pin. */
  abstract readPinDays(access: AccountAccess, id: string, span: DaySpan): Promise<readonly OwnDay[]>;

  abstract readBoards(access: AccountAccess): Promise<ReadList<OwnBoard>>;

  /** Today's trending keywords. */
  abstract readTrends(access: AccountAccess, filter: TrendsQuery): Promise<readonly TrendingKeyword[]>;

  /** Terms that people search for together with a term, and terms that begin like it. Needs the permission for search volumes. */
  abstract readTerms(access: AccountAccess, term: string): Promise<Terms>;

  /** How often people of a country search for keywords, none of which has a comma. Needs the permission for search volumes; throws `NoAdAccount`. */
  abstract readVolumes(access: AccountAccess, country: string, keywords: readonly string[]): Promise<readonly PinterestVolume[]>;

  /** Lets an account be asked again that was unlinked; what was read is deleted with it. */
  abstract forget(accountId: string): void;
}
