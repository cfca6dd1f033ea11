/** The web's own reader of addresses, which every place this runs in has; the domain's types know the language alone. */
declare const URL: new (
  address: string,
  base: string,
) => { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };

const HOME_PATH = '/';
// Written out, because a text may hold what cannot be seen: control characters, and the backslash, which browsers read as a slash.
// oxlint-disable-next-line no-control-regex
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Is this a path of ours, starting with exactly one slash, also after its escapes are read? */
function isLocalPath(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return /^\/(?!\/)/.test(path) && !decoded.startsWith('//') && !unsafeCharacters.test(decoded);
  } catch {
    return false;
  }
}

const withoutQuery = (address: string): string => address.replace(/[?#][^]*$/, '');
const withoutTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

/**
 * Where to go after signing in: the wanted address when it is one of ours (`origin`) and another than `current` (a path), else
 * home. What comes back starts with exactly one slash, so that it can never lead to another site.
 */
export function safeRedirect(next: string | null | undefined, origin: string, current: string): string {
  if (next === null || next === undefined || unsafeCharacters.test(next) || !isLocalPath(withoutQuery(next))) return HOME_PATH;
  try {
    const url = new URL(next, origin);
    // `/..//site` is short for `//site`: what counts is the path that comes out.
    if (url.origin !== origin || !isLocalPath(url.pathname)) return HOME_PATH;
    return withoutTrailingSlash(url.pathname) === withoutTrailingSlash(withoutQuery(current))
      ? HOME_PATH
      : `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return HOME_PATH;
  }
}
