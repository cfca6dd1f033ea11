import type { EntityAnalytics, Owner, Page, Provenance, TimeSeries } from '#domain/catalog/entity';

/** A pin as a list shows it. Times are ISO 8601 in UTC; an unknown value is null. */
export interface PinRow {
  readonly _id: string;
  readonly name: string | null;
  readonly image_url: string | null;
  readonly url: string | null;
  readonly pinner: Owner;
  readonly saves: number | null;
  readonly repin_count: number | null;
  readonly saves_growth_last_90_days: number | null;
  readonly created_at: string | null;
  /** Only for those who may see momentum, and in the home lists. */
  readonly momentum_score?: number | null;
}

/** A pin as its own page shows it. */
export interface Pin extends PinRow, EntityAnalytics, Provenance {
  readonly description: string | null;
  /** Where the pin leads, with the referral tag appended; null when it leads nowhere. */
  readonly link: string | null;
  readonly domain: string | null;
  /** The keyword searches in which the pin was found. */
  readonly queries: readonly string[];
  readonly topics: readonly string[];
  readonly time_series: { readonly saves: TimeSeries; readonly repins: TimeSeries };
}

export interface PinPage extends Page {
  readonly pins: readonly PinRow[];
}
