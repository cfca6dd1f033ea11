import { createTransport } from 'nodemailer';
import { Mailer, type RenderedEmail } from '#domain/mail/mailer';

const SMTP_TIMEOUT_MS = 20_000;

/** Hands letters to a mail server; connections are kept open while there is something to send. */
export class SmtpMailer extends Mailer {
  readonly keepsDeliveredEmails = false;
  readonly #transport;

  constructor(
    url: string,
    private readonly from: string,
    /** The host in message ids. */
    private readonly host: string,
  ) {
    super();
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
    // An address object is taken whole: nothing in it can become a second recipient.
    await this.#transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, html, text, headers, messageId });
  }

  close(): void {
    this.#transport.close();
  }
}
