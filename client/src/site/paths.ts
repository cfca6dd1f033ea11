import type { EntityType, Variant } from '#domain/catalog/variants';

const detailPath = (entity: EntityType) => (id: string) => `/${entity}/${encodeURIComponent(id)}/`;

/** Every address of the app. Ids may hold `:`, `/` and `%`: they are always encoded whole. */
export const paths = {
  home: '/',
  /** The live sample of what a keyword search finds. */
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
  /** An address with where to go afterwards; none when that is the home page. */
  withNext: (path: string, next: string) => (next === '/' ? path : `${path}?${new URLSearchParams({ next })}`),
  /** A keyword search in one list. */
  search: (variant: Variant, query: string) => `/${variant}?${new URLSearchParams({ query })}`,
};

/** Is this an address of the administrators' screens? Routes take capitals too. */
export const isAdminPath = (path: string): boolean => path.toLowerCase().startsWith('/admin/');

/** The id in a detail address, from the path as the address bar has it; null when it cannot be decoded. */
export function entityIdFromPath(path: string): string | null {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '');
  } catch {
    return null;
  }
}
