/** A board without a cover shows at most this many pictures of its pins. */
export const MAX_BOARD_PICTURES = 4;

/** How a browser loads the picture of an entity. */
export interface PictureSource {
  /** The smallest thumbnail, or the address itself where no sizes are known. */
  readonly src: string;
  /** The thumbnails with their widths, as in an `img` element; null where no sizes are known. */
  readonly srcset: string | null;
  /** The stored address, for when the thumbnails do not load; null if `src` is that address. */
  readonly fallback: string | null;
}

const PINTEREST_IMAGE_HOST = 'i.pinimg.com';
/** Former names of Pinterest's image host. */
const formerImageHosts: ReadonlySet<string> = new Set(['s-media-cache-ak0.pinimg.com']);

/** `/originals/01/23/45/<hash>.png`, or a size instead of `originals`: every thumbnail of it is a JPEG. */
const PIN_PATH = /^\/(?:originals|\d+x\d*)\/((?:[\da-f]{2}\/){3}[\da-f]+)\.(?:jpe?g|png|webp|gif)$/;
/** `/280x280_RS/01/23/45/<hash>.jpg`: the square picture of a profile. */
const AVATAR_PATH = /^\/\d+x\d+_RS\/((?:[\da-f]{2}\/){3}[\da-f]+\.(?:jpe?g|png|webp|gif))$/;
/** The gray silhouette of profiles without a picture. */
const DEFAULT_AVATAR_PATH = /^\/images\/user\/default/;

/** An https address: the host, in lower case, and the rest from the first slash on. */
interface WebAddress {
  readonly host: string;
  readonly path: string;
}

/** Splits an https address, with Pinterest's present host name in place of a former one; null for others. */
function parseAddress(address: string): WebAddress | null {
  const [, authority, path] = /^https:\/\/([^/?#\\]+)(\/[^]*)$/i.exec(address) ?? [];
  if (authority === undefined || path === undefined) return null;
  const host = authority.toLowerCase();
  return { host: formerImageHosts.has(host) ? PINTEREST_IMAGE_HOST : host, path };
}

interface Sizes {
  /** Widths in pixels, smallest first. */
  readonly widths: readonly number[];
  readonly addressOf: (width: number) => string;
}

/** The sizes that Pinterest has of a picture; null for other hosts and unknown paths. */
function sizesOf({ host, path }: WebAddress): Sizes | null {
  if (host !== PINTEREST_IMAGE_HOST) return null;
  const pin = PIN_PATH.exec(path)?.[1];
  if (pin !== undefined) return { widths: [236, 474, 736], addressOf: (width) => `https://${host}/${width}x/${pin}.jpg` };
  const avatar = AVATAR_PATH.exec(path)?.[1];
  if (avatar !== undefined) return { widths: [75, 140, 280], addressOf: (width) => `https://${host}/${width}x${width}_RS/${avatar}` };
  return null;
}

/** The smallest thumbnail with at least this width in pixels, else the largest; the address itself where no sizes are known. */
export function thumbnail(address: string, width: number): string {
  const parsed = parseAddress(address);
  const sizes = parsed && sizesOf(parsed);
  if (!sizes) return address;
  return sizes.addressOf(sizes.widths.find((candidate) => candidate >= width) ?? Math.max(...sizes.widths));
}

/** Whether the address is a path of our own site: with two slashes, or a backslash, it would lead to another one. */
const isOwnPath = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** How to load the picture at an address: from our own site, or by https from one of the hosts; null for all others. */
export function pictureOf(address: string | null, hosts: readonly string[]): PictureSource | null {
  if (address === null) return null;
  if (isOwnPath(address)) return { src: address, srcset: null, fallback: null };
  const parsed = parseAddress(address);
  if (!parsed || !hosts.includes(parsed.host) || DEFAULT_AVATAR_PATH.test(parsed.path)) return null;
  const present = `https://${parsed.host}${parsed.path}`;
  const sizes = sizesOf(parsed);
  if (!sizes) return { src: present, srcset: null, fallback: null };
  const srcset = sizes.widths.map((width) => `${sizes.addressOf(width)} ${width}w`).join(', ');
  return { src: thumbnail(present, 0), srcset, fallback: present };
}
