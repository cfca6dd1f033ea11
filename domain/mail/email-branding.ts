import type { EmailContext } from '#domain/mail/emails';

/** In whose name letters are written and where their links lead. */
export abstract class EmailBranding {
  /** A letter to this address, of this account (null: of nobody's). */
  abstract contextFor(to: string, userId: string | null): EmailContext;
}
