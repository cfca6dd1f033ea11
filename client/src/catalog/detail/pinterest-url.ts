/** The hosts of Pinterest: `pinterest` with or without a subdomain under a country's or a general domain, and its short links. */
const pinterestHost = /^(?:(?:[a-z]{2,3}|www)\.)?pinterest\.(?:com|info|[a-z]{2}|com?\.[a-z]{2})$|^pin\.it$/;

/** Whether a URL leads to Pinterest. */
export function isPinterestUrl(url: string | null): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return /^https?:$/.test(protocol) && pinterestHost.test(host);
}
