import { isMissing, sanitizeText } from '#domain/catalog/import/text';

const MAX_LINK_LENGTH = 2048;
const hostPattern =
  /^(?:[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)\.?(?::\d{1,5})?$/iu;
const percentEncodings: Readonly<Record<string, string>> = {
  '"': '%22',
  "'": '%27',
  '<': '%3C',
  '>': '%3E',
  '`': '%60',
  ' ': '%20',
  '\\': '%5C',
};

/** A link that people may be sent to: http or https, a host with a name (no address in numbers), no credentials, at most 2,048 units. Null for any other. */
export function cleanLink(value: unknown): string | null {
  if (typeof value !== 'string' || isMissing(value)) return null;
  // As browsers do: tabs and line breaks inside a link are not there.
  const text = sanitizeText(value.replace(/[\t\r\n]/g, '')).trim();
  const match = /^(https?):\/\/([^/?#\\]+)([^]*)$/i.exec(text);
  if (!match || !hostPattern.test(match[2] ?? '')) return null;
  const link = `${match[1]?.toLowerCase()}://${match[2]?.toLowerCase()}${(match[3] ?? '').replace(/["'<>`\\ ]/g, (character) => percentEncodings[character] ?? '')}`;
  return link.length > MAX_LINK_LENGTH ? null : link;
}

/** The bare name of a site (`etsy.com`), also from a link to it; null for anything else, such as "Uploaded by user". */
export function cleanDomain(value: unknown): string | null {
  if (typeof value !== 'string' || isMissing(value)) return null;
  const name = sanitizeText(value)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#][^]*$/, '');
  return name.length <= 253 && hostPattern.test(name) ? name : null;
}
