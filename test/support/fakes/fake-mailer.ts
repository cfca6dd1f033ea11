import { Mailer, type RenderedEmail } from '#domain/mail/mailer';

/** A mailer that records what it delivers. */
export class FakeMailer extends Mailer {
  readonly keepsDeliveredEmails = false;
  readonly delivered: RenderedEmail[] = [];
  isRefusing = false;
  readonly failingAddresses = new Set<string>();

  async deliver(email: RenderedEmail): Promise<void> {
    if (this.isRefusing || this.failingAddresses.has(email.to)) throw new Error('no such mailbox');
    this.delivered.push(email);
  }
}
