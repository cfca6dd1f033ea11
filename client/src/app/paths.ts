import type { EntityType, Variant } from '#domain/catalog/variants';

const detail = (entity: EntityType) => (id: string) => `/${entity}/${encodeURIComponent(id)}/`;

/** Every address of the app. Ids may hold `:`, `/` and `%`: they are always encoded whole. */
export const paths = {
  home: '/',
  /** The live sample of what a keyword search finds. */
  sample: '/#sample',
  pins: '/pins',
  boards: '/boards',
  pinners: '/pinners',
  pin: detail('pin'),
  board: detail('board'),
  pinner: detail('pinner'),
  momentum: '/momentum',
  privacy: '/privacy-policy',
  /** A keyword search in one list. */
  search: (variant: Variant, query: string) => `/${variant}?${new URLSearchParams({ query })}`,
};

/** The id in a detail address, from the path as the address bar has it; null when it cannot be decoded. */
export function idInPath(path: string): string | null {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '');
  } catch {
    return null;
  }
}
