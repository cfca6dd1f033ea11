import type { Correspondence } from '#domain/mail/letters';

/** In whose name letters are written and where their links lead. */
export abstract class Letterhead {
  /** A letter to this address, of this account (null: of nobody's). */
  abstract about(to: string, user_id: string | null): Correspondence;
}
