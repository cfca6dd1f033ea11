import { FakeLinkedAccounts } from '../../support/fakes/fake-linked-accounts';
import { FakeLinkingStates } from '../../support/fakes/fake-linking-states';
import { FakePermissions } from '../../support/fakes/fake-permissions';
import { FakePlatform } from '../../support/fakes/fake-platform';
import { FixedClock } from '../../support/fixed-clock';
import { type LinkedAccountStores, now, describeLinkedAccounts, describePermissions } from '../../support/ports/linked-accounts';
import { describeLinkingStates } from '../../support/ports/linking-states';
import { describePlatform } from '../../support/ports/platform';

const createStores = async (): Promise<LinkedAccountStores> => {
  const accounts = new FakeLinkedAccounts();
  const permissions = new FakePermissions(accounts);
  let userCount = 0;
  return { accounts, permissions, createUser: async () => `user-${++userCount}`, emailedUserIds: async () => permissions.emailedUserIds };
};

describeLinkedAccounts('the fake linked accounts', createStores);
describePermissions('the fake permissions', createStores);
describeLinkingStates('the fake linking states', async () => ({ states: new FakeLinkingStates(), userId: 'ana' }));
describePlatform('the fake platform', () => ({ platform: new FakePlatform(new FixedClock(now)), codeFor: (username) => username }));
