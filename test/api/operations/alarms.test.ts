import { JobRunner } from '#server/jobs/job-runner';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();
let instances: readonly TestApp[];
beforeAll(async () => {
  await insertEntity(database.pool, 'boards');
  await database.pool.query(`
    update boards set last_crawled_at = now() - interval '50 hours';
    insert into import_runs (kind, source, fingerprint, phase, started_at, finished_at) values ('boards', 'x', 'y', 'done', now(), now());
    insert into job_statuses (job, scheduled_for, started_at, failed_at, error) values ('events-months', 'x', now(), now(), 'Error: no disk')`);
  const settings = { DATA_ALARM_DAYS: '2' };
  instances = [await createTestApp(database.url, { settings, as: 'admin' }), await createTestApp(database.url, { settings })];
});

describe('alarms', () => {
  it('are listed for administrators', async () => {
    expect(JSON.parse((await instances[0]!.get('/api/admin/alarms')).text)).toEqual([
      { kind: 'job', text: 'The job “events-months” failed.' },
      { kind: 'data', text: 'The data is out of date: its newest reading is 2 days old.' },
    ]);
  });

  it('are emailed once by the jobs of two instances at once', async () => {
    await Promise.all(instances.map(({ app }) => app.get(JobRunner).run('alarms')));
    const { rows } = await database.pool.query(
      `select content ->> 'subject' subject from emails where kind = 'alarm' group by subject having count(*) = 1 order by 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(['Corklight: a job failed', 'Corklight: data is out of date']);
  });
});
