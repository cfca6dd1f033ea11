import { clockIn, type Day } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import type { Secrets } from '#domain/secrets';

/** The length of a token in the links of emails: 132 bits, unguessable and short enough for a link. */
export const EMAIL_TOKEN_LENGTH = 22;

/** The emails that are off until users switch them on. */
export const optionalEmails = ['weekly', 'alerts'] as const;
export type OptionalEmail = (typeof optionalEmails)[number];

/** The token in the links that end one kind of optional emails to one user. */
export const optionalEmailToken = (secrets: Secrets, kind: OptionalEmail, userId: string): string =>
  secrets.sign('optional-email', `${kind}:${userId}`).slice(0, EMAIL_TOKEN_LENGTH);

/** The links of an optional email that end it. */
export const optionalEmailLinks = (origin: string, token: string) => ({
  page: `${origin}/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/optional-emails/unsubscribe?token=${token}`,
});

/** For how long a link that ended emails can turn them on again: anyone it was forwarded to has the link, too. */
const RESUME_WINDOW_MS = DAY_MS;

/** The latest time at which emails may have ended that a link turns on again. */
export const resumableSince = (now: Date): Date => new Date(now.getTime() - RESUME_WINDOW_MS);

const MORNING_HOUR = 7;

/** The last day whose morning, at 7, has come in a time zone. The daily email of a day is due from then on. */
export function lastMorning(now: Date, timeZone: string): Day {
  const { day, hour } = clockIn(timeZone, now);
  return hour < MORNING_HOUR ? day - 1 : day;
}

/** A confirmed user who has an optional email on and did not get that of the due day yet. */
export interface DueUser {
  readonly id: string;
  readonly email: string;
  /** Null as long as it is not known. */
  readonly locale: string | null;
  /** When the user switched the email on. */
  readonly since: Date;
}
