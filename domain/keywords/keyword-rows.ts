import { trendOf } from '#domain/analytics/growth/momentum-of-counts';
import { competitionLevel } from '#domain/keywords/competition';
import type { KeywordRow } from '#domain/keywords/contract';
import type { StoredKeyword } from '#domain/keywords/keywords';
import { type Day, dayLabel } from '#domain/days';
import { roundHalfAway } from '#domain/numbers';

const SHARE_DIGITS = 4;

/** A share as it is sent. */
export const roundShare = (share: number): number => roundHalfAway(share, SHARE_DIGITS);

const dayOrNull = (day: Day | null): string | null => (day === null ? null : dayLabel(day));

/** A keyword as it is sent; its opportunity only to viewers who may see it. */
export function toKeywordRow(stored: StoredKeyword, withInsights: boolean): KeywordRow {
  const { competition, raw, fresh } = stored;
  return {
    keyword: stored.name,
    pins: stored.pins,
    boards: stored.boards,
    saves: stored.medianSaves === null ? null : stored.saves,
    saves_per_pin: stored.medianSaves,
    competition,
    competition_level: competition === null ? null : competitionLevel(competition),
    momentum_score: stored.momentum,
    trend: raw === null ? null : trendOf(raw),
    growth_percent: stored.growth,
    confidence: stored.confidence,
    peak_month: stored.peak,
    fresh: fresh === null ? null : roundShare(fresh),
    sparkline: stored.sparkline,
    volume: stored.volume,
    volume_source: stored.volumeSource,
    volume_region: stored.volumeRegion,
    volume_on: dayOrNull(stored.volumeDay),
    interest: stored.interest,
    interest_source: stored.interestSource,
    interest_region: stored.interestRegion,
    interest_to: dayOrNull(stored.interestTo),
    rise_on: dayOrNull(stored.rise),
    publish_by: dayOrNull(stored.publishBy),
    ...(withInsights ? { opportunity: stored.opportunity } : {}),
  };
}

/** The columns of a CSV export. */
export const keywordExportColumns = [
  'keyword',
  'pins',
  'boards',
  'saves',
  'saves_per_pin',
  'competition',
  'competition_level',
  'momentum_score',
  'trend',
  'growth_percent',
  'confidence',
  'peak_month',
  'fresh',
  'opportunity',
  'volume',
  'volume_source',
  'volume_region',
  'volume_on',
  'publish_by',
  'interest',
  'interest_source',
  'interest_region',
  'interest_to',
] as const satisfies readonly (keyof KeywordRow)[];
