/** The web's own reader of addresses, which every place this runs in has; the domain's types know the language alone. */
declare const URL: new (
  address: string,
  base: string,
) => { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };

const HOME = '/';
// Written out, because a text may hold what cannot be seen: control characters, and the backslash, which browsers read as a slash.
// oxlint-disable-next-line no-control-regex
const treacherous = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Is this a path of ours, starting with exactly one slash, also after its escapes are read? */
function isPlainPath(path: string): boolean {
  try {
    const read = decodeURIComponent(path);
    return /^\/(?!\/)/.test(path) && !read.startsWith('//') && !treacherous.test(read);
  } catch {
    return false;
  }
}

const pathOf = (address: string): string => address.replace(/[?#][^]*$/, '');
const withoutEnd = (path: string): string => path.replace(/(.)\/+$/, '$1');

/**
 * Where to go after signing in: the wanted address when it is one of ours (`origin`) and another than `current` (a path), else
 * home. What comes back starts with exactly one slash, so that it can never lead to another site.
 */
export function safeNext(next: string | null | undefined, origin: string, current: string): string {
  if (next === null || next === undefined || treacherous.test(next) || !isPlainPath(pathOf(next))) return HOME;
  try {
    const url = new URL(next, origin);
    // `/..//site` is short for `//site`: what counts is the path that comes out.
    if (url.origin !== origin || !isPlainPath(url.pathname)) return HOME;
    return withoutEnd(url.pathname) === withoutEnd(pathOf(current)) ? HOME : `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return HOME;
  }
}
