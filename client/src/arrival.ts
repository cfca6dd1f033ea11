import { rememberAffiliate } from './session';
import { api } from './api/api';

/** What an address brought that must not stay in it, kept until the screen it is for takes it. */
interface Brought {
  /** A code of a letter that confirms an e-mail address. */
  confirmation: string;
  /** A code of a letter that allows a new password. */
  reset: string;
  /** The return from the platform's page of consent; both empty when it was refused there. */
  linking: { readonly code: string; readonly state: string };
  /** The token of the letter whose reader wants no more of them. */
  unsubscribe: string;
}

let brought: Partial<Brought> = {};

/** Takes what the address brought for this screen; only the first who asks gets it. */
export function takeBrought<K extends keyof Brought>(what: K): Brought[K] | undefined {
  const found = brought[what];
  delete brought[what];
  return found;
}

const codePaths = { '/auth/email/confirm': 'confirmation', '/auth/password/reset': 'reset' } as const;
const RETURN = '/oauth2/pinterest';
const UNSUBSCRIBE = '/unsubscribe';
const REFERRAL = 'campaign_referral_id';
const AFFILIATE = 'sscid';

/**
 * Takes codes and campaign marks out of the address bar, before anything is asked of any server: they must not reach a log,
 * a Referer or the history. Answers what is to be told to the server once it knows this browser.
 */
export function takeFromAddress(): () => Promise<void> {
  const url = new URL(location.href);
  const query = url.searchParams;
  const code = codeInPath(url.pathname);
  if (code) brought[code.what] = code.code;
  if (url.pathname === RETURN && (query.has('state') || query.has('error'))) {
    brought.linking = { code: query.get('code') ?? '', state: query.get('state') ?? '' };
    url.search = '';
  }
  const referral = query.get(REFERRAL);
  if (referral && url.pathname === UNSUBSCRIBE) brought.unsubscribe = referral;
  const sscid = query.get(AFFILIATE);
  // Only where there is one: taking away writes the rest anew, and may write it otherwise.
  for (const mark of [REFERRAL, AFFILIATE]) if (query.has(mark)) query.delete(mark);
  const clean = `${code?.path ?? url.pathname}${url.search}${url.hash}`;
  if (clean !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(history.state, '', clean);
  return () => tell(sscid, url.pathname === UNSUBSCRIBE ? null : referral);
}

function codeInPath(path: string): { readonly what: 'confirmation' | 'reset'; readonly code: string; readonly path: string } | null {
  for (const [start, what] of Object.entries(codePaths)) {
    const rest = path.startsWith(`${start}/`) ? path.slice(start.length + 1).replace(/\/$/, '') : '';
    if (rest !== '') return { what, code: readable(rest), path: start };
  }
  return null;
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Neither matters to the visitor: what cannot be told is let go. */
async function tell(sscid: string | null, referral: string | null): Promise<void> {
  if (sscid !== null && /^[\w-]{1,64}$/.test(sscid)) await rememberAffiliate(sscid).catch(() => undefined);
  if (referral) await api('GET /track', { query: { campaign_referral_id: referral } }).catch(() => undefined);
}
