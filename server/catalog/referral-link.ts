/** A link with the referral tag added by the URL's own rules: host, path, other parameters and fragment stay; what is no http link stays as it is. */
export function withReferralTag(link: string | null, parameter: string, value: string): string | null {
  if (link === null || value === '' || !URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return link;
  url.searchParams.set(parameter, value);
  return url.toString();
}
