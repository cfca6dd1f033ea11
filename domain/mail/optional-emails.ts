import { DAY_MS } from '#domain/durations';
import { REFERRAL_TOKEN_LENGTH } from '#domain/mail/recipients';
import type { Secrets } from '#domain/secrets';

/** The emails that are off until users switch them on. */
export const optionalEmails = ['weekly', 'alerts'] as const;
export type OptionalEmail = (typeof optionalEmails)[number];

/** The token in the links that end one kind of optional emails to one user. */
export const optionalEmailToken = (secrets: Secrets, kind: OptionalEmail, userId: string): string =>
  secrets.sign('optional-email', `${kind}:${userId}`).slice(0, REFERRAL_TOKEN_LENGTH);

/** The links of an optional email that end it. */
export const optionalEmailLinks = (origin: string, token: string) => ({
  page: `${origin}/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/optional-emails/unsubscribe?token=${token}`,
});

/** For how long a link that ended emails can turn them on again: anyone it was forwarded to has the link, too. */
const RESUME_WINDOW_MS = DAY_MS;

/** The latest time at which emails may have ended that a link turns on again. */
export const resumableSince = (now: Date): Date => new Date(now.getTime() - RESUME_WINDOW_MS);

/** A confirmed user who has an optional email on and did not get today's yet. */
export interface DueUser {
  readonly id: string;
  readonly email: string;
  /** When the user switched the email on. */
  readonly since: Date;
}

/** What the token of an optional email stands for. */
export interface OptionalEmailOwner {
  readonly email: string;
  readonly kind: OptionalEmail;
}

/** Which optional emails users have switched on. A token of one kind changes no other kind, and no marketing emails. */
export abstract class OptionalEmails {
  /** Returns the kinds that a user has switched on. */
  abstract listFor(userId: string): Promise<readonly OptionalEmail[]>;

  /** Switches a kind on or off. Once it is on, the first email is about what happens from the next day on; repeated, it changes nothing. */
  abstract choose(userId: string, kind: OptionalEmail, isOn: boolean, now: Date): Promise<void>;

  /** Does the same for the owner of a token; null for an unknown token, and to switch on what was off for more than a day. Idempotent. */
  abstract chooseByToken(token: string, isOn: boolean, now: Date): Promise<OptionalEmailOwner | null>;
}
