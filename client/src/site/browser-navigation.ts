/** The way out of the app; one object, so that a test can stand where the browser does. */
export const browserNavigation = {
  open: (url: string): void => location.assign(url),
  reload: (): void => location.reload(),
};

/** The path at which this document was loaded, however far one has gone inside it since; null where the browser does not say. */
export function loadedDocumentPath(): string | null {
  const name = performance.getEntriesByType?.('navigation')[0]?.name;
  return name !== undefined && URL.canParse(name) ? new URL(name).pathname : null;
}

/** Hosts besides our own that one may be sent to. */
const trustedHosts = new Set(['www.pinterest.com', 'pinterest.com']);

/** Leaves for an address that the server named: Pinterest's, encrypted, or our own. False for any other, and nothing happens. */
export function openTrustedUrl(target: string): boolean {
  if (!URL.canParse(target, location.origin)) return false;
  const url = new URL(target, location.origin);
  const isSameOrigin = url.protocol === location.protocol && url.origin === location.origin;
  if (!isSameOrigin && (url.protocol !== 'https:' || !trustedHosts.has(url.host))) return false;
  browserNavigation.open(url.href);
  return true;
}
