import type { EntityType, Variant } from '#domain/catalog/variants';
import { entityPath, type ScreenName, screens } from '#domain/site/screens';

/** The paths of the app: that of each screen by its name, or a function for screens of one thing. */
export const paths = {
  ...(Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [name, path])) as Readonly<Record<ScreenName, string>>),
  /** The sample of keyword searches. */
  sample: '/#sample',
  /** What the checks of a kind ask. */
  checks: (entity: EntityType) => `${screens.momentum.path}#checks-${entity}`,
  keyword: (keyword: string) => `${screens.keywords.path}/${encodeURIComponent(keyword)}`,
  pin: (id: string) => entityPath('pin', id),
  board: (id: string) => entityPath('board', id),
  pinner: (id: string) => entityPath('pinner', id),
  /** What Pinterest counts for a linked account. */
  ownAccount: (id: string) => `/accounts/${encodeURIComponent(id)}`,
  /** A comparison of the items, as `itemsText` writes them. A colon and a comma need no encoding in a query. */
  compare: (items: string) => `${screens.compare.path}?items=${encodeURIComponent(items).replaceAll('%3A', ':').replaceAll('%2C', ',')}`,
  /** Adds the path to return to; the home page is the default. */
  withNext: (path: string, next: string) => (next === '/' ? path : `${path}?${new URLSearchParams({ next })}`),
  /** A keyword search in one list. */
  search: (variant: Variant, query: string) => `/${variant}?${new URLSearchParams({ query })}`,
};

/** Is this a path of the admin's screens? Routes ignore case. */
export const isAdminPath = (path: string): boolean => path.toLowerCase().startsWith('/admin/');

/** The decoded id in a detail path; null if it cannot be decoded. */
export function entityIdFromPath(path: string): string | null {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '');
  } catch {
    return null;
  }
}
