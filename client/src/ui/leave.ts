/** The way out of the app; one object, so that a test can stand where the browser does. */
export const outside = {
  open: (address: string): void => location.assign(address),
  reload: (): void => location.reload(),
};

/** The path at which this document was loaded, however far one has gone inside it since; null where the browser does not say. */
export function documentPath(): string | null {
  const name = performance.getEntriesByType?.('navigation')[0]?.name;
  return name !== undefined && URL.canParse(name) ? new URL(name).pathname : null;
}

/** Hosts besides our own that one may be sent to. */
const known = new Set(['www.pinterest.com', 'pinterest.com']);

/** Leaves for an address that the server named: Pinterest's, encrypted, or our own. False for any other, and nothing happens. */
export function leaveFor(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false;
  const url = new URL(address, location.origin);
  const isOurs = url.protocol === location.protocol && url.origin === location.origin;
  if (!isOurs && (url.protocol !== 'https:' || !known.has(url.host))) return false;
  outside.open(url.href);
  return true;
}
