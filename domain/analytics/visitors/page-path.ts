import { removeNonText } from '#domain/analytics/visitors/event-metadata';

const MAX_PATH_LENGTH = 200;

/** Pages whose path ends with a secret, such as a confirmation code. */
const pathsWithSecret = ['/auth/email/confirm', '/auth/password/reset', '/oauth2', '/unsubscribe', '/track'] as const;

/** The path of an address as we count it: without query, hash, secrets and trailing slash, cut at 200 characters. */
export function pagePath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const normalized = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = normalized.toLowerCase();
  const withoutSecret = pathsWithSecret.find((page) => lower.startsWith(`${page}/`)) ?? normalized;
  return removeNonText(withoutSecret.slice(0, MAX_PATH_LENGTH));
}

/** A URL's host as browsers send it: international names are in their ASCII form. */
const HOST_PATTERN = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d._-]+)(?=[:/?#]|$)/i;

/** The host of an address in lower case, without its port; null when it has none. */
function hostOf(address: string): string | null {
  const host = HOST_PATTERN.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return host === undefined || host === '' ? null : host.slice(0, 100);
}

/** The host of a referrer: empty for a direct visit (no referrer, or our own host), null for an invalid address. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (referrer.trim() === '') return '';
  const host = hostOf(referrer.trim());
  return host === hostOf(`http://${ownHost}`) && host !== null ? '' : host;
}
