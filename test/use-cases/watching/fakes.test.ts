import { FakeWatchlists } from '../../support/fakes/fake-watchlists';
import { describeWatchlists } from '../../support/ports/watchlists';

describeWatchlists('the fake watchlists', async () => {
  let userCount = 0;
  return { watchlists: new FakeWatchlists(), createUser: async () => `user-${++userCount}` };
});
