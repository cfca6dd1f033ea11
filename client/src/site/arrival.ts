import { saveAffiliate } from './session';
import { api } from '../api/api';

/** What an address brought that must not stay in it, kept until the screen it is for takes it. */
interface ArrivalParams {
  /** A code of a letter that confirms an e-mail address. */
  confirmation: string;
  /** A code of a letter that allows a new password. */
  reset: string;
  /** The return from the platform's page of consent; both empty when it was refused there. */
  linking: { readonly code: string; readonly state: string };
  /** The token of the letter whose reader wants no more of them. */
  unsubscribe: string;
}

let arrivalParams: Partial<ArrivalParams> = {};

/** Takes what the address brought for this screen; only the first who asks gets it. */
export function takeArrivalParam<K extends keyof ArrivalParams>(name: K): ArrivalParams[K] | undefined {
  const value = arrivalParams[name];
  delete arrivalParams[name];
  return value;
}

const codePaths = { '/auth/email/confirm': 'confirmation', '/auth/password/reset': 'reset' } as const;
const OAUTH_RETURN_PATH = '/oauth2/pinterest';
const UNSUBSCRIBE_PATH = '/unsubscribe';
const REFERRAL_PARAM = 'campaign_referral_id';
const AFFILIATE_PARAM = 'sscid';

/**
 * Takes codes and campaign marks out of the address bar, before anything is asked of any server: they must not reach a log,
 * a Referer or the history. Answers what is to be told to the server once it knows this browser.
 */
export function captureArrivalParams(): () => Promise<void> {
  const url = new URL(location.href);
  const query = url.searchParams;
  const code = parseCodePath(url.pathname);
  if (code) arrivalParams[code.what] = code.code;
  if (url.pathname === OAUTH_RETURN_PATH && (query.has('state') || query.has('error'))) {
    arrivalParams.linking = { code: query.get('code') ?? '', state: query.get('state') ?? '' };
    url.search = '';
  }
  const referral = query.get(REFERRAL_PARAM);
  if (referral && url.pathname === UNSUBSCRIBE_PATH) arrivalParams.unsubscribe = referral;
  const sscid = query.get(AFFILIATE_PARAM);
  // Only where there is one: taking away writes the rest anew, and may write it otherwise.
  for (const param of [REFERRAL_PARAM, AFFILIATE_PARAM]) if (query.has(param)) query.delete(param);
  const cleanUrl = `${code?.path ?? url.pathname}${url.search}${url.hash}`;
  if (cleanUrl !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(history.state, '', cleanUrl);
  return () => sendCampaignParams(sscid, url.pathname === UNSUBSCRIBE_PATH ? null : referral);
}

function parseCodePath(path: string): { readonly what: 'confirmation' | 'reset'; readonly code: string; readonly path: string } | null {
  for (const [prefix, paramName] of Object.entries(codePaths)) {
    const rest = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1).replace(/\/$/, '') : '';
    if (rest !== '') return { what: paramName, code: decodeOrRaw(rest), path: prefix };
  }
  return null;
}

function decodeOrRaw(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Neither matters to the visitor: what cannot be told is let go. */
async function sendCampaignParams(sscid: string | null, referral: string | null): Promise<void> {
  if (sscid !== null && /^[\w-]{1,64}$/.test(sscid)) await saveAffiliate(sscid).catch(() => undefined);
  if (referral) await api('GET /track', { query: { campaign_referral_id: referral } }).catch(() => undefined);
}
