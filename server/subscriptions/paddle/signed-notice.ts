import { InvalidInput } from '#domain/errors';
import type { BillingNotice, ProviderName } from '#domain/subscriptions/billing-notice';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { isSignatureValid } from '#server/subscriptions/paddle/signature';

/** What is not the provider's, or not of now. */
export class InvalidNoticeSignature extends InvalidInput {
  constructor() {
    super(['Paddle-Signature does not belong to this notice.']);
  }
}

/** Whose notices are believed: those signed with one of these secrets, at most so many seconds from now. */
export interface WebhookTrust {
  readonly provider: ProviderName;
  readonly secrets: readonly string[];
  readonly tolerance: number;
}

/** Reads a notice once its very bytes are proven to be the provider's. */
export function readSignedNotice(body: Uint8Array, signature: string | undefined, now: Date, trust: WebhookTrust): BillingNotice {
  if (!isSignatureValid(body, signature, trust.secrets, now, trust.tolerance)) throw new InvalidNoticeSignature();
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw new InvalidInput(['The notice is not JSON.']);
  }
  return parsePaddleNotice(trust.provider, content);
}
