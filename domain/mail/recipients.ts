/** The length of a referral token: 132 bits, unguessable and short enough for a link. */
export const REFERRAL_TOKEN_LENGTH = 22;

/** The recipients of marketing emails. A referral is the token in the links of one email. */
export abstract class Recipients {
  /** Unsubscribes the owner of this referral from marketing emails. Returns the address, or null for an unknown referral. Idempotent. */
  abstract unsubscribe(referral: string, now: Date): Promise<string | null>;

  /** Reverts an unsubscription of the last day; null for an older one. */
  abstract resubscribe(referral: string, now: Date): Promise<string | null>;

  /** Counts a visit, once per referral and day, and attaches the referral to the session. Returns true when the visit was counted. */
  abstract recordVisit(referral: string, day: number, sessionHash: string | null, now: Date): Promise<boolean>;
}
