import type { Mailer } from '#domain/mail/mailer';

/** Sends nothing: emails stay in the outbox and can be read at `/dev/mail`. */
export class CapturingMailer implements Mailer {
  readonly keepsDeliveredEmails = true;

  deliver(): Promise<void> {
    return Promise.resolve();
  }
}
