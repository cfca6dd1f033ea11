import type { Person } from '#domain/people/contract';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { premiumReasons } from '#domain/people/given-premium';
import { premiumSubscriptions } from '#domain/subscriptions/parse-stored-subscription';

/** An account as the statements of `people-sql.ts` read it. */
export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly role_id: number;
  readonly is_confirmed: boolean;
  readonly created_at: Date;
  readonly name: string | null;
  readonly last_seen_at: Date | null;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

export function toPerson(
  { role_id, subscriptions, created_at, last_seen_at, ...row }: PersonRow,
  now: Date,
  countsSandbox: boolean,
): Person {
  const { isPaid, paidUntil, givenUntil } = premiumReasons(premiumSubscriptions(subscriptions, now, countsSandbox), now);
  return {
    ...row,
    is_admin: role_id === ADMIN_ROLE,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_paid: isPaid,
    paid_until: paidUntil?.toISOString() ?? null,
    given_until: givenUntil?.toISOString() ?? null,
  };
}
