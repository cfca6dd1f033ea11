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
