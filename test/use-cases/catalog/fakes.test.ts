import { FakeCatalog } from '../../support/fakes/catalog';
import { FakeFreeSearches } from '../../support/fakes/free-searches';
import { FakeImportRuns } from '../../support/fakes/import-runs';
import { FakeReadModel } from '../../support/fakes/read-model';
import { describeFreeSearches } from '../../support/ports/free-searches';
import { boardPictureSeeds, describeBoardPictures } from '../../support/suites/board-pictures';
import { catalogClock, catalogSeeds, describeCatalog } from '../../support/suites/catalog';
import { describeImportRuns } from '../../support/suites/import-runs';
import { describeReadModel } from '../../support/suites/read-model';

describe('the fake catalog', () => {
  describeCatalog(() => Promise.resolve(new FakeCatalog(catalogSeeds, catalogClock)));
  describeBoardPictures(() => Promise.resolve(new FakeCatalog(boardPictureSeeds, catalogClock)));
});

describe('the fake free searches', () => {
  describeFreeSearches(() => Promise.resolve({ port: new FakeFreeSearches(), users: ['one', 'other'] }));
});

describe('the fake imports', () => {
  describeImportRuns(() => Promise.resolve(new FakeImportRuns()));
});

describe('the fake read model', () => {
  describeReadModel(() => {
    const readModel = new FakeReadModel();
    return Promise.resolve({ readModel, markStale: async (lists) => void (readModel.stale = lists) });
  });
});
