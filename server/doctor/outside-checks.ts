import { createTransport } from 'nodemailer';
import { SECOND_MS } from '#domain/durations';
import type { Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/providers';
import { broken, doubtful, type Finding, good } from '#server/doctor/finding';

const TIMEOUT_MS = 10 * SECOND_MS;

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { SMTP_URL } = config;
  if (SMTP_URL === undefined) {
    return isSandboxAllowed(config)
      ? good('Mail', 'captured at /dev/mail')
      : broken('Mail', 'no email is sent', 'Set SMTP_URL and MAIL_FROM.');
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return good('Mail', `${host} accepts our sign-in`);
  } catch (error) {
    return broken('Mail', `${host} does not: ${(error as Error).message}`, 'Check SMTP_URL, and that this machine may reach it.');
  } finally {
    transport.close();
  }
}

/** Asks for our own health through the public address, as visitors reach it. */
export async function checkPublicUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<Finding> {
  if (PUBLIC_URL === undefined) return good('Public URL', 'none: the site is for this machine');
  const subject = 'Public URL';
  const fix = 'Start the server, and check the DNS, the proxy, and its certificate.';
  try {
    const response = await fetch(new URL('/healthz', PUBLIC_URL), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const isOurs = response.status === 200 && text.includes('"status":"ok"');
    return isOurs
      ? good(subject, `${PUBLIC_URL} answers`)
      : doubtful(subject, `${PUBLIC_URL} answers ${response.status}, not as Corklight does`, fix);
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown };
    const reason = cause instanceof Error ? cause.message : (error as Error).message;
    return doubtful(subject, `${PUBLIC_URL} does not answer: ${reason}`, fix);
  }
}
