/** Document navigations; an object, so that tests can replace them. */
export const browserNavigation = {
  open: (url: string): void => location.assign(url),
  reload: (): void => location.reload(),
};

/** The path that this document was loaded from; null if the browser does not provide it. */
export function loadedDocumentPath(): string | null {
  const name = performance.getEntriesByType?.('navigation')[0]?.name;
  return name !== undefined && URL.canParse(name) ? new URL(name).pathname : null;
}

/** Foreign hosts that `openTrustedUrl` may open. */
const trustedHosts = new Set(['www.pinterest.com', 'pinterest.com']);

/** Opens a URL from the server if it is of our origin or Pinterest's over HTTPS; returns false for any other. */
export function openTrustedUrl(target: string): boolean {
  if (!URL.canParse(target, location.origin)) return false;
  const url = new URL(target, location.origin);
  const isSameOrigin = url.protocol === location.protocol && url.origin === location.origin;
  if (!isSameOrigin && (url.protocol !== 'https:' || !trustedHosts.has(url.host))) return false;
  browserNavigation.open(url.href);
  return true;
}
