import type { Confidence } from '#domain/catalog/entity';

/** One of the best performers by momentum. */
export interface TopPerformer {
  readonly _id: string;
  readonly name: string | null;
  readonly current_value: number | null;
  readonly momentum_score: number | null;
  readonly growth_percent: number | null;
  readonly current_rank: number;
  /** The rank one period earlier; null for who had none. */
  readonly previous_rank: number | null;
  readonly confidence: Confidence;
}

/** Sums of the data-quality issues over boards, pinners and pins. */
export interface QualityCounts {
  readonly suspicious_count: number;
  readonly spam_count: number;
  readonly deleted_count: number;
  readonly never_crawled: number;
  readonly all_zero: number;
  readonly stale: number;
}

/** The answer of `GET /admin/analytics`. */
export interface GrowthAnalytics {
  readonly total_entities: number;
  readonly database_stats: {
    readonly boards: { readonly total: number; readonly collaborative: number };
    readonly pinners: { readonly total: number };
    readonly pins: { readonly total: number };
  };
  readonly momentum_insights: {
    /** The mean momentum score of the asked entities, metric and period; null when nothing is scored. */
    readonly average_momentum: number | null;
    readonly top_performers: readonly TopPerformer[];
  };
  readonly data_quality: QualityCounts;
  /** The UTC day the scores are of; null before the first computation. */
  readonly as_of: string | null;
}
