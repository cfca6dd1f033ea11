import type { EntityType, Variant } from '#domain/catalog/variants';

const detailPath = (entity: EntityType) => (id: string) => `/${entity}/${encodeURIComponent(id)}/`;

/** The paths of the app. Ids may contain `:`, `/`, and `%`, so they are always encoded. */
export const paths = {
  home: '/',
  /** The sample of keyword searches. */
  sample: '/#sample',
  pins: '/pins',
  boards: '/boards',
  pinners: '/pinners',
  pin: detailPath('pin'),
  board: detailPath('board'),
  pinner: detailPath('pinner'),
  login: '/auth/login',
  register: '/auth/register',
  confirm: '/auth/email/confirm',
  recover: '/auth/password/recover',
  reset: '/auth/password/reset',
  dashboard: '/dashboard',
  premium: '/premium',
  designer: '/designer',
  analytics: '/admin/analytics',
  growth: '/admin/growth',
  operations: '/admin/operations',
  momentum: '/momentum',
  privacy: '/privacy-policy',
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
