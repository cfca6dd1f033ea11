import type { BoardRow } from '#domain/catalog/board';
import type { EntityAnalytics, Page, Provenance, TimeSeries } from '#domain/catalog/entity';
import type { PinRow } from '#domain/catalog/pin';

/** A pinner as a list shows it. Times are ISO 8601 in UTC; an unknown value is null. */
export interface PinnerRow {
  readonly _id: string;
  readonly username: string | null;
  readonly name: string | null;
  readonly image_url: string | null;
  readonly url: string | null;
  readonly follower_count: number | null;
  /** Monthly viewers. */
  readonly profile_views: number | null;
  readonly follower_growth_last_90_days: number | null;
  readonly viewer_growth_last_90_days: number | null;
  readonly created_at: string | null;
  /** Only for those who may see momentum, and in the home lists. */
  readonly momentum_score?: number | null;
}

/** A pinner as his own page shows him, with his biggest boards and most saved pins (ten of each at most). */
export interface Pinner extends PinnerRow, EntityAnalytics, Provenance {
  readonly description: string | null;
  readonly profile_reach: number | null;
  readonly domain_url: string | null;
  readonly website_url: string | null;
  readonly topics: readonly string[];
  readonly boards: readonly BoardRow[];
  readonly pins: readonly PinRow[];
  readonly time_series: { readonly followers: TimeSeries; readonly monthly_viewers: TimeSeries };
}

export interface PinnerPage extends Page {
  readonly pinners: readonly PinnerRow[];
}
