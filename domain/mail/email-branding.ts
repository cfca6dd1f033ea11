import type { EmailContext } from '#domain/mail/emails';

/** Supplies the brand and the origin of links in emails. */
export abstract class EmailBranding {
  /** Returns the context of an email to this address; `userId` is the account it belongs to, if any. */
  abstract contextFor(to: string, userId: string | null): EmailContext;

  /** Returns the context of an email to the operator's support address. */
  abstract operatorContext(): EmailContext;
}
