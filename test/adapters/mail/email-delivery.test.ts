import { passwordResetEmail } from '#domain/mail/emails';
import { campaignEmail, parseCampaign } from '#domain/mail/campaign';
import { Postgres } from '#server/database/postgres';
import { queueEmails } from '#server/mail/typeorm/queue-emails';
import { renderEmail } from '#server/mail/render-email';
import { SmtpMailer } from '#server/mail/smtp-mailer';
import { TypeormEmailOutbox } from '#server/mail/typeorm/email-outbox';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { type TestSmtpServer, startSmtpServer } from '../../support/servers/smtp-server';

const branding = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.test', user_id: null };
const now = new Date('2026-11-21T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('the outbox', () => {
  let database: TestDatabase;
  let postgres: Postgres;
  let outbox: TypeormEmailOutbox;
  beforeAll(async () => {
    database = await createTestDatabase();
    postgres = new Postgres(database.url);
    outbox = new TypeormEmailOutbox(postgres);
  });
  afterAll(async () => {
    await postgres.close();
    await database.close();
  });
  beforeEach(() => database.pool.query('delete from letters'));

  const queueResetEmails = (count: number) =>
    queueEmails(
      database.pool,
      Array.from({ length: count }, (_, index) => passwordResetEmail({ ...branding, to: `p${index}@site.test` }, 'CODE')),
      now,
    );
  const outboxRows = async () => (await database.pool.query('select * from letters order by id')).rows as Record<string, unknown>[];

  it('gives each letter to one of many who ask at once', async () => {
    await queueResetEmails(50);
    const sets = await Promise.all(Array.from({ length: 10 }, () => outbox.leaseDue(20, now, minutesLater(5))));
    const ids = sets.flat().map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });

  it('gives a letter again when whoever took it was cut off', async () => {
    await queueResetEmails(1);
    expect(await outbox.leaseDue(20, now, minutesLater(5))).toHaveLength(1);
    expect(await outbox.leaseDue(20, minutesLater(4), minutesLater(9))).toEqual([]);
    expect((await outbox.leaseDue(20, minutesLater(5), minutesLater(10)))[0]?.failures).toBe(1);
  });

  it('wipes what it delivered, since it may hold a code, unless the local mailbox reads it there', async () => {
    await queueResetEmails(2);
    const [first, second] = await outbox.leaseDue(20, now, minutesLater(5));
    await outbox.markDelivered(first?.id ?? 0, now, false);
    await outbox.markDelivered(second?.id ?? 0, now, true);
    expect((await outboxRows()).map(({ content, due_at, sent_at }) => [content === null, due_at, sent_at])).toEqual([
      [true, null, now],
      [false, null, now],
    ]);
  });

  it('keeps the reason of a failure, and does not offer a letter that was given up', async () => {
    await queueResetEmails(1);
    const [letter] = await outbox.leaseDue(20, now, minutesLater(5));
    await outbox.markFailed(letter?.id ?? 0, 'no such mailbox', null, now);
    expect((await outboxRows())[0]).toMatchObject({ error: 'no such mailbox', given_up_at: now, due_at: null });
    expect(await outbox.leaseDue(20, minutesLater(10_000), minutesLater(10_001))).toEqual([]);
  });

  it('writes nothing when the transaction it was part of is undone', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await queueEmails(client, [passwordResetEmail(branding, 'CODE')], now);
    await client.query('rollback');
    client.release();
    expect(await outboxRows()).toEqual([]);
  });
});

describe('a mail server', () => {
  let catcher: TestSmtpServer;
  let mailer: SmtpMailer;
  beforeAll(async () => {
    catcher = await startSmtpServer();
    mailer = new SmtpMailer(catcher.url, 'Corklight <hello@pins.example>', 'pins.example');
  });
  afterAll(async () => {
    mailer.close();
    await catcher.close();
  });

  it('gets a letter as HTML and as text, with a name of its own', async () => {
    await mailer.deliver(renderEmail(7, passwordResetEmail(branding, 'CODE'), 'Corklight'));
    const { mail, recipients, from } = await catcher.waitForEmail('mira@site.test');
    expect(recipients).toEqual(['mira@site.test']);
    expect(from).toBe('hello@pins.example');
    expect(mail.messageId).toBe('<letter-7@pins.example>');
    expect(mail.text).toContain('https://pins.example/auth/password/reset/CODE');
    expect(mail.html).toContain('href="https://pins.example/auth/password/reset/CODE"');
  });

  it('gets the one-click headers with marketing letters alone (RFC 8058)', async () => {
    const letter = campaignEmail({ ...branding, to: 'many@site.test' }, parseCampaign('Subject: Hi\n\nText.'), 'TOKEN');
    await mailer.deliver(renderEmail(8, letter, 'Corklight'));
    const headers = new Map((await catcher.waitForEmail('many@site.test')).mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN>');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const plain = await catcher.waitForEmail('mira@site.test');
    expect(plain.mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it.each([
    'a@site.test\r\nBcc: victim@site.test',
    'a@site.test, victim@site.test',
    'Name <victim@site.test>\n',
    'a@site.test>\r\nRCPT TO:<victim@site.test',
  ])('T18 never gets a second recipient out of %j', async (to) => {
    await mailer.deliver(renderEmail(9, passwordResetEmail({ ...branding, to }, 'CODE'), 'Corklight')).catch(() => undefined);
    for (const { recipients } of catcher.received) expect(recipients.length).toBe(1);
    expect(catcher.received.flatMap(({ mail }) => mail.headers.map(({ key }) => key))).not.toContain('bcc');
  });

  it('T18 shows markup in a letter as text', () => {
    const { html } = renderEmail(
      1,
      { ...passwordResetEmail(branding, 'CODE'), paragraphs: ['<a href="https://evil.test">click</a>'] },
      '<b>Brand</b>',
    );
    expect(html).not.toContain('<a href="https://evil.test"');
    expect(html).not.toContain('<b>');
  });

  it('that refuses for now makes the delivery fail', async () => {
    catcher.isRefusing = true;
    await expect(mailer.deliver(renderEmail(10, passwordResetEmail(branding, 'CODE'), 'Corklight'))).rejects.toThrow('try later');
    catcher.isRefusing = false;
  });
});
