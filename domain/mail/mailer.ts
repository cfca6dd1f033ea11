/** A letter with its look, ready to leave. */
export interface RenderedEmail {
  /** The same for every try, so that a letter that arrives twice is known as one. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Further headers, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes letters out of the house. */
export abstract class Mailer {
  /** Are letters still readable in the outbox after they were delivered? True for the local mailbox, which reads them there. */
  abstract readonly keepsDeliveredEmails: boolean;

  /** Resolves when the letter was accepted for delivery; throws when it was not. */
  abstract deliver(email: RenderedEmail): Promise<void>;
}
