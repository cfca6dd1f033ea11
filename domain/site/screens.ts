import type { EntityType } from '#domain/catalog/variants';

/** Who may see a screen; others are redirected to sign in or home. */
export type ScreenAccess = 'anyone' | 'signed-in' | 'admin';

/** A screen of the app: its path, its texts, and who it is for. */
export interface SiteScreen {
  /** `:id`, `:keyword`, and `:code` stand for one segment of the path. */
  readonly path: string;
  /** The document title before the brand; null for the default title, or the entity's. */
  readonly title: string | null;
  /** The h1, where it is not the title. */
  readonly heading?: string;
  readonly access: ScreenAccess;
  /** Whether search engines should list it. */
  readonly isIndexed: boolean;
}

const publicScreen = (path: string, title: string | null, heading?: string) =>
  ({ path, title, ...(heading === undefined ? {} : { heading }), access: 'anyone', isIndexed: true }) as const satisfies SiteScreen;
const unlistedScreen = (path: string, title: string, access: ScreenAccess = 'anyone', heading?: string) =>
  ({ path, title, ...(heading === undefined ? {} : { heading }), access, isIndexed: false }) as const satisfies SiteScreen;

/** Every screen of the app. The client routes by this table, and the server writes the head of each page from it. */
export const screens = {
  home: publicScreen('/', null, 'Your Key to Unlocking Pinterest Potential'),
  pins: publicScreen('/pins', 'Find Popular Pins'),
  boards: publicScreen('/boards', 'Pinterest-style Group Board Finder', 'Group Board Finder'),
  pinners: publicScreen('/pinners', 'Find Influencers'),
  keywords: publicScreen('/keywords', 'Keywords'),
  // Comes before the pages of keywords, which its path would match, too.
  keywordComparison: unlistedScreen('/keywords/compare', 'Compare keywords'),
  keyword: unlistedScreen('/keywords/:keyword', 'Keyword'),
  pin: publicScreen('/pin/:id', null),
  board: publicScreen('/board/:id', null),
  pinner: publicScreen('/pinner/:id', null),
  compare: unlistedScreen('/compare', 'Compare'),
  premium: publicScreen('/premium', 'Premium', 'Research what works, before you pin'),
  designer: publicScreen('/designer', 'Pin designer'),
  momentum: publicScreen('/momentum', 'How the momentum score works'),
  privacy: publicScreen('/privacy-policy', 'Privacy policy'),
  login: unlistedScreen('/auth/login', 'Sign in'),
  register: unlistedScreen('/auth/register', 'Sign up'),
  confirm: unlistedScreen('/auth/email/confirm', 'Confirm your email'),
  confirmWithCode: unlistedScreen('/auth/email/confirm/:code', 'Confirm your email'),
  recover: unlistedScreen('/auth/password/recover', 'Recover your password'),
  reset: unlistedScreen('/auth/password/reset', 'Choose a new password'),
  resetWithCode: unlistedScreen('/auth/password/reset/:code', 'Choose a new password'),
  unsubscribe: unlistedScreen('/unsubscribe', 'Unsubscribe'),
  dashboard: unlistedScreen('/dashboard', 'Today', 'signed-in'),
  account: unlistedScreen('/account', 'Account', 'signed-in', 'Account settings'),
  ownAccount: unlistedScreen('/accounts/:id', 'Your account', 'signed-in'),
  trends: unlistedScreen('/trends', 'Trends at Pinterest', 'signed-in'),
  watchlists: unlistedScreen('/watchlists', 'Watchlists', 'signed-in'),
  authorize: unlistedScreen('/oauth/authorize', 'Connect an assistant', 'signed-in'),
  linking: unlistedScreen('/oauth2/pinterest', 'Linking your account', 'signed-in'),
  analytics: unlistedScreen('/admin/analytics', 'Analytics', 'admin', 'Site Analytics'),
  growth: unlistedScreen('/admin/growth', 'Growth Analytics', 'admin'),
  deletedItems: unlistedScreen('/admin/quality/deleted', 'Deleted items', 'admin'),
  neverCrawledItems: unlistedScreen('/admin/quality/never-crawled', 'Never-crawled items', 'admin'),
  allZeroItems: unlistedScreen('/admin/quality/all-zero', 'Items with all zero metrics', 'admin'),
  people: unlistedScreen('/admin/people', 'People', 'admin'),
  setup: unlistedScreen('/admin/setup', 'First steps', 'admin'),
  imports: unlistedScreen('/admin/imports', 'Imports', 'admin'),
  operations: unlistedScreen('/admin/operations', 'Operations', 'admin'),
  audit: unlistedScreen('/admin/audit', 'Audit', 'admin'),
} as const satisfies Record<string, SiteScreen>;

export type ScreenName = keyof typeof screens;

/** Paths that lead to another screen. */
export const screenAliases = { '/influencers': 'pinners' } as const satisfies Record<string, ScreenName>;

/** The path of an entity's page. Ids may contain `:`, `/`, and `%`, so they are always encoded. */
export const entityPath = (entity: EntityType, id: string): string => `/${entity}/${encodeURIComponent(id)}/`;

/** The title of a document: that of its screen and the brand. */
export const documentTitle = (title: string | null, brand: string): string =>
  title === null ? `${brand} – research for Pinterest marketers` : `${title} · ${brand}`;
