import { InvalidInput } from '#domain/errors';
import type { BillingNotice, ProviderName } from '#domain/subscriptions/billing-notice';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parses a `Paddle-Signature` header; null when it is invalid. It has several `h1` values while a secret is being rotated. */
function parseSignatureHeader(header: string): { readonly ts: string; readonly signatures: readonly Buffer[] } | null {
  if (header.length > 1_000) return null;
  const timestamps: string[] = [];
  const signatures: Buffer[] = [];
  for (const part of header.split(';')) {
    const [, name, value = ''] = /^\s*(ts|h1)=([\da-f]+)\s*$/i.exec(part) ?? [];
    if (name === 'ts') timestamps.push(value);
    else if (name === 'h1' && value.length === 64) signatures.push(Buffer.from(value, 'hex'));
  }
  const [ts] = timestamps;
  return timestamps.length === 1 && ts !== undefined && /^\d{1,12}$/.test(ts) && signatures.length > 0 ? { ts, signatures } : null;
}

/** Paddle's signature: HMAC-SHA256 over `ts:body`. */
const hmac = (secret: string, ts: string, body: Uint8Array): Buffer => createHmac('sha256', secret).update(`${ts}:`).update(body).digest();

/** The accepted secrets, and how far a notice's timestamp may differ from our clock. Its event id stops replays within this time. */
export interface WebhookTrust {
  readonly provider: ProviderName;
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
}

/** Was this exact body signed with one of the secrets within the tolerance? */
export function isSignatureValid(body: Uint8Array, header: string | undefined, now: Date, trust: WebhookTrust): boolean {
  const parts = header === undefined ? null : parseSignatureHeader(header);
  if (!parts || Math.abs(now.getTime() / 1_000 - Number(parts.ts)) > trust.toleranceSeconds) return false;
  const expected = trust.secrets.map((secret) => hmac(secret, parts.ts, body));
  return parts.signatures.some((givenSignature) => expected.some((ourSignature) => timingSafeEqual(ourSignature, givenSignature)));
}

/** Creates the signature header of a sandbox notice. */
export function signBody(body: Uint8Array, secret: string, now: Date): string {
  const ts = String(Math.floor(now.getTime() / 1_000));
  return `ts=${ts};h1=${hmac(secret, ts, body).toString('hex')}`;
}

/** Paddle's own notices have fewer than ten levels. */
const MAX_NESTING_DEPTH = 32;

/** The signature is not the provider's, or has expired. */
export class InvalidNoticeSignature extends InvalidInput {
  constructor() {
    super(['Paddle-Signature does not match this notice.']);
  }
}

/** Verifies the signature over the exact bytes of a notice, then parses it. */
export function readSignedNotice(body: Uint8Array, signature: string | undefined, now: Date, trust: WebhookTrust): BillingNotice {
  if (!isSignatureValid(body, signature, now, trust)) throw new InvalidNoticeSignature();
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw new InvalidInput(['The notice is not valid JSON.']);
  }
  if (!isWithinDepth(content, MAX_NESTING_DEPTH)) throw new InvalidInput([`The notice is nested deeper than ${MAX_NESTING_DEPTH} levels.`]);
  return parsePaddleNotice(trust.provider, content);
}

/** Are lists and objects nested at most this deep? The recursion itself goes no deeper. */
const isWithinDepth = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' || value === null || (depth > 0 && Object.values(value).every((nested) => isWithinDepth(nested, depth - 1)));
