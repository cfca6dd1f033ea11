import { z } from 'zod';
import { GrowthAnalytics, GrowthQuery } from '#domain/analytics/growth/contract';
import {
  ComparedKeywordsQuery,
  KeywordAnswer,
  KeywordComparison,
  KeywordInterest,
  KeywordPage,
  KeywordQuery,
  KeywordText,
} from '#domain/keywords/contract';
import { AnalyticsQuery, DailyCounts, DailyCountsQuery, ReportedEvent, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, inMemory, perClientIp, perUser, perVisitor } from '#domain/endpoint';
import { MAX_FREE_COMPARED, MAX_FREE_PAGES, MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';

export const trackEvent = endpoint('POST /events', {
  summary: 'Reports an event on a page. Events of bots and of browsers that opt out of tracking are not stored.',
  access: 'anyone',
  limits: [
    perVisitor('events', 60, MINUTE_MS),
    perClientIp('events-network', 600, MINUTE_MS),
    inMemory(perClientIp('events-day', 20_000, DAY_MS)),
  ],
  body: ReportedEvent,
  returns: 'Nothing, whether or not the event was stored.',
  errors: { unavailable: 'The event could not be stored now.' },
});

export const viewSiteAnalytics = endpoint('GET /analytics/dashboard', {
  summary: 'Returns the visitor statistics of this site.',
  access: 'admin',
  limits: [perUser('dashboard', 60, MINUTE_MS)],
  query: AnalyticsQuery,
  response: SiteAnalytics,
  returns: 'Totals and daily series of the requested days.',
});

export const viewDailyCounts = endpoint('GET /analytics/daily', {
  summary: 'Returns the views of a page of this site, or the visits from a source, by day.',
  access: 'admin',
  limits: [perUser('daily-counts', 120, MINUTE_MS)],
  query: DailyCountsQuery,
  response: DailyCounts,
  returns: 'The days of the period, and of the one before.',
});

export const viewGrowthAnalytics = endpoint('GET /admin/analytics', {
  summary: 'Lists the fastest growing.',
  limits: [perUser('admin-analytics', 60, MINUTE_MS)],
  query: GrowthQuery,
  response: GrowthAnalytics,
  returns: 'Top performers by momentum, with the data quality.',
});

export const listKeywords = endpoint('GET /keywords', {
  summary: 'Lists keywords.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('keywords', 240, MINUTE_MS), 600)],
  query: KeywordQuery,
  response: KeywordPage,
  returns: 'A page of keywords and the total. All figures are counted in this catalog, every night.',
  errors: {
    premium_required: `For order_by=opportunity, pages after the ${MAX_FREE_PAGES}rd, and more than ${MAX_FREE_PER_PAGE} rows per page.`,
  },
});

export const viewKeyword = endpoint('GET /keywords/:keyword', {
  summary: 'Returns a keyword with its strongest pins, boards, and pinners.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('keyword', 240, MINUTE_MS), 1_200)],
  params: { keyword: KeywordText },
  response: KeywordAnswer,
  returns:
    'All that is counted of it. Without Premium: neither related keywords nor opportunity. `pins` is null for a keyword of fewer than five pins that has imported search interest.',
  errors: { not_found: 'Fewer than five pins had it when the keywords were counted, and it has no imported search interest.' },
});

export const viewInterest = endpoint('GET /keywords/:keyword/interest', {
  summary: 'Returns the imported search interest of a keyword.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('keyword-interest', 240, MINUTE_MS), 600)],
  params: { keyword: KeywordText },
  response: KeywordInterest,
  returns: 'Its values over time, with their sources.',
});

export const compareKeywords = endpoint('GET /comparisons/keywords', {
  summary: 'Returns keywords side by side.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('keyword-comparison', 120, MINUTE_MS), 600)],
  query: ComparedKeywordsQuery,
  response: KeywordComparison,
  returns: 'The keywords in the order of the query, with their figures and imported search interest.',
  errors: { premium_required: `For more than ${MAX_FREE_COMPARED} keywords.` },
});

export const exportKeywords = endpoint('GET /exports/keywords', {
  summary: 'Exports the list of keywords as a spreadsheet file; page and per_page are ignored.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [perUser('exports', 10, MINUTE_MS)],
  query: KeywordQuery,
  response: z.string(),
  returns: 'All keywords in order, as CSV. The header x-export-total is their number.',
  mediaType: 'text/csv',
  errors: {
    premium_required: 'For everyone without Premium.',
    too_many: 'Too many attempts, or two of your exports are still running; the header retry-after is the number of seconds to wait.',
  },
});
