import { lowerAscii } from '#domain/catalog/filters/filter-values';

/** How many topics a user may choose: as many as the `topic` filter of lists takes. */
export const MAX_TOPICS = 20;
export const MAX_TOPIC_LENGTH = 200;

/** The longest text that is read as a site or a user name. */
export const MAX_SITE_LENGTH = 300;

/** How many topics are suggested, each with at most this many pictures. */
export const MAX_SUGGESTED_TOPICS = 24;
export const MAX_TOPIC_PICTURES = 3;

/** What a user pins about. */
export interface StoredInterests {
  /** As the `topic` filter compares them, in the order in which they were chosen. */
  readonly topics: readonly string[];
  /** The host name of the user's site, or a Pinterest user name after `@`. */
  readonly site: string | null;
}

/** Topics as they are stored: trimmed, in lower case as filters compare them, once each. */
export const normalizeTopics = (topics: readonly string[]): readonly string[] => [
  ...new Set(topics.map((topic) => lowerAscii(topic.trim())).filter((topic) => topic !== '')),
];

const hostPattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;
const usernamePattern = /^[a-z\d_]{2,60}$/;
const profilePattern = /^(?:[a-z]{2}\.)?pinterest\.[a-z.]{2,6}\/([a-z\d_]+)\/?$/;

/** What a text names: the host of a site without `www.`, a Pinterest user name after `@`, null for an empty text; or why it is neither. */
export function parseSite(text: string): { readonly site: string | null } | { readonly reason: string } {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '');
  if (text.trim() === '') return { site: null };
  const name = profilePattern.exec(address)?.[1] ?? address.replace(/^@/, '');
  if (usernamePattern.test(name)) return { site: `@${name}` };
  const [host = ''] = address.split(/[/?#:]/);
  return hostPattern.test(host) && host.length <= MAX_SITE_LENGTH
    ? { site: host }
    : { reason: 'must be a site such as my-blog.com or a Pinterest user name' };
}

/** The host names that links to a site have; none for a user name. */
export const hostsOf = (site: string): readonly string[] => (site.startsWith('@') ? [] : [site, `www.${site}`]);

/** A topic of the catalog with the pictures of its most saved pins. */
export interface TopicCandidate {
  readonly topic: string;
  readonly pins: number;
  readonly pictures: readonly string[];
}

/** Topics for tiles: pictures that browsers may load, and none twice as long as others are left. */
export function pickTopicPictures(candidates: readonly TopicCandidate[], isShown: (address: string) => boolean): TopicCandidate[] {
  const used = new Set<string>();
  return candidates.map(({ topic, pins, pictures }) => {
    const shown = pictures.filter(isShown);
    const unused = shown.filter((address) => !used.has(address));
    const picked = (unused.length > 0 ? unused : shown).slice(0, MAX_TOPIC_PICTURES);
    picked.forEach((address) => used.add(address));
    return { topic, pins, pictures: picked };
  });
}
