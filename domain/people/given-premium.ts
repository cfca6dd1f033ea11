import { type Day, dayLabel, dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { InvalidInput } from '#domain/errors';
import { givesPremium, premiumEndsAt, type Subscription } from '#domain/subscriptions/subscription';

/** How far ahead Premium can be given, so that a mistyped year is noticed. */
export const MAX_GIVEN_DAYS = 3_653;

/** Returns when Premium that is given for all of `lastDay` ends. Throws `InvalidInput` for a day in the past or too far ahead. */
export function endOfGivenPremium(lastDay: Day, now: Date): Date {
  const today = dayOf(now);
  if (lastDay < today) throw new InvalidInput(['until must not be in the past']);
  if (lastDay > today + MAX_GIVEN_DAYS) throw new InvalidInput([`until must be at most ${dayLabel(today + MAX_GIVEN_DAYS)}`]);
  return new Date((lastDay + 1) * DAY_MS);
}

/** Returns the last day of given Premium, which ends at the midnight after it, such as `2026-08-23`. */
export const lastGivenDay = (givenUntil: string): string => dayLabel(dayOf(new Date(givenUntil)) - 1);

/** Why a user has Premium: a paid subscription, a given one, or both. */
interface PremiumReasons {
  readonly isPaid: boolean;
  /** When the paid subscriptions end; null while one of them renews, or without any. */
  readonly paidUntil: Date | null;
  /** When the given subscription ends; null without one. */
  readonly givenUntil: Date | null;
}

/** Returns why these subscriptions give Premium now. */
export function premiumReasons(subscriptions: readonly Subscription[], now: Date): PremiumReasons {
  const running = subscriptions.filter((subscription) => givesPremium(subscription, now));
  const endsOf = (isGiven: boolean) =>
    running.filter(({ provider }) => (provider === 'given') === isGiven).map((subscription) => premiumEndsAt(subscription, now));
  const [paidEnds, givenEnds] = [endsOf(false), endsOf(true)];
  return {
    isPaid: paidEnds.length > 0,
    paidUntil: paidEnds.includes(null) ? null : latestOf(paidEnds),
    givenUntil: latestOf(givenEnds),
  };
}

const latestOf = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null);
