import { GrowthAnalytics, GrowthQuery } from '#domain/analytics/growth/contract';
import { AnalyticsQuery, ReportedEvent, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { endpoint } from '#domain/endpoint';
import { inMemory, perClientIp, perUser, perVisitor } from '#domain/limits';

export const trackEvent = endpoint('POST /events', {
  summary: 'Reports an event on a page. Events of bots and of browsers that opt out of tracking are not stored.',
  access: 'anyone',
  limits: [
    perVisitor('events', 60, MINUTE_MS),
    perClientIp('events-network', 600, MINUTE_MS),
    inMemory(perClientIp('events-day', 20_000, DAY_MS)),
  ],
  body: ReportedEvent,
  response: null,
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

export const viewGrowthAnalytics = endpoint('GET /admin/analytics', {
  summary: 'Lists the fastest growing.',
  access: 'admin',
  limits: [perUser('admin-analytics', 60, MINUTE_MS)],
  query: GrowthQuery,
  response: GrowthAnalytics,
  returns: 'Top performers by momentum, with the data quality.',
});
