import type { EntityAnalytics, Owner, Page, Provenance, TimeSeries } from '#domain/catalog/entity';

/** A board as a list shows it. Times are ISO 8601 in UTC; an unknown value is null. */
export interface BoardRow {
  readonly _id: string;
  readonly name: string | null;
  readonly image_url: string | null;
  readonly url: string | null;
  readonly pinner: Owner;
  readonly follower_count: number | null;
  readonly collaborator_count: number | null;
  readonly pin_count: number | null;
  readonly follower_growth_last_90_days: number | null;
  readonly collaborator_growth_last_90_days: number | null;
  readonly board_order_modified_at: string | null;
  readonly created_at: string | null;
  /** Only for those who may see momentum, and in the home lists. */
  readonly momentum_score?: number | null;
}

/** A board as its own page shows it. */
export interface Board extends BoardRow, EntityAnalytics, Provenance {
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly time_series: { readonly followers: TimeSeries; readonly collaborators: TimeSeries; readonly pins: TimeSeries };
}

export interface BoardPage extends Page {
  readonly boards: readonly BoardRow[];
}
