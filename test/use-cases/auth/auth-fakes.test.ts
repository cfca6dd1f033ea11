import { FakeOwnData } from '../../support/fakes/auth-data';
import { FakeAccounts, FakeAdministrators, FakeAuthStore, FakeSessions, FakeViewers } from '../../support/fakes/auth-store';
import { FakePeople } from '../../support/fakes/people';
import { FakeCommonPasswords, FakePasswords, FakeSecrets, FakeSignInAttempts } from '../../support/fakes/auth';
import { FixedClock } from '../../support/fixed-clock';
import { describeAuthPorts } from '../../support/suites/auth/all-auth-ports';
import type { AuthPorts } from '../../support/suites/auth/auth-ports';
import { describeCommonPasswords, describePasswords } from '../../support/suites/auth/passwords';

function openFakes(): AuthPorts {
  const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
  const store = new FakeAuthStore();
  return {
    clock,
    accounts: new FakeAccounts(store),
    sessions: new FakeSessions(store),
    viewers: new FakeViewers(store, new FakeSecrets(), clock),
    administrators: new FakeAdministrators(store),
    people: new FakePeople(store),
    ownData: new FakeOwnData(store),
    signInAttempts: new FakeSignInAttempts(clock),
    queuedEmails: async (to) => store.emails.filter((email) => email.to === to).map(({ kind }) => kind),
    auditOf: async (by) => store.personEntriesOf(by),
    startSubscription: async (userId) => void store.subscriberIds.add(userId),
  };
}

describe('the fakes of the auth ports', () => {
  describeAuthPorts(openFakes);
  describePasswords(new FakePasswords());
  describeCommonPasswords(new FakeCommonPasswords());
});
