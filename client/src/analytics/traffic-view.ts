import type { AnalyticsDays } from '#domain/analytics/contract';
import { paths } from '../app/paths';

/** The periods one can choose, in days. */
export const daysOnOffer = [7, 30, 90] as const satisfies readonly AnalyticsDays[];
const DEFAULT_DAYS: AnalyticsDays = 30;

export const tabs = ['overview', 'pages', 'sources'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames = { overview: 'Overview', pages: 'Pages', sources: 'Sources' } as const satisfies Record<Tab, string>;

/** What of the site analytics is on screen. */
export interface TrafficView {
  readonly days: AnalyticsDays;
  readonly tab: Tab;
}

/** The view that an address names; what it does not say, or says wrongly, falls back. */
export function viewIn(text: string): TrafficView {
  const asked = new URLSearchParams(text);
  return {
    days: daysOnOffer.find((days) => String(days) === asked.get('days')) ?? DEFAULT_DAYS,
    tab: tabs.find((tab) => tab === asked.get('tab')) ?? 'overview',
  };
}

/** The address of a view, without what is so by default. */
export function addressOfView({ days, tab }: TrafficView): string {
  const query = new URLSearchParams();
  if (days !== DEFAULT_DAYS) query.set('days', String(days));
  if (tab !== 'overview') query.set('tab', tab);
  return `${paths.analytics}${query.size > 0 ? `?${query}` : ''}`;
}
