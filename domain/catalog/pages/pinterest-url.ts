import type { EntityType } from '#domain/catalog/variants';

/** The hosts of Pinterest: `pinterest` with or without a subdomain under a country's or a general domain, and its short links. */
const pinterestHost = /^(?:(?:[a-z]{2,3}|www)\.)?pinterest\.(?:com|info|[a-z]{2}|com?\.[a-z]{2})$|^pin\.it$/;

/** Whether a URL leads to Pinterest. */
function isPinterestUrl(url: string | null): url is string {
  const [, host = ''] = /^https?:\/\/([^/?#]+)(?:[/?#]|$)/i.exec(url ?? '') ?? [];
  return pinterestHost.test(host.toLowerCase());
}

/** What the address of an entity on Pinterest is made from. */
interface PinterestSource {
  readonly _id: string;
  /** The stored address. */
  readonly url: string | null;
  /** The user name of an influencer. */
  readonly username?: string | null;
}

const username = /^[\p{L}\p{N}_.-]{1,100}$/u;

/** The path that follows from a pin's number, a user name, or an id that was made from an address (`~user`, `~user~board`). */
const pathFrom = {
  pin: ({ _id }) => (/^\d+$/.test(_id) ? ['pin', _id] : null),
  board: ({ _id }) => (/^~[^~]+~[^~]+$/.test(_id) ? _id.split('~').slice(1) : null),
  pinner: ({ _id, username: name }) => [name ?? (_id.startsWith('~') ? _id.slice(1) : '')].filter((one) => username.test(one)),
} as const satisfies Record<EntityType, (source: PinterestSource) => readonly string[] | null>;

/** The address of an entity on Pinterest: as stored, or as it follows from its id or user name; null where it does not. */
export function pinterestUrl(entity: EntityType, source: PinterestSource): string | null {
  if (isPinterestUrl(source.url)) return source.url;
  const path = pathFrom[entity](source) ?? [];
  return path.length === 0 ? null : `https://www.pinterest.com/${path.map(encodeURIComponent).join('/')}/`;
}
