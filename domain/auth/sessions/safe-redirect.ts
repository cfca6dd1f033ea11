/** The global URL class: every runtime has it, but the domain compiles without DOM and Node types. */
declare const URL: new (
  address: string,
  base: string,
) => { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };

const HOME_PATH = '/';
// Control characters, and the backslash, which browsers treat as a slash.
// oxlint-disable-next-line no-control-regex
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Returns whether the path starts with exactly one slash, also after decoding. */
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
 * Returns the path to open after signing in: `next` if it belongs to our `origin` and is not the `current` path, else the home page.
 * The result starts with exactly one slash, so that it never leads to another site.
 */
export function safeRedirect(next: string | null | undefined, origin: string, current: string): string {
  if (next === null || next === undefined || unsafeCharacters.test(next) || !isLocalPath(withoutQuery(next))) return HOME_PATH;
  try {
    const url = new URL(next, origin);
    // `/..//site` resolves to `//site`, so check the resolved path.
    if (url.origin !== origin || !isLocalPath(url.pathname)) return HOME_PATH;
    return withoutTrailingSlash(url.pathname) === withoutTrailingSlash(withoutQuery(current))
      ? HOME_PATH
      : `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return HOME_PATH;
  }
}
