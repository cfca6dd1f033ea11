import type { Letter } from '#domain/mail/letter';
import { Mailer, type RenderedLetter } from '#domain/mail/mailer';
import { type DueLetter, Outbox } from '#domain/mail/outbox';
import { DeliverLetters, LetterLook } from '#server/mail/deliver-letters';
import { renderLetter } from '#server/mail/render-letter';

const letterTo = (to: string): Letter => ({ kind: 'reset', to, user_id: null, subject: 'S', paragraphs: ['P'] });

interface Kept {
  readonly letter: Letter;
  due: Date | null;
  tries: number;
  state: 'waiting' | 'sent' | 'given up';
}

class OutboxInMemory extends Outbox {
  readonly kept: Kept[];

  constructor(letters: readonly Letter[], due: Date) {
    super();
    this.kept = letters.map((letter) => ({ letter, due, tries: 0, state: 'waiting' }));
  }

  async take(most: number, now: Date, until: Date): Promise<readonly DueLetter[]> {
    const taken = [...this.kept.entries()].filter(([, { due }]) => due !== null && due <= now).slice(0, most);
    return taken.map(([id, entry]) => {
      entry.due = until;
      entry.tries += 1;
      return { id, letter: entry.letter, failures: entry.tries - 1 };
    });
  }

  async delivered(id: number): Promise<void> {
    Object.assign(this.kept[id] ?? {}, { due: null, state: 'sent' });
  }

  async failed(id: number, _error: string, next: Date | null): Promise<void> {
    Object.assign(this.kept[id] ?? {}, { due: next, state: next ? 'waiting' : 'given up' });
  }
}

class Catcher extends Mailer {
  readonly keepsLetters = false;
  readonly caught: RenderedLetter[] = [];
  broken = new Set<string>();

  async deliver(letter: RenderedLetter): Promise<void> {
    if (this.broken.has(letter.to)) throw new Error('no such mailbox');
    this.caught.push(letter);
  }
}

class Plain extends LetterLook {
  of(id: number, letter: Letter): RenderedLetter {
    return renderLetter(id, letter, 'Corklight');
  }
}

describe('delivering letters', () => {
  let now: Date;
  const clock = { now: () => now };
  beforeEach(() => (now = new Date('2026-11-21T12:00:00Z')));

  it('sends all that are due, in more than one set', async () => {
    const outbox = new OutboxInMemory(
      Array.from({ length: 45 }, (_, index) => letterTo(`p${index}@x.test`)),
      now,
    );
    const mailer = new Catcher();
    expect(await new DeliverLetters(outbox, mailer, new Plain(), clock).run()).toBe(45);
    expect(mailer.caught.map(({ to }) => to)).toEqual(outbox.kept.map(({ letter }) => letter.to));
  });

  it('does not let one bad address hold up the others, and tries it again later', async () => {
    const outbox = new OutboxInMemory([letterTo('bad@x.test'), letterTo('good@x.test')], now);
    const mailer = new Catcher();
    mailer.broken.add('bad@x.test');
    const letters = new DeliverLetters(outbox, mailer, new Plain(), clock);
    expect(await letters.run()).toBe(1);
    expect(await letters.run()).toBe(0);
    now = new Date(now.getTime() + 60_000);
    mailer.broken.clear();
    expect(await letters.run()).toBe(1);
    expect(outbox.kept.map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('gives a letter up after eleven tries', async () => {
    const outbox = new OutboxInMemory([letterTo('bad@x.test')], now);
    const mailer = new Catcher();
    mailer.broken.add('bad@x.test');
    const letters = new DeliverLetters(outbox, mailer, new Plain(), clock);
    for (let day = 0; day < 12; day++) {
      await letters.run();
      now = new Date(now.getTime() + 86_400_000);
    }
    expect(outbox.kept[0]).toMatchObject({ state: 'given up', tries: 11 });
  });
});
