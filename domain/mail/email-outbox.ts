import type { Email } from '#domain/mail/email';

/** A letter whose turn has come. */
export interface DueEmail {
  readonly id: number;
  readonly email: Email;
  /** Tries before this one, all of which failed. */
  readonly failures: number;
}

/** Letters on their way. A letter is taken by one instance at a time; one that is cut off is due again after `lease`. */
export abstract class EmailOutbox {
  /** Takes letters that are due, oldest first; nobody else gets them before `until`. */
  abstract leaseDue(limit: number, now: Date, leasedUntil: Date): Promise<readonly DueEmail[]>;

  /** Notes that a letter was delivered; `keep`: its content stays, else it is wiped, since it may hold a code. */
  abstract markDelivered(id: number, now: Date, keepContent: boolean): Promise<void>;

  /** Notes a failed try: when the next one is, or null when the letter is given up. */
  abstract markFailed(id: number, error: string, nextAttemptAt: Date | null, now: Date): Promise<void>;
}
