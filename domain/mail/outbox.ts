import type { Letter } from '#domain/mail/letter';

/** A letter whose turn has come. */
export interface DueLetter {
  readonly id: number;
  readonly letter: Letter;
  /** Tries before this one, all of which failed. */
  readonly failures: number;
}

/** Letters on their way. A letter is taken by one instance at a time; one that is cut off is due again after `lease`. */
export abstract class Outbox {
  /** Takes letters that are due, oldest first; nobody else gets them before `until`. */
  abstract take(most: number, now: Date, until: Date): Promise<readonly DueLetter[]>;

  /** Notes that a letter was delivered; `keep`: its content stays, else it is wiped, since it may hold a code. */
  abstract delivered(id: number, now: Date, keep: boolean): Promise<void>;

  /** Notes a failed try: when the next one is, or null when the letter is given up. */
  abstract failed(id: number, error: string, next: Date | null, now: Date): Promise<void>;
}
