const COOKIE = 'XSRF-TOKEN';
const safe = new Set(['GET', 'HEAD']);

/** The header that proves a call comes from a page of ours; calls that change nothing need none. */
export function crossSiteHeader(method: string): Record<string, string> {
  if (safe.has(method)) return {};
  const cookie = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return cookie ? { 'x-xsrf-token': cookie } : {};
}
