import { useEffect, useState } from 'react';
import { saveAffiliate } from './session';
import { api } from '../api/api';

/** One-time parameters of the address; each waits here for its screen. */
interface ArrivalParams {
  /** The code that confirms an email address. */
  confirmation: string;
  /** The code that allows a password reset. */
  reset: string;
  /** The OAuth response of Pinterest; both are empty after a refusal. */
  linking: { readonly code: string; readonly state: string };
  /** The token of an unsubscribe link in a marketing email. */
  unsubscribe: string;
  /** The token of an unsubscribe link in an optional email. */
  optionalEmail: string;
}

let arrivalParams: Partial<ArrivalParams> = {};

/** What the address had under this name when the page was opened; undefined for the screens that follow the first one that asks. */
export function useArrivalParam<K extends keyof ArrivalParams>(name: K): ArrivalParams[K] | undefined {
  const [value] = useState(() => arrivalParams[name]);
  // Forgotten in an effect: React may discard a render, and with it what the render took.
  useEffect(() => void delete arrivalParams[name], [name]);
  return value;
}

const codePaths = { '/auth/email/confirm': 'confirmation', '/auth/password/reset': 'reset' } as const;
const OAUTH_RETURN_PATH = '/oauth2/pinterest';
const UNSUBSCRIBE_PATH = '/unsubscribe';
const REFERRAL_PARAM = 'campaign_referral_id';
const EMAIL_TOKEN_PARAM = 'token';
const AFFILIATE_PARAM = 'sscid';

/**
 * Removes codes and campaign parameters from the address before the first request: they must not reach a log, a Referer header, or the
 * history. Returns a function that reports the campaign parameters; call it once the session is loaded.
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
  const emailToken = url.pathname === UNSUBSCRIBE_PATH ? query.get(EMAIL_TOKEN_PARAM) : null;
  if (emailToken) {
    arrivalParams.optionalEmail = emailToken;
    query.delete(EMAIL_TOKEN_PARAM);
  }
  const sscid = query.get(AFFILIATE_PARAM);
  // Deleting a missing parameter would still serialize the query again, which may change its encoding.
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

/** Failures are ignored: neither report matters to the visitor. */
async function sendCampaignParams(sscid: string | null, referral: string | null): Promise<void> {
  if (sscid !== null && /^[\w-]{1,64}$/.test(sscid)) await saveAffiliate(sscid).catch(() => undefined);
  if (referral) await api('GET /track', { query: { campaign_referral_id: referral } }).catch(() => undefined);
}
