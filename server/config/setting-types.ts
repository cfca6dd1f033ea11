import { z } from 'zod';
import { MAX_QUERY_LENGTH } from '#domain/catalog/contract';
import { type HomeKeywords, homeLists, MAX_HOME_KEYWORDS } from '#domain/catalog/home-lists';
import { MAX_QUERY_WORDS, queryWords } from '#domain/catalog/keywords/search-terms';

/** The number of a TCP port; 0 for any free one. */
export const port = z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535);

export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A URL that secrets are sent to: https, or a server on this machine in tests. */
export const secureUrl = z.url().regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/, 'must be an https:// address');

/** A URL that users are redirected to: a page of Pinterest, or one on this machine in tests. */
export const pinterestUrl = secureUrl.regex(/^https:\/\/([\w-]+\.)?pinterest\.com\/|^http:/, 'must be an address of pinterest.com');

/** A host name of the DNS, without scheme, port, and path. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Host names separated by commas; none for an empty text. */
export const hostNames = z
  .string()
  .transform((text) =>
    [
      ...new Set(
        text
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
      ),
    ].filter((name) => name !== ''),
  )
  .superRefine((names, context) => {
    for (const name of names) {
      if (HOST_NAME.test(name)) continue;
      context.addIssue({ code: 'custom', message: `must be host names like i.pinimg.com, separated by commas: "${name}" is none` });
    }
  });

const POSTGRES_URL = z.url({ protocol: /^postgres(ql)?$/ });

/** Addresses of Postgres separated by commas; a comma in a password is written `%2C`. An address is not repeated in the message: it holds a password. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .refine((urls) => urls.every((url) => POSTGRES_URL.safeParse(url).success), 'must be postgres:// addresses, separated by commas');

const homeListNames: readonly string[] = homeLists.map(({ keyword }) => keyword);

const splitTrimmed = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

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
