const CSRF_COOKIE = 'XSRF-TOKEN';
const safeMethods = new Set(['GET', 'HEAD']);

/** The CSRF header: the double-submit token of the cookie. Safe methods need none. */
export function csrfHeader(method: string): Record<string, string> {
  if (safeMethods.has(method)) return {};
  const cookie = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${CSRF_COOKIE}=`))
    ?.slice(CSRF_COOKIE.length + 1);
  return cookie ? { 'x-xsrf-token': cookie } : {};
}
