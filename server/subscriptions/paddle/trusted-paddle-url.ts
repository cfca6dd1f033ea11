/** The provider's page of this address; null unless it is https at one of the provider's own hosts. */
export function trustedPaddleUrl(url: unknown): string | null {
  // Browsers drop tabs and line ends, and read a backslash as a slash: an address that needs that is none of Paddle's.
  if (typeof url !== 'string' || url.length > 2_000 || /[\s\\\p{C}]/u.test(url) || !URL.canParse(url)) return null;
  const { protocol, hostname, username, password, port, href } = new URL(url);
  const isPaddleHost = hostname === 'paddle.com' || hostname.endsWith('.paddle.com');
  return protocol === 'https:' && isPaddleHost && username === '' && password === '' && port === '' ? href : null;
}
