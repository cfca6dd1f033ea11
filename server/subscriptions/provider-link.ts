/** The provider's page of this address; null unless it is https at one of the provider's own hosts. */
export function providerLink(address: unknown): string | null {
  // Browsers drop tabs and line ends, and read a backslash as a slash: an address that needs that is none of Paddle's.
  if (typeof address !== 'string' || address.length > 2_000 || /[\s\\\p{C}]/u.test(address) || !URL.canParse(address)) return null;
  const { protocol, hostname, username, password, port, href } = new URL(address);
  const theirs = hostname === 'paddle.com' || hostname.endsWith('.paddle.com');
  return protocol === 'https:' && theirs && username === '' && password === '' && port === '' ? href : null;
}
