import type { Audience, CampaignText } from '#domain/mail/campaign';

/** A campaign as it was asked for; the same fingerprint for the same audience is the same campaign. */
export interface Campaign {
  readonly name: string;
  /** A hash of the file's text. */
  readonly fingerprint: string;
  readonly audience: Audience;
  readonly text: CampaignText;
}

/** Writes marketing letters to many. */
export abstract class Campaigns {
  /** How many people the audience has now: confirmed, and not unsubscribed. */
  abstract countAudience(audience: Audience, now: Date): Promise<number>;

  /**
   * Writes the campaign's letters into the outbox, a set at a time, each set whole or not at all. A campaign that was cut off goes on,
   * and nobody gets it twice. Answers how many letters this run wrote.
   */
  abstract enqueueEmails(campaign: Campaign, now: Date, onProgress: (looked: number) => void): Promise<number>;
}
