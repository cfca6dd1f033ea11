import { FakeCleanups } from '../../support/fakes/cleanups';
import { describeCleanups } from '../../support/suites/cleanups';

describe('the fake cleanups', () => {
  describeCleanups(async () => {
    const cleanups = new FakeCleanups();
    const users = [
      { id: 'u1', email: 'first@people.test' },
      { id: 'u2', email: 'second@people.test' },
    ] as const;
    for (const { id, email } of users) cleanups.emails.set(id, email);
    return {
      cleanups,
      users,
      addEntities: async (entities) => void cleanups.entities.push(...entities),
      remainingBoards: async () => cleanups.entities.map(({ _id }) => _id).toSorted(),
    };
  });
});
