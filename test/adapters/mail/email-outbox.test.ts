import { MINUTE_MS } from '#domain/durations';
import type { Email } from '#domain/mail/email';
import { passwordResetEmail } from '#domain/mail/emails';
import { queueEmails } from '#server/mail/postgres/queue-emails';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

/** A stored email, as far as the tests check it. */
interface StoredEmail {
  readonly content: Email | null;
  readonly due_at: Date | null;
  readonly sent_at: Date | null;
  readonly given_up_at: Date | null;
  readonly error: string | null;
}

const now = new Date('2026-11-21T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const resetEmail = (to = 'mira@site.test'): Email =>
  passwordResetEmail({ brand: 'Corklight', origin: 'https://pins.example', to, user_id: null }, 'CODE');

const database = useTypeormDatabase();
let outbox: EmailOutbox;
beforeAll(async () => {
  outbox = new EmailOutbox(database.dataSource);
});
beforeEach(() => database.pool.query('delete from emails'));

const stored = async () => (await database.pool.query<StoredEmail>('select * from emails order by id')).rows;

describe('the email outbox in Postgres', () => {
  const queue = (count: number) =>
    queueEmails(
      database.dataSource.manager,
      Array.from({ length: count }, (_, index) => resetEmail(`p${index}@site.test`)),
      now,
    );
  const lease = (minutes = 0) => outbox.leaseDue(20, minutesLater(minutes), minutesLater(minutes + 5));

  it('leases each email to one of several callers', async () => {
    await queue(50);
    const leases = await Promise.all(Array.from({ length: 10 }, () => lease()));
    expect(new Set(leases.flat().map(({ id }) => id)).size).toBe(50);
    expect(leases.flat()).toHaveLength(50);
  });

  it('leases the oldest emails first', async () => {
    await queueEmails(database.dataSource.manager, [resetEmail('second@site.test')], minutesLater(-1));
    await queueEmails(database.dataSource.manager, [resetEmail('third@site.test')], minutesLater(0));
    const leased = await outbox.leaseDue(1, now, minutesLater(5));
    expect(leased.map(({ email }) => email.to)).toEqual(['second@site.test']);
  });

  it('leases an email again when its lease has expired', async () => {
    await queue(1);
    expect(await lease()).toMatchObject([{ email: { to: 'p0@site.test' }, failures: 0 }]);
    expect(await lease(4)).toEqual([]);
    expect(await lease(5)).toMatchObject([{ failures: 1 }]);
  });

  it('erases the content of a delivered email unless it is to be kept', async () => {
    await queue(2);
    const [first, second] = await lease();
    await outbox.markDelivered(first?.id ?? -1, now, false);
    await outbox.markDelivered(second?.id ?? -1, now, true);
    expect(await stored()).toMatchObject([
      { content: null, due_at: null, sent_at: now },
      { content: { to: 'p1@site.test' }, due_at: null, sent_at: now },
    ]);
  });

  it('stores the error of a failure and the time of the next attempt', async () => {
    await queue(1);
    const [email] = await lease();
    await outbox.markFailed(email?.id ?? -1, 'try later', minutesLater(1), now);
    expect(await stored()).toMatchObject([{ error: 'try later', due_at: minutesLater(1), given_up_at: null }]);
    expect(await lease(1)).toHaveLength(1);
  });

  it('does not lease an email that was given up', async () => {
    await queue(1);
    const [email] = await lease();
    await outbox.markFailed(email?.id ?? -1, 'no such mailbox', null, now);
    expect(await stored()).toMatchObject([{ error: 'no such mailbox', given_up_at: now, due_at: null }]);
    expect(await lease(10_000)).toEqual([]);
  });
});

describe('queueing emails', () => {
  it('writes nothing when the transaction is rolled back', async () => {
    const transaction = database.dataSource.transaction(async (manager) => {
      await queueEmails(manager, [resetEmail()], now);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await stored()).toEqual([]);
  });

  it('writes nothing for no emails', async () => {
    await queueEmails(database.dataSource.manager, [], now);
    expect(await stored()).toEqual([]);
  });
});

describe('captured emails', () => {
  it('lists the newest first, without erased ones', async () => {
    await queueEmails(database.dataSource.manager, [resetEmail('a@site.test'), resetEmail('b@site.test'), resetEmail('c@site.test')], now);
    await database.pool.query(`update emails set content = null where recipient = 'b@site.test'`);
    const listed = await outbox.listCaptured(10);
    expect(listed.map(({ email }) => email.to)).toEqual(['c@site.test', 'a@site.test']);
    expect(await outbox.listCaptured(1)).toHaveLength(1);
    expect(await outbox.findCaptured(listed[0]?.id ?? 0)).toEqual(listed[0]);
    expect(await outbox.findCaptured((listed[0]?.id ?? 0) - 1)).toBeNull();
  });
});
