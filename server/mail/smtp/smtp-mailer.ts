import { createTransport } from 'nodemailer';
import { SECOND_MS } from '#domain/durations';
import type { Mailer, RenderedEmail } from '#domain/mail/mailer';

const SMTP_TIMEOUT_MS = 20 * SECOND_MS;

/** Delivers emails through an SMTP server over pooled connections. */
export class SmtpMailer implements Mailer {
  readonly keepsDeliveredEmails = false;
  readonly #transport;

  constructor(
    url: string,
    private readonly from: string,
    /** The host part of message ids. */
    private readonly host: string,
  ) {
    this.#transport = createTransport({
      url,
      pool: true,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async deliver({ id, to, subject, html, text, headers }: RenderedEmail): Promise<void> {
    const messageId = `<letter-${id}@${this.host}>`;
    // An address object is not parsed, so it cannot inject a second recipient.
    await this.#transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, html, text, headers, messageId });
  }

  close(): void {
    this.#transport.close();
  }
}
