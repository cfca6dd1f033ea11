import { isAdmin, type Viewer } from '#domain/auth/viewer';

/** The entitlements of Premium, each with the message for users without it. Shared by server and client. */
export const premiumSentences = {
  keyword_search: 'Keyword search is a Premium feature.',
  all_pages: 'More pages are part of Premium.',
  momentum: 'Momentum scores are a Premium feature.',
  full_analytics: 'The full history is a Premium feature.',
  checks_order: 'Sorting by passed checks is a Premium feature.',
  all_filters: 'All filters are part of Premium.',
  keyword_insights: 'Related keywords and opportunity are part of Premium.',
  csv_export: 'Export is a Premium feature.',
  more_compared: 'Comparing more than two is part of Premium.',
  more_watchlists: 'More watchlists and items are part of Premium.',
  alerts: 'Alerts are part of Premium.',
  api_keys: 'API keys are part of Premium.',
  early_access: 'Early access is a Premium feature.',
} as const;

export type Entitlement = keyof typeof premiumSentences;

/** The message for a filter that is not free. */
export const premiumFilterSentence = (label: string): string => `Filtering by ${label.toLowerCase()} is part of Premium.`;

/** The message for a period that is not free. */
export const lockedPeriodSentence = (period: string): string => `Growth over ${period} is a Premium feature.`;

/** The pages and rows per page that are free. */
export const MAX_FREE_PAGES = 3;
export const MAX_FREE_PER_PAGE = 10;

/** How many entities can be compared, without and with Premium. */
export const MAX_FREE_COMPARED = 2;
export const MAX_COMPARED = 5;

/** Does this viewer have the entitlement? Premium users and administrators have all of them. */
export const hasEntitlement = (viewer: Viewer, _entitlement: Entitlement): boolean =>
  isAdmin(viewer) || (viewer.kind === 'user' && viewer.user.is_premium);

/** Returns why this viewer may not compare this number of things, as the message to show; null if allowed. */
export const comparisonRefusalSentence = (viewer: Viewer, count: number): string | null =>
  count > MAX_FREE_COMPARED && !hasEntitlement(viewer, 'more_compared') ? premiumSentences.more_compared : null;

/** A page of a list that is asked for. */
export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

/** Returns why this viewer may not read this page, as the message to show; null if allowed. */
export const pageRefusalSentence = (viewer: Viewer, { page, per_page }: PageRequest): string | null =>
  (page > MAX_FREE_PAGES || per_page > MAX_FREE_PER_PAGE) && !hasEntitlement(viewer, 'all_pages') ? premiumSentences.all_pages : null;
