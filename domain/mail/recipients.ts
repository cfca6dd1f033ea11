/** What people did with the marketing letters they got. A referral is the token in the links of one letter. */
export abstract class Recipients {
  /** No more marketing letters for the owner of this referral; answers the address, null for a referral nobody has. Safe to repeat. */
  abstract unsubscribe(referral: string, now: Date): Promise<string | null>;

  /** Takes an unsubscription back. */
  abstract resubscribe(referral: string): Promise<string | null>;

  /** Counts a visit, once per referral and day, and remembers it with the session; true when it was counted, false for an unknown referral. */
  abstract recordVisit(referral: string, day: number, sessionHash: string | null, now: Date): Promise<boolean>;
}
