import { type EntityType, MAX_ID_LENGTH } from '#domain/catalog/variants';
import { isMissing } from '#domain/catalog/import/text';
import type { ParseResult } from '#domain/catalog/import/counts';

/** First path segments on Pinterest that are not usernames. */
const reservedPages = new Set(
  'about _ business categories category create discover email explore ideas login logout news_hub oauth password pin pins resource search settings shop shopping source story-pins signup terms today topics trends users video videos welcome www'.split(
    ' ',
  ),
);
/** Second path segments that are tabs of a profile, not boards. */
const profileTabs = new Set(
  'boards pins followers following likes tries community shop created saved _saved _created _shop _pins _community _profile'.split(' '),
);

const isPinterestHost = (host: string): boolean => /^(?:[a-z0-9-]+\.)*pinterest\.[a-z]{2,3}(?:\.[a-z]{2})?\.?(?::\d+)?$/i.test(host);

/** Returns the decoded path segments of a Pinterest URL; null for other URLs. */
function pinterestPath(url: unknown): string[] | null {
  if (typeof url !== 'string') return null;
  const match = /^(?:(?:https?:)?\/\/)?([^/?#\s]+)([^?#]*)/i.exec(url.trim().replace(/^(["'])(.*)\1$/, '$2'));
  if (!match || !isPinterestHost(match[1] ?? '')) return null;
  try {
    return (match[2] ?? '')
      .split('/')
      .filter((part) => part !== '')
      .map((part) => decodeURIComponent(part).normalize('NFC'));
  } catch {
    return null;
  }
}

const isId = (text: string): boolean => text.length > 0 && text.length <= MAX_ID_LENGTH && /^[^\s\p{C}]+$/u.test(text);

/** Whether a first path segment names a user. */
const isUser = (segment: string | undefined): segment is string =>
  segment !== undefined && !reservedPages.has(segment.toLowerCase()) && isUsername(segment);

/** Returns the username in the URL of a profile, a board or a profile tab; null if there is none. */
export function usernameFromUrl(url: unknown): string | null {
  const [user] = pinterestPath(url) ?? [];
  return isUser(user) ? user : null;
}

/** Returns whether a text can be a username, rather than a display name or a masked one. */
export const isUsername = (text: string): boolean => /^[\p{L}\p{N}_.-]{1,100}$/u.test(text);

/** The id of a pinner of whom only the username is known. */
export const idOfUsername = (username: string): string => `~${username.normalize('NFC').toLowerCase()}`;

const idParsers = {
  pin: ([page, id]: readonly string[]) => {
    if (page?.toLowerCase() !== 'pin' || id === undefined) return null;
    // In `/pin/words-of-the-name--123/` the number is the id.
    const bareId = /--(\d+)$/.exec(id)?.[1] ?? id;
    return /^(?:\d+|[\w-]{12,})$/.test(bareId) ? bareId : null;
  },
  board: ([user, slug, ...rest]: readonly string[]) => {
    if (!isUser(user) || slug === undefined || rest.length > 0) return null;
    return profileTabs.has(slug.toLowerCase()) ? null : `~${user}~${slug}`.toLowerCase().normalize('NFC');
  },
  pinner: ([user, tab, ...rest]: readonly string[]) => {
    if (!isUser(user) || rest.length > 0) return null;
    return tab === undefined || profileTabs.has(tab.toLowerCase()) ? idOfUsername(user) : null;
  },
} as const satisfies Record<EntityType, (path: readonly string[]) => string | null>;

/**
 * Returns the stable id in a Pinterest URL, independent of country, query, case and encoding: a pin's number, `~user~board`, or `~user`.
 * Null if the URL is not that of such an entity.
 */
export function idFromUrl(entity: EntityType, url: unknown): string | null {
  const path = pinterestPath(url);
  const id = path && idParsers[entity](path);
  return id && isId(id) ? id : null;
}

/** Parses an id: text, a whole number below 2^53, or MongoDB's `$oid`. Null if there is none. */
export function parseId(raw: unknown): ParseResult<string | null> {
  const value = typeof raw === 'object' && raw !== null && Object.hasOwn(raw, '$oid') ? (raw as { $oid: unknown }).$oid : raw;
  if (isMissing(value)) return { value: null };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0
      ? { value: String(value) }
      : { reason: `${value} lost digits as a number; ids must be text` };
  }
  if (typeof value !== 'string') return { reason: 'is not a text' };
  const text = value.trim().normalize('NFC');
  if (text.length > MAX_ID_LENGTH) return { reason: `is longer than ${MAX_ID_LENGTH} characters` };
  return isId(text) ? { value: text } : { reason: 'has white space or control characters' };
}
