import type { Email } from '#domain/mail/email';
import { Mailer, type RenderedEmail } from '#domain/mail/mailer';
import { type DueEmail, EmailOutbox } from '#domain/mail/email-outbox';
import { LockScope } from '#domain/lock-scope';
import { DeliverEmails, EmailRenderer } from '#server/mail/deliver-emails';
import { renderEmail } from '#server/mail/render-email';

const emailTo = (to: string): Email => ({ kind: 'reset', to, user_id: null, subject: 'S', paragraphs: ['P'] });

interface OutboxEntry {
  readonly letter: Email;
  due: Date | null;
  tries: number;
  state: 'waiting' | 'sent' | 'given up';
}

class FakeOutbox extends EmailOutbox {
  readonly entries: OutboxEntry[];

  constructor(letters: readonly Email[], due: Date) {
    super();
    this.entries = letters.map((letter) => ({ letter, due, tries: 0, state: 'waiting' }));
  }

  async leaseDue(most: number, now: Date, until: Date): Promise<readonly DueEmail[]> {
    const taken = [...this.entries.entries()].filter(([, { due }]) => due !== null && due <= now).slice(0, most);
    return taken.map(([id, entry]) => {
      entry.due = until;
      entry.tries += 1;
      return { id, email: entry.letter, failures: entry.tries - 1 };
    });
  }

  async markDelivered(id: number): Promise<void> {
    Object.assign(this.entries[id] ?? {}, { due: null, state: 'sent' });
  }

  async markFailed(id: number, _error: string, next: Date | null): Promise<void> {
    Object.assign(this.entries[id] ?? {}, { due: next, state: next ? 'waiting' : 'given up' });
  }
}

class FakeMailer extends Mailer {
  readonly keepsDeliveredEmails = false;
  readonly delivered: RenderedEmail[] = [];
  failingAddresses = new Set<string>();

  async deliver(letter: RenderedEmail): Promise<void> {
    if (this.failingAddresses.has(letter.to)) throw new Error('no such mailbox');
    this.delivered.push(letter);
  }
}

class PlainEmailRenderer extends EmailRenderer {
  render(id: number, letter: Email): RenderedEmail {
    return renderEmail(id, letter, 'Corklight');
  }
}

describe('delivering letters', () => {
  let now: Date;
  const clock = { now: () => now };
  beforeEach(() => (now = new Date('2026-11-21T12:00:00Z')));

  it('sends all that are due, in more than one set', async () => {
    const outbox = new FakeOutbox(
      Array.from({ length: 45 }, (_, index) => emailTo(`p${index}@x.test`)),
      now,
    );
    const mailer = new FakeMailer();
    expect(await new DeliverEmails(outbox, mailer, new PlainEmailRenderer(), clock).run(new LockScope())).toBe(45);
    expect(mailer.delivered.map(({ to }) => to)).toEqual(outbox.entries.map(({ letter }) => letter.to));
  });

  it('does not let one bad address hold up the others, and tries it again later', async () => {
    const outbox = new FakeOutbox([emailTo('bad@x.test'), emailTo('good@x.test')], now);
    const mailer = new FakeMailer();
    mailer.failingAddresses.add('bad@x.test');
    const letters = new DeliverEmails(outbox, mailer, new PlainEmailRenderer(), clock);
    expect(await letters.run(new LockScope())).toBe(1);
    expect(await letters.run(new LockScope())).toBe(0);
    now = new Date(now.getTime() + 60_000);
    mailer.failingAddresses.clear();
    expect(await letters.run(new LockScope())).toBe(1);
    expect(outbox.entries.map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('gives a letter up after eleven tries', async () => {
    const outbox = new FakeOutbox([emailTo('bad@x.test')], now);
    const mailer = new FakeMailer();
    mailer.failingAddresses.add('bad@x.test');
    const letters = new DeliverEmails(outbox, mailer, new PlainEmailRenderer(), clock);
    for (let day = 0; day < 12; day++) {
      await letters.run(new LockScope());
      now = new Date(now.getTime() + 86_400_000);
    }
    expect(outbox.entries[0]).toMatchObject({ state: 'given up', tries: 11 });
  });
});
