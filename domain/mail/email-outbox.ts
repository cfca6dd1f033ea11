import type { Email } from '#domain/mail/email';

/** An email that is due for delivery. */
export interface DueEmail {
  readonly id: number;
  readonly email: Email;
  /** The number of failed attempts so far. */
  readonly failures: number;
}

/** Queued emails. A due email is leased to one instance at a time; after an interrupted attempt it is due again when its lease expires. */
export abstract class EmailOutbox {
  /** Leases due emails, oldest first, until `leasedUntil`. */
  abstract leaseDue(limit: number, now: Date, leasedUntil: Date): Promise<readonly DueEmail[]>;

  /** Marks an email as delivered. Without `keepContent` its content, which may include a code, is erased. */
  abstract markDelivered(id: number, now: Date, keepContent: boolean): Promise<void>;

  /** Records a failed attempt and the time of the next one; null gives the email up. */
  abstract markFailed(id: number, error: string, nextAttemptAt: Date | null, now: Date): Promise<void>;
}

/** An email of the outbox whose content is stored. */
export interface CapturedEmail {
  readonly id: number;
  readonly email: Email;
  readonly created_at: Date;
}
