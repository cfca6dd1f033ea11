import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import type { Letter } from '#domain/mail/letter';
import { Mailer, type RenderedLetter } from '#domain/mail/mailer';
import { Outbox } from '#domain/mail/outbox';
import { nextTry } from '#domain/mail/retry';

const AT_ONCE = 20;
/** A try that takes longer than this was cut off. */
const LEASE = 5 * 60_000;

/** Gives a letter its look. */
export abstract class LetterLook {
  abstract of(id: number, letter: Letter): RenderedLetter;
}

/** Takes the letters that are due out of the house; what fails is tried again later, and given up after two days. */
@Injectable()
export class DeliverLetters {
  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly look: LetterLook,
    private readonly clock: Clock,
  ) {}

  /** Answers how many were delivered. */
  async run(): Promise<number> {
    let delivered = 0;
    for (;;) {
      const now = this.clock.now();
      const due = await this.outbox.take(AT_ONCE, now, new Date(now.getTime() + LEASE));
      for (const { id, letter, failures } of due) {
        if (await this.#deliver(id, letter, failures + 1)) delivered++;
      }
      if (due.length < AT_ONCE) return delivered;
    }
  }

  async #deliver(id: number, letter: Letter, tries: number): Promise<boolean> {
    try {
      await this.mailer.deliver(this.look.of(id, letter));
    } catch (error) {
      const now = this.clock.now();
      await this.outbox.failed(id, error instanceof Error ? error.message : String(error), nextTry(tries, now), now);
      return false;
    }
    await this.outbox.delivered(id, this.clock.now(), this.mailer.keepsLetters);
    return true;
  }
}
