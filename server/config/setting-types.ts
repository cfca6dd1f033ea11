import { isIP } from 'node:net';
import { z } from 'zod';
import { MAX_QUERY_LENGTH } from '#domain/catalog/variants';
import { type HomeKeywords, homeLists, MAX_HOME_KEYWORDS } from '#domain/catalog/home-lists';
import { MAX_QUERY_WORDS } from '#domain/catalog/keywords/search-terms';
import { queryWords } from '#domain/catalog/keywords/words';

export const integer = z.coerce.number({ error: 'must be a number' }).int('must be a whole number');

/** The number of a TCP port; 0 for any free one. */
export const port = integer.min(0).max(65_535);

/** An address of this machine that a server listens on. */
export const listenAddress = z
  .string()
  .refine((text) => isIP(text) > 0 || text === 'localhost', 'must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0');

/** An address that other programs are reached at. */
export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an https:// address' });

/** The address of the site, without a path: it cannot be served below one. */
export const siteOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .refine((text) => /^[^/]+\/\/[^/?#@]+\/?$/.test(text), 'must be an address without a path, such as https://pins.example.com');

export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A URL that secrets are sent to: https, or a server on this machine in tests. */
export const secureUrl = z.url().regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/, 'must be an https:// address');

/** A URL that users are redirected to: a page of Pinterest, or one on this machine in tests. */
export const redirectUrl = secureUrl.regex(/^https:\/\/([\w-]+\.)?pinterest\.com\/|^http:/, 'must be an address of pinterest.com');

/** A host name of the DNS, without scheme, port, and path. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

const splitTrimmed = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Host names separated by commas; none for an empty text. */
export const hostNames = z
  .string()
  .transform((text) => [...new Set(splitTrimmed(text.toLowerCase(), ','))])
  .superRefine((names, context) => {
    for (const name of names) {
      if (HOST_NAME.test(name)) continue;
      context.addIssue({ code: 'custom', message: `must be host names like i.pinimg.com, separated by commas: "${name}" is none` });
    }
  });

/** Public keys of age, separated by commas; none for an empty text. Their checksums are compared where they are used. */
export const ageRecipients = z
  .string()
  .default('')
  .transform((text) => splitTrimmed(text, ','))
  .refine((keys) => keys.every((key) => /^age1[a-z\d]{20,}$/.test(key)), 'must be public keys of age, which begin with age1');

/** The address of a Postgres. */
export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
  .refine(
    (text) => /^\w+:\/\/[^/?#]|^\w+:\/\/\/[^?#]|[?&]host=./.test(text),
    'must name a host and a database, such as postgres://user:password@127.0.0.1:5432/corklight',
  );

/** Addresses of Postgres separated by commas; a comma in a password is written `%2C`. An address is not repeated in the message: it holds a password. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), 'must be postgres:// addresses, separated by commas');

const homeListNames: readonly string[] = homeLists.map(({ keyword }) => keyword);

const isWordCount = (count: number): boolean => count >= 1 && count <= MAX_QUERY_WORDS;

/** What is wrong with the keywords of a home list; null if nothing is. */
function homeListFault(list: string, keywords: readonly string[]): string | null {
  if (!homeListNames.includes(list)) return `must name lists of the home page (${homeListNames.join(', ')}): "${list}" is none`;
  if (keywords.length === 0 || keywords.length > MAX_HOME_KEYWORDS) return `must have 1 to ${MAX_HOME_KEYWORDS} keywords for "${list}"`;
  const unusable = keywords.find((one) => one.length > MAX_QUERY_LENGTH || !isWordCount(queryWords(one).length));
  return unusable === undefined ? null : `must have keywords of up to ${MAX_QUERY_WORDS} words: "${unusable}" is none`;
}

/** Keywords by home list, such as `etsy: crafts, handmade; make money: budget`. */
export const homeKeywords = z.string().transform((text, context): HomeKeywords => {
  const lists = splitTrimmed(text, ';').map((part) => {
    const [list = '', keywords = ''] = part.split(/:(.*)/s);
    return [list.trim().toLowerCase(), splitTrimmed(keywords, ',')] as const;
  });
  for (const [list, keywords] of lists) {
    const fault = homeListFault(list, keywords);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }
  return Object.fromEntries(lists);
});

/** Parses `id:key,id:key`, 32 bytes of base64 each, the current key first; null if it is anything else. */
export function parseTokenKeys(text: string): ReadonlyMap<string, Buffer> | null {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(',')) {
    const [, id, base64] = /^\s*([\w-]{1,20}):([\w+/=-]+)\s*$/.exec(part) ?? [];
    const key = Buffer.from(base64 ?? '', 'base64');
    if (id === undefined || key.length !== 32 || keys.has(id)) return null;
    keys.set(id, key);
  }
  return keys;
}

export const tokenKeys = z.string().refine((text) => parseTokenKeys(text) !== null, 'must be id:key,… with 32 bytes of base64 each');

/** A sender of emails: an address, with or without a name before it. */
export const sender = z
  .string()
  .max(200)
  .refine(
    (text) => /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text),
    'must be an email address, such as pins@example.com or Example Pins <pins@example.com>',
  );
