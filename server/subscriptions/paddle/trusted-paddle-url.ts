/** Returns the normalized URL; null unless it is https on one of Paddle's own hosts. */
export function trustedPaddleUrl(url: unknown): string | null {
  // Browsers remove tabs and newlines and treat a backslash as a slash, so reject URLs that contain them.
  if (typeof url !== 'string' || url.length > 2_000 || /[\s\\\p{C}]/u.test(url) || !URL.canParse(url)) return null;
  const { protocol, hostname, username, password, port, href } = new URL(url);
  const isPaddleHost = hostname === 'paddle.com' || hostname.endsWith('.paddle.com');
  return protocol === 'https:' && isPaddleHost && username === '' && password === '' && port === '' ? href : null;
}
