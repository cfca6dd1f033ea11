import { JobDataSource } from '#server/database/data-source';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeJobLog } from '../../support/suites/job-log';

describe('the job log', () => {
  let database: TestDatabase;
  let source: JobDataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await JobDataSource.connect(database.url);
  });
  beforeEach(() => database.pool.query('truncate job_runs, job_statuses'));
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  describeJobLog(() => new TypeormJobLog(source));
});
