import type { DataSource } from 'typeorm';
import type { Email } from '#domain/mail/email';
import { connectDataSource } from '#server/database/data-source';
import { AlarmEmails } from '#server/operations/alarms/typeorm/alarm-emails';
import { emailBranding, useTypeormDatabase } from '../../support/database/typeorm-database';

let otherSource: DataSource;
afterAll(() => otherSource.destroy());
const database = useTypeormDatabase();
beforeAll(async () => void (otherSource = await connectDataSource(database.url)));
beforeEach(async () => {
  await database.pool.query('truncate alarm_emails; delete from emails; delete from users');
  for (const email of ['one@people.test', 'two@people.test']) await database.insertUser({ email, role_id: 1 });
});

const createInstances = async () =>
  [new AlarmEmails(database.dataSource, emailBranding), new AlarmEmails(otherSource, emailBranding)] as const;

describe('an email about alarms', () => {
  it('is queued once per administrator, kind, and UTC day, over all instances', async () => {
    const now = new Date('2026-08-23T23:59:00Z');
    const tomorrow = new Date('2026-08-24T23:59:00Z');
    const [one, other] = await createInstances();
    const counts = await Promise.all([one, other, one, other].map((emails) => emails.queueOncePerDay('job', [], now)));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
    expect(await other.queueOncePerDay('data', [], now)).toBe(2);
    expect(await one.queueOncePerDay('data', [], now)).toBe(0);
    expect(await one.queueOncePerDay('job', [], tomorrow)).toBe(2);
    expect(await other.queueOncePerDay('job', [], tomorrow)).toBe(0);
  });

  it('goes to administrators only, and leads to the operations page', async () => {
    await database.insertUser({ email: 'user@people.test' });
    await database.insertUser({ email: 'pending@people.test', role_id: 1, is_confirmed: false });
    const [emails] = await createInstances();
    const texts = ['The job “growth” failed.', 'The job “backup” failed.'];
    const alarms = texts.map((text) => ({ kind: 'job' as const, text }));
    await emails.queueOncePerDay('job', alarms, new Date('2026-08-23T09:00:00Z'));
    const { rows } = await database.pool.query<{ recipient: string; content: Email }>('select * from emails order by recipient');
    expect(rows.map(({ recipient }) => recipient)).toEqual(['one@people.test', 'two@people.test']);
    expect(rows[0]?.content).toMatchObject({
      kind: 'alarm',
      subject: 'Corklight: a job failed',
      paragraphs: texts,
      action: { url: 'https://pins.example/admin/operations' },
    });
  });

  it('leaves no trace after a month', async () => {
    await database.pool.query(`insert into alarm_emails (kind, day) values ('job', 20000)`);
    const [emails] = await createInstances();
    await emails.queueOncePerDay('job', [], new Date('2026-08-23T09:00:00Z'));
    expect((await database.pool.query('select kind from alarm_emails')).rowCount).toBe(1);
  });
});
