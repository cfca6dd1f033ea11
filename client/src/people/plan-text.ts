import type { Person } from '#domain/people/contract';
import { MINUTE_MS } from '#domain/durations';
import { formatDate } from '../ui/format';

/** The last day of given Premium, which ends at the midnight after it. */
export const lastGivenDay = (givenUntil: string): string => new Date(new Date(givenUntil).getTime() - MINUTE_MS).toISOString().slice(0, 10);

/** Why a person has Premium, in a few words. */
export function planText({ is_admin, is_paid, paid_until, given_until }: Person): string {
  const reasons = [
    ...(is_admin ? ['Administrator'] : []),
    ...(is_paid ? [paid_until === null ? 'Premium, paid' : `Premium, paid until ${formatDate(paid_until)}`] : []),
    ...(given_until === null ? [] : [`Premium, given through ${formatDate(lastGivenDay(given_until))}`]),
  ];
  return reasons.length === 0 ? 'Free' : reasons.join('; ');
}
