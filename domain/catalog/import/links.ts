import { memoize } from '#domain/memoize';
import { isMissing, sanitizeText } from '#domain/catalog/import/text';

const MAX_LINK_LENGTH = 2048;
const hostPattern =
  /^(?:[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)\.?(?::\d{1,5})?$/iu;
/** Most links of a file have one of a few hosts. */
const isHost = memoize((text) => hostPattern.test(text), 5_000);
const percentEncodings: Readonly<Record<string, string>> = {
  '"': '%22',
  "'": '%27',
  '<': '%3C',
  '>': '%3E',
  '`': '%60',
  ' ': '%20',
  '\\': '%5C',
};

/** A link in which nothing is to be cleaned, as most are: building them again took a sixth of the time of parsing a row. */
const cleanPattern = /^https?:\/\/([a-z\d.-]+)(?:[/?#][!#-&(-;=?-[\]^_a-z{|}~]*)?$/;

/** Returns a safe link: http or https, a host name (no IP address), no credentials, at most 2,048 characters. Null for others. */
export function cleanLink(value: unknown): string | null {
  if (typeof value !== 'string' || isMissing(value)) return null;
  const clean = cleanPattern.exec(value);
  if (clean && value.length <= MAX_LINK_LENGTH && isHost(clean[1] ?? '')) return value;
  // Browsers ignore tabs and line breaks in a link.
  const text = sanitizeText(value.replace(/[\t\r\n]/g, '')).trim();
  if (text.length > MAX_LINK_LENGTH) return null;
  // The host must end where browsers end it: encoded, a backslash after it would make it part of the credentials before another host.
  const match = /^(https?):\/\/([^/?#\\]+)(|[/?#][^]*)$/i.exec(text);
  if (!match || !isHost(match[2] ?? '')) return null;
  const link = `${match[1]?.toLowerCase()}://${match[2]?.toLowerCase()}${(match[3] ?? '').replace(/["'<>`\\ ]/g, (character) => percentEncodings[character] ?? '')}`;
  return link.length > MAX_LINK_LENGTH ? null : link;
}

/** Returns a domain name (`etsy.com`), also from a link; null for anything else, such as "Uploaded by user". */
export function cleanDomain(value: unknown): string | null {
  if (typeof value !== 'string' || isMissing(value)) return null;
  const name = sanitizeText(value)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#][^]*$/, '');
  return name.length <= 253 && isHost(name) ? name : null;
}
