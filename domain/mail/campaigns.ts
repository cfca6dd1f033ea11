import type { Audience, CampaignText } from '#domain/mail/campaign';

/** A campaign. The fingerprint and the audience identify it. */
export interface Campaign {
  readonly name: string;
  /** A hash of the file's text. */
  readonly fingerprint: string;
  readonly audience: Audience;
  readonly text: CampaignText;
}

/** Queues marketing emails for an audience. */
export abstract class Campaigns {
  /** Returns the current size of the audience: confirmed users who have not unsubscribed. */
  abstract countAudience(audience: Audience, now: Date): Promise<number>;

  /**
   * Adds the campaign's emails to the outbox in batches, each in one transaction. A repeated call resumes an interrupted campaign, and
   * no user gets an email twice. Returns how many emails this call queued.
   */
  abstract enqueueEmails(campaign: Campaign, now: Date, onProgress: (checkedCount: number) => void): Promise<number>;
}
