/** Adds the referral parameter to a link, keeping its other parameters and fragment. Links other than http(s) are returned unchanged. */
export function withReferralTag(link: string | null, parameter: string, value: string): string | null {
  if (link === null || value === '' || !URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return link;
  url.searchParams.set(parameter, value);
  return url.toString();
}
