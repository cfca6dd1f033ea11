import { MINUTE_MS } from '#domain/durations';
import type { Email } from '#domain/mail/email';
import type { EmailOutbox } from '#domain/mail/email-outbox';
import { passwordResetEmail } from '#domain/mail/emails';

/** A stored email, as far as the suite checks it. */
export interface StoredEmail {
  readonly content: Email | null;
  readonly due_at: Date | null;
  readonly sent_at: Date | null;
  readonly given_up_at: Date | null;
  readonly error: string | null;
}

interface EmailOutboxSetup {
  readonly outbox: EmailOutbox;
  queue(emails: readonly Email[], now: Date): Promise<void>;
  stored(): Promise<readonly StoredEmail[]>;
}

export const now = new Date('2026-11-21T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
export const resetEmail = (to = 'mira@site.test'): Email =>
  passwordResetEmail({ brand: 'Corklight', origin: 'https://pins.example', to, user_id: null }, 'CODE');

/** The behavior of every implementation of `EmailOutbox`. */
export function describeEmailOutbox(name: string, setUp: () => Promise<EmailOutboxSetup>): void {
  describe(name, () => {
    let setup: EmailOutboxSetup;
    beforeEach(async () => (setup = await setUp()));

    const queue = (count: number) =>
      setup.queue(
        Array.from({ length: count }, (_, index) => resetEmail(`p${index}@site.test`)),
        now,
      );
    const lease = (minutes = 0) => setup.outbox.leaseDue(20, minutesLater(minutes), minutesLater(minutes + 5));

    it('leases each email to one of several callers', async () => {
      await queue(50);
      const leases = await Promise.all(Array.from({ length: 10 }, () => lease()));
      expect(new Set(leases.flat().map(({ id }) => id)).size).toBe(50);
      expect(leases.flat()).toHaveLength(50);
    });

    it('leases the oldest emails first', async () => {
      await setup.queue([resetEmail('second@site.test')], minutesLater(-1));
      await setup.queue([resetEmail('third@site.test')], minutesLater(0));
      const leased = await setup.outbox.leaseDue(1, now, minutesLater(5));
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
      await setup.outbox.markDelivered(first?.id ?? -1, now, false);
      await setup.outbox.markDelivered(second?.id ?? -1, now, true);
      expect(await setup.stored()).toMatchObject([
        { content: null, due_at: null, sent_at: now },
        { content: { to: 'p1@site.test' }, due_at: null, sent_at: now },
      ]);
    });

    it('stores the error of a failure and the time of the next attempt', async () => {
      await queue(1);
      const [email] = await lease();
      await setup.outbox.markFailed(email?.id ?? -1, 'try later', minutesLater(1), now);
      expect(await setup.stored()).toMatchObject([{ error: 'try later', due_at: minutesLater(1), given_up_at: null }]);
      expect(await lease(1)).toHaveLength(1);
    });

    it('does not lease an email that was given up', async () => {
      await queue(1);
      const [email] = await lease();
      await setup.outbox.markFailed(email?.id ?? -1, 'no such mailbox', null, now);
      expect(await setup.stored()).toMatchObject([{ error: 'no such mailbox', given_up_at: now, due_at: null }]);
      expect(await lease(10_000)).toEqual([]);
    });
  });
}
