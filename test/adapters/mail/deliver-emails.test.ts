import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { Mailer, type RenderedEmail } from '#domain/mail/mailer';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';
import { queueEmails } from '#server/mail/postgres/queue-emails';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';
import { testSecrets } from '../../support/process/test-secrets';

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

describe('delivering emails', () => {
  let database: TypeormDatabase;
  let clock: FixedClock;
  let mailer: RecordingMailer;
  let deliverEmails: DeliverEmails;
  const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  beforeAll(async () => (database = await createTypeormDatabase()));
  beforeEach(async () => {
    await database.pool.query('delete from emails');
    logged.mockClear();
    clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
    const outbox = new EmailOutbox(database.dataSource);
    mailer = new RecordingMailer();
    deliverEmails = new DeliverEmails(outbox, mailer, new EmailRenderer({ BRAND_NAME: 'Corklight' }, testSecrets), clock);
  });
  afterAll(async () => {
    logged.mockRestore();
    await database.close();
  });
  const queue = (...addresses: readonly string[]) => queueEmails(database.dataSource.manager, addresses.map(emailTo), clock.now());
  const stored = async () => (await database.pool.query<{ sent_at: Date | null }>('select * from emails order by id')).rows;

  it('delivers all due emails, in several batches', async () => {
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

  it('stops between two emails when its scope is revoked', async () => {
    await queue('first@x.test', 'second@x.test');
    const scope = new LockScope();
    scope.revoke(new Error('lock lost'));
    await expect(deliverEmails.run(scope)).rejects.toThrow('lock lost');
    expect(mailer.delivered).toEqual([]);
  });
});
