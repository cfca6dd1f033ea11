import { demoUsers } from '#domain/auth/account/demo-users';
import type { Day } from '#domain/days';
import { DAY_MS, HOUR_MS } from '#domain/durations';

/** How long before the last day of the demo's events each demo user registered. */
const registeredDaysAgo = { admin: 140, premium: 40, free: 5 } as const satisfies Record<keyof typeof demoUsers, number>;

/** A demo user's registration: its account and its visitor event have this time, so that both figures of Site Analytics agree. */
interface DemoRegistration {
  readonly email: string;
  readonly at: Date;
}

/** The registrations of the demo users. `today` is the last day of the demo's events. */
export const demoRegistrations = (today: Day): readonly DemoRegistration[] =>
  (Object.keys(demoUsers) as (keyof typeof demoUsers)[]).map((name) => ({
    email: demoUsers[name],
    at: new Date((today - registeredDaysAgo[name]) * DAY_MS + 12 * HOUR_MS),
  }));
