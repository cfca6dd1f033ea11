import { publishByOf, seasonOfCurve, weeklyText } from '#domain/keywords/interest/publish-by';
import type { KeywordVolume, StoredInterest } from '#domain/keywords/interest/search-interest';
import type { Day } from '#domain/days';

/** The season of a keyword by its first curve. */
export interface KeywordSeason {
  readonly state: 'known' | 'even' | 'short';
  /** The weeks with a value among the newest 52 of the curve, where they are too few. */
  readonly weeks: number | null;
  readonly region: string | null;
  readonly source: string;
  /** The last day of the curve. */
  readonly curveTo: Day;
  /** Its newest 52 weeks; see `weeklyText`. */
  readonly weekly: string | null;
  /** The next rise, and the day to publish by; null without a season. */
  readonly rise: Day | null;
  readonly publishBy: Day | null;
}

/** What imported files say about a keyword, for lists: its newest volume and its season. */
export interface KeywordOutlook {
  readonly volume: Pick<KeywordVolume, 'volume' | 'source' | 'region' | 'day'> | null;
  readonly season: KeywordSeason | null;
}

function seasonOf({ curves }: StoredInterest, today: Day, leadDays: number): KeywordSeason | null {
  const [curve] = curves;
  const last = curve?.points.at(-1);
  if (!curve || !last) return null;
  const season = seasonOfCurve(curve.points);
  const next = season.state === 'known' ? publishByOf(season.rise, today, leadDays) : null;
  return {
    state: season.state,
    weeks: season.state === 'short' ? season.weeks : null,
    region: curve.region,
    source: curve.sources[0]?.name ?? '',
    curveTo: last.day,
    weekly: weeklyText(curve.points),
    rise: next?.rise ?? null,
    publishBy: next?.publishBy ?? null,
  };
}

/** The newest volume, and the season of the curve that is shown first. */
export const outlookOf = (interest: StoredInterest, today: Day, leadDays: number): KeywordOutlook => ({
  volume: interest.volumes.find(({ volume }) => volume !== null) ?? null,
  season: seasonOf(interest, today, leadDays),
});
