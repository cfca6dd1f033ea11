import type { IncomingMessage } from 'node:http';

/** A path that no screen has, and that can be decoded. */
const UNKNOWN_PATH = '/%25';

const canBeDecoded = (path: string): boolean => {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The URL that a request is routed by: that of an unknown page where a browser asks for one at an address that cannot be decoded, which the
 * framework would answer with JSON. Calls of the API and files keep theirs.
 */
export function routedUrl({ url = '/', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  if (!url.includes('%') || (method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return url;
  const path = url.split(/[?#]/)[0] ?? url;
  return /^\/(api|assets)(\/|$)/.test(path) || canBeDecoded(path) ? url : UNKNOWN_PATH;
}
