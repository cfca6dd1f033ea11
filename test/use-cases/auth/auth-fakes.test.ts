import { FakePasswords, FakeSignInAttempts } from '../../support/fakes/auth';
import { FakeAccounts, FakeAuthStore } from '../../support/fakes/auth-store';
import { FixedClock } from '../../support/fixed-clock';
import { describeAccounts } from '../../support/suites/auth/accounts';
import { describePasswords } from '../../support/suites/auth/passwords';
import { describeSignInAttempts } from '../../support/suites/auth/sign-in-attempts';

const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));

describe('the fakes of the auth ports', () => {
  describeAccounts(() => {
    const store = new FakeAuthStore();
    const queuedEmails = async (to: string) => store.emails.filter((email) => email.to === to).map(({ kind }) => kind);
    return { clock, accounts: new FakeAccounts(store), queuedEmails };
  });
  describeSignInAttempts(() => new FakeSignInAttempts(clock));
  describePasswords(new FakePasswords());
});
