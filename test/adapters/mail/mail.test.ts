import { resetLetter } from '#domain/mail/letters';
import { campaignLetter, parseCampaign } from '#domain/mail/campaign';
import { Postgres } from '#server/database/postgres';
import { queueLetters } from '#server/mail/outbox';
import { renderLetter } from '#server/mail/render-letter';
import { SmtpMailer } from '#server/mail/smtp-mailer';
import { TypeormOutbox } from '#server/mail/typeorm-outbox';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { type SmtpCatcher, startSmtpCatcher } from '../../support/smtp-catcher';

const about = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.test', user_id: null };
const now = new Date('2026-11-21T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('the outbox', () => {
  let database: TestDatabase;
  let postgres: Postgres;
  let outbox: TypeormOutbox;
  beforeAll(async () => {
    database = await freshDatabase();
    postgres = new Postgres(database.url);
    outbox = new TypeormOutbox(postgres);
  });
  afterAll(async () => {
    await postgres.close();
    await database.close();
  });
  beforeEach(() => database.pool.query('delete from letters'));

  const queue = (count: number) =>
    queueLetters(
      database.pool,
      Array.from({ length: count }, (_, index) => resetLetter({ ...about, to: `p${index}@site.test` }, 'CODE')),
      now,
    );
  const rows = async () => (await database.pool.query('select * from letters order by id')).rows as Record<string, unknown>[];

  it('gives each letter to one of many who ask at once', async () => {
    await queue(50);
    const sets = await Promise.all(Array.from({ length: 10 }, () => outbox.take(20, now, later(5))));
    const ids = sets.flat().map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });

  it('gives a letter again when whoever took it was cut off', async () => {
    await queue(1);
    expect(await outbox.take(20, now, later(5))).toHaveLength(1);
    expect(await outbox.take(20, later(4), later(9))).toEqual([]);
    expect((await outbox.take(20, later(5), later(10)))[0]?.failures).toBe(1);
  });

  it('wipes what it delivered, since it may hold a code, unless the local mailbox reads it there', async () => {
    await queue(2);
    const [first, second] = await outbox.take(20, now, later(5));
    await outbox.delivered(first?.id ?? 0, now, false);
    await outbox.delivered(second?.id ?? 0, now, true);
    expect((await rows()).map(({ content, due_at, sent_at }) => [content === null, due_at, sent_at])).toEqual([
      [true, null, now],
      [false, null, now],
    ]);
  });

  it('keeps the reason of a failure, and does not offer a letter that was given up', async () => {
    await queue(1);
    const [letter] = await outbox.take(20, now, later(5));
    await outbox.failed(letter?.id ?? 0, 'no such mailbox', null, now);
    expect((await rows())[0]).toMatchObject({ error: 'no such mailbox', given_up_at: now, due_at: null });
    expect(await outbox.take(20, later(10_000), later(10_001))).toEqual([]);
  });

  it('writes nothing when the transaction it was part of is undone', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await queueLetters(client, [resetLetter(about, 'CODE')], now);
    await client.query('rollback');
    client.release();
    expect(await rows()).toEqual([]);
  });
});

describe('a mail server', () => {
  let catcher: SmtpCatcher;
  let mailer: SmtpMailer;
  beforeAll(async () => {
    catcher = await startSmtpCatcher();
    mailer = new SmtpMailer(catcher.url, 'Corklight <hello@pins.example>', 'pins.example');
  });
  afterAll(async () => {
    mailer.close();
    await catcher.close();
  });

  it('gets a letter as HTML and as text, with a name of its own', async () => {
    await mailer.deliver(renderLetter(7, resetLetter(about, 'CODE'), 'Corklight'));
    const { mail, recipients, from } = await catcher.to('mira@site.test');
    expect(recipients).toEqual(['mira@site.test']);
    expect(from).toBe('hello@pins.example');
    expect(mail.messageId).toBe('<letter-7@pins.example>');
    expect(mail.text).toContain('https://pins.example/auth/password/reset/CODE');
    expect(mail.html).toContain('href="https://pins.example/auth/password/reset/CODE"');
  });

  it('gets the one-click headers with marketing letters alone (RFC 8058)', async () => {
    const letter = campaignLetter({ ...about, to: 'many@site.test' }, parseCampaign('Subject: Hi\n\nText.'), 'TOKEN');
    await mailer.deliver(renderLetter(8, letter, 'Corklight'));
    const headers = new Map((await catcher.to('many@site.test')).mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN>');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const plain = await catcher.to('mira@site.test');
    expect(plain.mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it.each([
    'a@site.test\r\nBcc: victim@site.test',
    'a@site.test, victim@site.test',
    'Name <victim@site.test>\n',
    'a@site.test>\r\nRCPT TO:<victim@site.test',
  ])('T18 never gets a second recipient out of %j', async (to) => {
    await mailer.deliver(renderLetter(9, resetLetter({ ...about, to }, 'CODE'), 'Corklight')).catch(() => undefined);
    for (const { recipients } of catcher.caught) expect(recipients.length).toBe(1);
    expect(catcher.caught.flatMap(({ mail }) => mail.headers.map(({ key }) => key))).not.toContain('bcc');
  });

  it('T18 shows markup in a letter as text', () => {
    const { html } = renderLetter(
      1,
      { ...resetLetter(about, 'CODE'), paragraphs: ['<a href="https://evil.test">click</a>'] },
      '<b>Brand</b>',
    );
    expect(html).not.toContain('<a href="https://evil.test"');
    expect(html).not.toContain('<b>');
  });

  it('that refuses for now makes the delivery fail', async () => {
    catcher.refuses = true;
    await expect(mailer.deliver(renderLetter(10, resetLetter(about, 'CODE'), 'Corklight'))).rejects.toThrow('try later');
    catcher.refuses = false;
  });
});
