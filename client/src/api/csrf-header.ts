const CSRF_COOKIE = 'XSRF-TOKEN';
const safeMethods = new Set(['GET', 'HEAD']);

/** The header that proves a call comes from a page of ours; calls that change nothing need none. */
export function csrfHeader(method: string): Record<string, string> {
  if (safeMethods.has(method)) return {};
  const cookie = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${CSRF_COOKIE}=`))
    ?.slice(CSRF_COOKIE.length + 1);
  return cookie ? { 'x-xsrf-token': cookie } : {};
}
