import { FakeCatalogQuality } from '../../support/fakes/catalog-quality';
import { FakeCleanupAudit, FakeCleanups } from '../../support/fakes/cleanups';
import { describeCatalogQuality } from '../../support/suites/catalog-quality';
import { describeCleanups } from '../../support/suites/cleanups';

describe('the fake catalog quality', () => {
  describeCatalogQuality(async (rows) => new FakeCatalogQuality(rows));
});

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
      audit: new FakeCleanupAudit(cleanups),
      users,
      addEntities: async (entities) => void cleanups.entities.push(...entities),
      remainingBoards: async () => cleanups.entities.map(({ _id }) => _id).toSorted(),
    };
  });
});
