import type { Person } from '#domain/people/contract';

/** What an administrator can do to an account. */
export type PersonChange = 'end sessions' | 'give Premium' | 'end Premium' | 'delete';

type ChangedPerson = Pick<Person, 'id' | 'is_admin' | 'is_confirmed' | 'given_until' | 'is_paid'>;

/** Returns why this administrator may not do this to the person; null if they may. The server refuses by it, and the screen says it. */
export function refusalOf(change: PersonChange, person: ChangedPerson, adminId: string): string | null {
  if (change === 'give Premium' || change === 'end Premium') return premiumRefusal(change, person);
  if (person.id === adminId) return 'This is your own account. Change it on your account page.';
  if (change === 'delete' && person.is_admin) return 'Administrators cannot be deleted here. Run “corklight admin remove” first.';
  return null;
}

function premiumRefusal(change: 'give Premium' | 'end Premium', { is_admin, is_confirmed, given_until, is_paid }: ChangedPerson) {
  if (change === 'give Premium') {
    if (is_admin) return 'Administrators have every Premium feature.';
    return is_confirmed ? null : 'The address is not confirmed: its owner may not be the person who signed up.';
  }
  if (given_until !== null) return null;
  return is_paid ? 'This Premium is paid for. It ends when it is canceled with the payment provider.' : 'No Premium was given.';
}
