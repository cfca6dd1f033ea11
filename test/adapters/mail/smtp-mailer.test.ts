import type { Email } from '#domain/mail/email';
import { campaignEmail, passwordResetEmail } from '#domain/mail/emails';
import { sendTestEmail } from '#server/cli/commands/messages/mail.command';
import { readConfig } from '#server/config/config';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { SmtpMailer } from '#server/mail/smtp/smtp-mailer';
import { campaignContent } from '../../support/campaign-content';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server';
import { testSecrets } from '../../support/process/test-secrets';

const branding = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.test', user_id: null };

const renderEmail = (id: number, email: Email, brand = 'Corklight') =>
  new EmailRenderer({ BRAND_NAME: brand }, testSecrets).render(id, email);

let server: TestSmtpServer;
let mailer: SmtpMailer;
beforeAll(async () => {
  server = await startSmtpServer();
  mailer = new SmtpMailer(server.url, 'Corklight <hello@pins.example>', 'pins.example');
});
afterAll(async () => {
  mailer.close();
  await server.close();
});

describe('the test email of the command line', () => {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line) > 0 };
  const io = { stdout: output, stderr: output, isJson: false };
  beforeEach(() => void (lines.length = 0));
  const send = () =>
    sendTestEmail('operator@site.test', readConfig({ SMTP_URL: server.url, MAIL_FROM: 'Corklight <hello@pins.example>' }), io);

  it('arrives, or says what the mail server answered', async () => {
    expect(await send()).toBe(0);
    expect((await server.waitForEmail('operator@site.test')).mail.subject).toBe('Test email of Corklight');
    server.isRefusing = true;
    expect(await send()).toBe(1);
    server.isRefusing = false;
    expect(lines.at(-1)).toMatch(/^The mail server did not take the email: \S/);
  });

  it('is not sent without a mail server', async () => {
    expect(await sendTestEmail('operator@site.test', readConfig({}), io)).toBe(1);
    expect(lines).toEqual(['There is no mail server: set SMTP_URL and MAIL_FROM.\n']);
  });
});

describe('delivering through SMTP', () => {
  it('sends an email as HTML and plain text, with a message id', async () => {
    await mailer.deliver(renderEmail(7, passwordResetEmail(branding, 'CODE')));
    const { mail, recipients, from } = await server.waitForEmail('mira@site.test');
    expect(recipients).toEqual(['mira@site.test']);
    expect(from).toBe('hello@pins.example');
    expect(mail.messageId).toBe('<letter-7@pins.example>');
    expect(mail.text).toContain('https://pins.example/auth/password/reset/CODE');
    expect(mail.html).toContain('href="https://pins.example/auth/password/reset/CODE"');
  });

  it('rejects an email that is not accepted', async () => {
    server.isRefusing = true;
    const refused = renderEmail(7, passwordResetEmail({ ...branding, to: 'refused@site.test' }, 'CODE'));
    await expect(mailer.deliver(refused)).rejects.toThrow(/\d{3}/);
    server.isRefusing = false;
    expect(server.received.flatMap(({ recipients }) => recipients)).not.toContain('refused@site.test');
  });

  it('adds the one-click unsubscribe headers only to marketing emails (RFC 8058)', async () => {
    const email = campaignEmail({ ...branding, to: 'many@site.test' }, campaignContent, 'TOKEN');
    await mailer.deliver(renderEmail(8, email));
    const headers = new Map((await server.waitForEmail('many@site.test')).mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN>');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const plain = await server.waitForEmail('mira@site.test');
    expect(plain.mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it.each([
    'a@site.test\r\nBcc: victim@site.test',
    'a@site.test, victim@site.test',
    'Name <victim@site.test>\n',
    'a@site.test>\r\nRCPT TO:<victim@site.test',
  ])('never adds a recipient for the address %j', async (to) => {
    await mailer.deliver(renderEmail(9, passwordResetEmail({ ...branding, to }, 'CODE'))).catch(() => undefined);
    for (const { recipients } of server.received) expect(recipients.length).toBe(1);
    expect(server.received.flatMap(({ mail }) => mail.headers.map(({ key }) => key))).not.toContain('bcc');
  });

  it('escapes markup', () => {
    const { html } = renderEmail(
      1,
      { ...passwordResetEmail(branding, 'CODE'), paragraphs: ['<a href="https://evil.test">click</a>'] },
      '<b>Brand</b>',
    );
    expect(html).not.toContain('<a href="https://evil.test"');
    expect(html).not.toContain('<b>');
  });
});
