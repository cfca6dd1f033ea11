import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { describeJobLocks } from '../../support/suites/job-locks';
import { describeJobLog } from '../../support/suites/job-log';

describe('the fake job log', () => {
  describeJobLog(() => new FakeJobLog());
});
describe('the fake job locks', () => {
  describeJobLocks(() => new FakeJobLocks());
});
