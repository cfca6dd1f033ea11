import type { Email } from '#domain/mail/email';

/** An email of the outbox whose content is stored. */
export interface CapturedEmail {
  readonly id: number;
  readonly email: Email;
  readonly created_at: Date;
}

/** Reads the outbox for the captured mail page. */
export abstract class CapturedEmails {
  /** Returns the newest emails first. */
  abstract list(limit: number): Promise<readonly CapturedEmail[]>;

  abstract findById(id: number): Promise<CapturedEmail | null>;
}
