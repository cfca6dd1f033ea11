import { cleanText } from '#domain/analytics/metadata';

/** So long may a path be that is counted; the rest of it is cut off. */
const LONGEST = 200;

/** Pages whose address goes on with something only one person should know. */
const withCode = ['/auth/email/confirm', '/auth/password/reset', '/oauth2', '/unsubscribe', '/track'] as const;

/** The page an address names, as it is counted: without query, hash and secret codes, and without a slash at the end. */
export function pagePath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = plain.toLowerCase();
  const bare = withCode.find((page) => lower.startsWith(`${page}/`)) ?? plain;
  return cleanText(bare.slice(0, LONGEST));
}

/** Names as browsers send them: other scripts in their ASCII form. */
const HOST = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d._-]+)(?=[:/?#]|$)/i;

/** The host of an address, in small letters and without its port; null when it has none. */
function hostOf(address: string): string | null {
  const host = HOST.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return host === undefined || host === '' ? null : host.slice(0, 100);
}

/** The host that led here. Empty for a direct visit: no referrer, or a page of our own host. Null for what is no address. */
export function sourceOf(referrer: string, ownHost: string): string | null {
  if (referrer.trim() === '') return '';
  const host = hostOf(referrer.trim());
  return host === hostOf(`http://${ownHost}`) && host !== null ? '' : host;
}
