/** How many entities of one type have each issue. */
export interface IssueCounts {
  readonly all_zero_metrics: number;
  readonly zero_followers: number;
  readonly not_searchable: number;
  readonly never_crawled: number;
  readonly stale_90_days: number;
}

/** The answer of a scan. */
export interface QualityScan {
  readonly issues: { readonly boards: IssueCounts; readonly pinners: IssueCounts; readonly pins: IssueCounts };
  /** When it was made, ISO 8601. */
  readonly scanned_at: string;
}

/** One cleanup of the audit: who removed what, and when. */
export interface CleanupRecord {
  readonly id: number;
  /** Null when the account is gone. */
  readonly email: string | null;
  readonly entity_type: string;
  readonly issue_type: string;
  readonly matched: number;
  readonly deleted: number;
  readonly started_at: string;
  /** Null for one that was cut off; the same cleanup again goes on. */
  readonly finished_at: string | null;
}
