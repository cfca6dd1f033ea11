import { MINUTE_MS } from '#domain/durations';

/** An email that is ready for delivery. */
export interface RenderedEmail {
  /** The same for every attempt, so that a mail server can recognize duplicates. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Additional headers, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Delivers emails. */
export abstract class Mailer {
  /** Does the outbox keep the content of delivered emails? True for captured mail, which is read from the outbox. */
  abstract readonly keepsDeliveredEmails: boolean;

  /** Resolves when the email is accepted for delivery; rejects when it is not. */
  abstract deliver(email: RenderedEmail): Promise<void>;
}

/** Delays after each failed attempt: quick at first, two days in total, as mail servers retry (RFC 5321, 4.5.4.1). */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440] as const;

/** Returns when to retry an email after this many failures; null when it is given up. */
export function nextAttempt(failures: number, now: Date): Date | null {
  const delayMinutes = RETRY_DELAYS_MINUTES[failures - 1];
  return delayMinutes === undefined ? null : new Date(now.getTime() + delayMinutes * MINUTE_MS);
}
