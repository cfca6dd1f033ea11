import { InvalidInput } from '#domain/errors';
import type { BillingNotice, ProviderName } from '#domain/subscriptions/billing-notice';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { isSignatureValid } from '#server/subscriptions/paddle/signature';

/** Paddle's own notices have fewer than ten levels. */
const MAX_NESTING_DEPTH = 32;

/** The signature is not the provider's, or has expired. */
export class InvalidNoticeSignature extends InvalidInput {
  constructor() {
    super(['Paddle-Signature does not match this notice.']);
  }
}

/** The accepted secrets, and how far a notice's timestamp may differ from our clock. */
export interface WebhookTrust {
  readonly provider: ProviderName;
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
}

/** Verifies the signature over the exact bytes of a notice, then parses it. */
export function readSignedNotice(body: Uint8Array, signature: string | undefined, now: Date, trust: WebhookTrust): BillingNotice {
  if (!isSignatureValid(body, signature, trust.secrets, now, trust.toleranceSeconds)) throw new InvalidNoticeSignature();
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
