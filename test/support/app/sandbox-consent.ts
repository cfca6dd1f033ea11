/** What the product asks the sandbox's consent page for, as its form carries it, except the state. */
export const askedConsent = {
  redirect_uri: 'http://localhost:3000/oauth2/pinterest',
  scope: 'user_accounts:read,boards:read,pins:read',
} as const;

/** The path of the consent page as the product opens it. */
export const sandboxConsentPath = (state: string): string =>
  `/sandbox/oauth?${new URLSearchParams({ client_id: 'sandbox', response_type: 'code', ...askedConsent, state }).toString()}`;

/** The form of the consent page, filled in for an account; `redirect` is what the product sent the browser to. */
export function consentTo(redirect: unknown, account = 'maple_kitchen'): string {
  const { searchParams } = new URL(String(redirect), 'http://site.test');
  const asked = Object.fromEntries(['state', 'redirect_uri', 'scope'].map((name) => [name, searchParams.get(name) ?? '']));
  return new URLSearchParams({ ...asked, account, decision: 'allow' }).toString();
}
