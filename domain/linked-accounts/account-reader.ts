import type { Day } from '#domain/days';
import type { OwnDay, OwnMetric, OwnSplit, OwnValues } from '#domain/linked-accounts/own-analytics';

/** Access to one linked account. The token is a secret. */
export interface AccountAccess {
  readonly id: string;
  readonly token: string;
}

/** The days of an account, or of one part of it. */
export interface OwnSeries {
  /** `all`, or the platform's name of the part. */
  readonly name: string;
  /** Oldest first. */
  readonly days: readonly OwnDay[];
}

/** One of the account's own pins. */
export interface OwnPin {
  readonly id: string;
  readonly title: string | null;
  readonly created_at: Date | null;
  /** An https URL, which the server never fetches. */
  readonly image: string | null;
}

/** The first and last day of a request. */
export interface DaySpan {
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/**
 * Reads a linked account at its platform, live. What it reads is shown to the account's owner and stored nowhere; a short cache in memory
 * bounds the requests. Methods throw `PlatformUnavailable`, or `PermissionEnded` when the platform no longer accepts the token.
 */
export abstract class AccountReader {
  abstract readDays(access: AccountAccess, span: DaySpan, split: OwnSplit): Promise<readonly OwnSeries[]>;

  /** The account's pins with the most of a metric. */
  abstract readTopPins(
    access: AccountAccess,
    span: DaySpan,
    metric: OwnMetric,
  ): Promise<readonly { readonly id: string; readonly values: OwnValues }[]>;

  abstract readPin(access: AccountAccess, id: string): Promise<OwnPin>;

  /** Forgets what is cached of an account. */
  abstract forget(accountId: string): void;
}
