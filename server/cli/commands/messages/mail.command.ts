import { parseEmail } from '#domain/auth/account/email-address';
import { parseVerb, UsageError } from '#server/cli/arguments';
import { type CommandOutput, printFailure, printResult, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { type Config, readSettings } from '#server/config/config';
import { SmtpMailer } from '#server/mail/smtp/smtp-mailer';

export const help = `corklight mail test ADDRESS

test sends one email through SMTP_URL from MAIL_FROM, at once, and says what the mail server answered. It needs no database and no
running server. docs/self-hosting.md has settings for common providers.

Example: corklight mail test you@example.com

Exit codes: 0 when the mail server took the email, 1 when it did not, 2 on incorrect usage.
`;

/** Sends a test email. Returns the exit code. */
export async function sendTestEmail(typedAddress: string, config: Config, io: CommandOutput): Promise<number> {
  const to = parseEmail(typedAddress);
  const { SMTP_URL, MAIL_FROM, BRAND_NAME, PUBLIC_URL } = config;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return printFailure(io, 'There is no mail server: set SMTP_URL and MAIL_FROM.');
  const mailer = new SmtpMailer(SMTP_URL, MAIL_FROM, PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname);
  const text = `This is a test of the email settings of ${BRAND_NAME}. They work.`;
  try {
    await mailer.deliver({ id: Date.now(), to, subject: `Test email of ${BRAND_NAME}`, html: '', text, headers: {} });
  } catch (error) {
    return printFailure(io, `The mail server did not take the email: ${(error as Error).message}`);
  } finally {
    mailer.close();
  }
  return printResult(io, `The mail server took an email to ${to}.\n`, { to, sent: true });
}

/** `corklight mail`. */
export const run: Run = async (args, io) => {
  const { rest } = parseVerb(args, commandForms.mail, 1);
  if (rest[0] === undefined) throw new UsageError('The address is missing.');
  return sendTestEmail(rest[0], readSettings(), io);
};
