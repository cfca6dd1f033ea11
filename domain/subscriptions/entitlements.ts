import { isAdmin, type Viewer } from '#domain/auth/viewer';

/** What Premium unlocks, each with the sentence for those who lack it. Server and client read this one list. */
export const premiumSentences = {
  keyword_search: 'Keyword search is part of Premium.',
  all_pages: 'More pages are part of Premium.',
  momentum: 'Momentum scores are part of Premium.',
  full_analytics: 'The whole history is part of Premium.',
  csv_export: 'Export is part of Premium.',
  early_access: 'Early access is part of Premium.',
} as const;

export type Entitlement = keyof typeof premiumSentences;

/** Pages and rows that everybody may read. */
export const MAX_FREE_PAGES = 3;
export const MAX_FREE_PER_PAGE = 10;

/** May this viewer use what the entitlement names? Premium users may use all, administrators too. */
export const hasEntitlement = (viewer: Viewer, _entitlement: Entitlement): boolean =>
  isAdmin(viewer) || (viewer.kind === 'user' && viewer.user.is_premium);
