import type { Keyword, KeywordPage, KeywordRow } from '#domain/keywords/contract';
import type { SavedKeywordList } from '#domain/watching/contract';
import { aBoardRow, aPinnerRow, aPinRow } from '../../support/client/catalog-records';

/** A keyword in a list, as Premium sees it. */
export const keywordRow = (keyword: string, change: Partial<KeywordRow> = {}): KeywordRow => ({
  keyword,
  pins: 228,
  boards: 12,
  saves: 412_000,
  saves_per_pin: 96,
  competition: 48.2,
  competition_level: 'open',
  momentum_score: 41.2,
  trend: 'rising',
  growth_percent: 12.5,
  confidence: 'high',
  peak_month: null,
  fresh: 0.25,
  sparkline: `A${' '.repeat(27)}f_`,
  volume: null,
  volume_source: null,
  volume_region: null,
  volume_on: null,
  interest: null,
  interest_source: null,
  interest_region: null,
  interest_to: null,
  rise_on: null,
  publish_by: null,
  opportunity: 22.4,
  ...change,
});

const { opportunity: _opportunity, ...freeRow } = keywordRow('pumpkin bread');

/** A page of the list. */
export const keywordPage = (keywords: readonly KeywordRow[], change: Partial<KeywordPage> = {}): KeywordPage => ({
  keywords,
  total: keywords.length,
  page: 1,
  order_by: 'pins',
  counted_pins: 18_000,
  as_of: '2026-11-22T03:10:00Z',
  ...change,
});

/** The page of a keyword without Premium. */
export const keywordDetail = (change: Partial<Keyword> = {}): Keyword => ({
  ...freeRow,
  known_pins: 200,
  measured_pins: 150,
  competition_reason: 'The median of its 10 most saved pins is 84 saves.',
  peak_month: 10,
  season: [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.2, 0.3, 0.05, 0.05],
  top_pins: [aPinRow({ _id: '1' }), aPinRow({ _id: '2' })],
  top_boards: [aBoardRow()],
  top_pinners: [aPinnerRow()],
  as_of: '2026-11-22T03:10:00Z',
  ...change,
});

/** A keyword without imported search interest. */
export const noInterest = { body: { curves: [], volumes: [], season: null, lead_days: 45 } };

/** Saved keywords; one called `gone` has no figures. */
export const savedKeywordList = (...keywords: readonly string[]): SavedKeywordList => ({
  keywords: keywords.map((keyword) => ({
    keyword,
    saved_at: '2026-11-22T03:10:00Z',
    figures: keyword === 'gone' ? null : keywordRow(keyword),
  })),
  limit: 10,
});
