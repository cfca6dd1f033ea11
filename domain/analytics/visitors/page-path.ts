import { removeNonText } from '#domain/analytics/visitors/event-metadata';

/** So long may a path be that is counted; the rest of it is cut off. */
const MAX_PATH_LENGTH = 200;

/** Pages whose address goes on with something only one person should know. */
const pathsWithSecret = ['/auth/email/confirm', '/auth/password/reset', '/oauth2', '/unsubscribe', '/track'] as const;

/** The page an address names, as it is counted: without query, hash and secret codes, and without a slash at the end. */
export function pagePath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const normalized = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = normalized.toLowerCase();
  const withoutSecret = pathsWithSecret.find((page) => lower.startsWith(`${page}/`)) ?? normalized;
  return removeNonText(withoutSecret.slice(0, MAX_PATH_LENGTH));
}

/** Names as browsers send them: other scripts in their ASCII form. */
const HOST_PATTERN = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d._-]+)(?=[:/?#]|$)/i;

/** The host of an address, in small letters and without its port; null when it has none. */
function hostOf(address: string): string | null {
  const host = HOST_PATTERN.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return host === undefined || host === '' ? null : host.slice(0, 100);
}

/** The host that led here. Empty for a direct visit: no referrer, or a page of our own host. Null for what is no address. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (referrer.trim() === '') return '';
  const host = hostOf(referrer.trim());
  return host === hostOf(`http://${ownHost}`) && host !== null ? '' : host;
}
