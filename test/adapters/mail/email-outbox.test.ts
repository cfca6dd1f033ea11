import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MINUTE_MS, DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { passwordResetEmail } from '#domain/mail/emails';
import { Mailer, type RenderedEmail } from '#domain/mail/mailer';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { queueEmails } from '#server/mail/postgres/queue-emails';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';
import { useTypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';
import { testSecrets } from '../../support/process/test-secrets';

const database = useTypeormDatabase();

describe('the outbox', () => {
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
    const lease = (minutes = 0) => outbox.leaseDue(minutesLater(minutes), minutesLater(minutes + 5));

    it('leases each email to one of several callers', async () => {
      await queue(20);
      const leases = await Promise.all(Array.from({ length: 20 }, () => lease()));
      const ids = leases.flatMap((leased) => leased?.id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (let last = await lease(); last; last = await lease()) ids.push(last.id);
      expect(new Set(ids).size).toBe(20);
      expect(ids).toHaveLength(20);
    });

    it('leases the oldest emails first', async () => {
      await queueEmails(database.dataSource.manager, [resetEmail('second@site.test')], minutesLater(-1));
      await queueEmails(database.dataSource.manager, [resetEmail('third@site.test')], minutesLater(0));
      expect((await lease())?.email.to).toBe('second@site.test');
    });

    it('leases an email again when its lease has expired', async () => {
      await queue(1);
      expect(await lease()).toMatchObject({ email: { to: 'p0@site.test' }, failures: 0 });
      expect(await lease(4)).toBeNull();
      expect(await lease(5)).toMatchObject({ failures: 1 });
    });

    it('erases the content of a delivered email unless it is to be kept', async () => {
      await queue(2);
      const [first, second] = [await lease(), await lease()];
      await outbox.markDelivered(first?.id ?? -1, now, false);
      await outbox.markDelivered(second?.id ?? -1, now, true);
      expect(await stored()).toMatchObject([
        { content: null, due_at: null, sent_at: now },
        { content: { to: 'p1@site.test' }, due_at: null, sent_at: now },
      ]);
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
  });

  describe('captured emails', () => {
    it('lists the newest first, without erased ones', async () => {
      await queueEmails(
        database.dataSource.manager,
        [resetEmail('a@site.test'), resetEmail('b@site.test'), resetEmail('c@site.test')],
        now,
      );
      await database.pool.query(`update emails set content = null where recipient = 'b@site.test'`);
      const listed = await outbox.listCaptured(10);
      expect(listed.map(({ email }) => email.to)).toEqual(['c@site.test', 'a@site.test']);
      expect(await outbox.listCaptured(1)).toHaveLength(1);
      expect(await outbox.findCaptured(listed[0]?.id ?? 0)).toEqual(listed[0]);
      expect(await outbox.findCaptured((listed[0]?.id ?? 0) - 1)).toBeNull();
    });
  });
});

describe('delivering emails', () => {
  /** A mailer that records what it delivers. */
  class RecordingMailer extends Mailer {
    readonly keepsDeliveredEmails = false;
    readonly delivered: RenderedEmail[] = [];
    readonly failingAddresses = new Set<string>();

    async deliver(email: RenderedEmail): Promise<void> {
      if (this.failingAddresses.has(email.to)) throw new Error('no such mailbox');
      this.delivered.push(email);
    }
  }

  const emailTo = (to: string): Email => ({ kind: 'reset', to, user_id: null, subject: 'S', paragraphs: ['P'] });

  let clock: FixedClock;
  let mailer: RecordingMailer;
  let deliverEmails: DeliverEmails;
  const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const deliveringBy = (by: Mailer) =>
    new DeliverEmails(new EmailOutbox(database.dataSource), by, new EmailRenderer({ BRAND_NAME: 'Corklight' }, testSecrets), clock);
  beforeEach(async () => {
    await database.pool.query('delete from emails');
    logged.mockClear();
    clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
    mailer = new RecordingMailer();
    deliverEmails = deliveringBy(mailer);
  });
  afterAll(() => logged.mockRestore());
  const queue = (...addresses: readonly string[]) => queueEmails(database.dataSource.manager, addresses.map(emailTo), clock.now());
  const stored = async () => (await database.pool.query<{ sent_at: Date | null }>('select * from emails order by id')).rows;

  it('delivers all due emails, oldest first', async () => {
    const addresses = Array.from({ length: 45 }, (_, index) => `p${index}@x.test`);
    await queue(...addresses);
    expect(await deliverEmails.run(new LockScope())).toBe(45);
    expect(mailer.delivered.map(({ to }) => to)).toEqual(addresses);
  });

  it('delivers other emails when one fails, and retries that one later', async () => {
    await queue('bad@x.test', 'good@x.test');
    mailer.failingAddresses.add('bad@x.test');
    expect(await deliverEmails.run(new LockScope())).toBe(1);
    expect(await deliverEmails.run(new LockScope())).toBe(0);
    clock.advance(MINUTE_MS);
    mailer.failingAddresses.clear();
    expect(await deliverEmails.run(new LockScope())).toBe(1);
    expect((await stored()).map(({ sent_at }) => sent_at !== null)).toEqual([true, true]);
  });

  it('logs how many emails were not delivered and why, without their addresses', async () => {
    await queue('bad@x.test', 'worse@x.test', 'good@x.test');
    mailer.failingAddresses.add('bad@x.test').add('worse@x.test');
    await deliverEmails.run(new LockScope());
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/^2 emails were not delivered: \S/)]]);
    expect(String(logged.mock.calls)).not.toContain('@');
  });

  it('gives an email up after eleven attempts', async () => {
    await queue('bad@x.test');
    mailer.failingAddresses.add('bad@x.test');
    for (let day = 0; day < 12; day++) {
      await deliverEmails.run(new LockScope());
      clock.advance(DAY_MS);
    }
    expect((await stored())[0]).toMatchObject({ given_up_at: expect.any(Date), attempts: 11 });
  });

  it('delivers each email once, though a mail server takes minutes for each and another server delivers, too', async () => {
    await queue('first@x.test', 'second@x.test', 'third@x.test');
    const slowMailer: Mailer = {
      keepsDeliveredEmails: false,
      deliver: async (email) => {
        clock.advance(4 * MINUTE_MS);
        await deliverEmails.run(new LockScope());
        await mailer.deliver(email);
      },
    };
    await deliveringBy(slowMailer).run(new LockScope());
    expect(mailer.delivered.map(({ to }) => to).toSorted()).toEqual(['first@x.test', 'second@x.test', 'third@x.test']);
  });

  it('delivers an email once, though the database does not answer when it is delivered', async () => {
    await queue('once@x.test');
    const markDelivered = jest.spyOn(EmailOutbox.prototype, 'markDelivered').mockRejectedValueOnce(new Error('no answer'));
    await expect(deliverEmails.run(new LockScope())).rejects.toThrow('no answer');
    expect(await deliverEmails.run(new LockScope())).toBe(0);
    markDelivered.mockRestore();
    clock.advance(10 * MINUTE_MS);
    await deliverEmails.run(new LockScope());
    expect([mailer.delivered.length, (await stored())[0]?.sent_at]).toEqual([1, expect.any(Date)]);
  });

  it('stops between two emails when its scope is revoked', async () => {
    await queue('first@x.test', 'second@x.test');
    const scope = new LockScope();
    scope.revoke(new Error('lock lost'));
    await expect(deliverEmails.run(scope)).rejects.toThrow('lock lost');
    expect(mailer.delivered).toEqual([]);
  });
});
