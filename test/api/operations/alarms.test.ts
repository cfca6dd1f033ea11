import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sendSampleAlarm } from '#server/cli/commands/messages/alarms.command';
import { readConfig } from '#server/config/config';
import { JobRunner } from '#server/jobs/job-runner';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('alarms', () => {
  const database = useTestDatabase();
  let instances: readonly TestApp[];
  beforeAll(async () => {
    await insertEntity(database.pool, 'boards');
    await database.pool.query(`
    update board_metrics set last_crawled_at = now() - interval '50 hours';
    insert into imports (way, kind, name, state, received_at, finished_at) values ('command', 'boards', 'x', 'done', now(), now());
    insert into job_statuses (job, scheduled_for, started_at, failed_at, error) values
      ('events-months', 'x', now(), now(), 'Error: no disk'), ('backup', 'x', now(), now(), 'off'), ('removed-in-this-release', 'x', now(), now(), 'x');
    insert into emails (recipient, kind, created_at, due_at) values ('late@people.test', 'test', now() - interval '90 minutes', now() + interval '1 day')`);
    const settings = { DATA_ALARM_DAYS: '2' };
    instances = [await createTestApp(database.url, { settings, as: 'admin' }), await createTestApp(database.url, { settings })];
  });

  it('are listed for administrators: those of jobs that still exist and are not off, of emails, and of data', async () => {
    expect(JSON.parse((await instances[0]!.get('/api/admin/alarms')).text)).toEqual([
      { kind: 'job', text: 'The job “events-months” failed.' },
      { kind: 'mail', text: 'Email is not going out: one has waited for 90 minutes.' },
      { kind: 'data', text: 'The data is out of date: its newest reading is 2 days old.' },
    ]);
  });

  it('are emailed to administrators once, except for the one about emails', async () => {
    for (const { app } of [instances[0]!, instances[0]!, instances[1]!]) await app.get(SiteAlarms).send();
    const { rows } = await database.pool.query(`select content -> 'paragraphs' texts from emails where kind = 'alarm' order by id`);
    expect(rows).toEqual([
      { texts: ['The job “events-months” failed.'] },
      { texts: ['The data is out of date: its newest reading is 2 days old.'] },
    ]);
  });
});

describe('the webhook of alarms', () => {
  const secret = 'a secret of the receiver';
  const failed = 'The job “events-months” failed.';

  interface ReceivedMessage {
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }

  let receiver: Server;
  let received: ReceivedMessage[] = [];
  let answer = 204;
  let url: string;
  const database = useTestDatabase();
  let instances: readonly TestApp[];

  const openInstances = async (settings: Readonly<Record<string, string>>) => {
    const all = { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, ...settings };
    return [
      await createTestApp(database.url, { settings: all, as: 'admin', isScheduled: false }),
      await createTestApp(database.url, { settings: all, isScheduled: false }),
    ];
  };

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(answer, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`;
    instances = await openInstances({});
  });
  beforeEach(async () => {
    received = [];
    answer = 204;
    await database.pool.query(`truncate alarm_messages; delete from job_statuses;
    insert into job_statuses (job, scheduled_for, started_at, failed_at, error) values ('events-months', 'x', now(), now(), 'Error: no disk')`);
  });
  afterAll(() => void receiver.close());

  /** Runs the job of all instances at once, with figures that are not older than this call. */
  const tellOnAll = () => Promise.all(instances.map(({ app }) => app.get(JobRunner).run('alarms')));
  const endTheAlarm = () => database.pool.query('delete from job_statuses');
  const makeDue = () => database.pool.query('update alarm_messages set due_at = now() where due_at is not null');
  const bodies = () => received.map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>);

  it('gets one message at the beginning of an alarm and one at its end, over all instances', async () => {
    await tellOnAll();
    await tellOnAll();
    await endTheAlarm();
    await tellOnAll();
    await tellOnAll();
    expect(bodies().map(({ kind, alarm, ended }) => [kind, alarm, ended !== null])).toEqual([
      ['job', failed, false],
      ['job', failed, true],
    ]);
    expect(bodies()[0]).toMatchObject({ text: expect.stringContaining(failed), operations: expect.stringContaining('/admin/operations') });
  });

  it('can check that a message is from this site', async () => {
    await tellOnAll();
    const { headers, body } = received[0]!;
    const timestamp = String(headers['x-corklight-timestamp']);
    expect(headers['x-corklight-signature']).toBe(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'));
    expect(Math.abs(Number(timestamp) * 1_000 - Date.now())).toBeLessThan(60_000);
  });

  it.each([500, 302])('gets a message again that it answered with %s, also after a restart, and is an alarm until then', async (status) => {
    answer = status;
    await tellOnAll();
    expect(received).toHaveLength(1);
    for (const instance of instances) await instance.close();
    instances = await openInstances({});
    const alarms = JSON.parse((await instances[0]!.get('/api/admin/alarms')).text) as readonly { readonly text: string }[];
    expect(alarms.map(({ text: sentence }) => sentence)).toContain(`Alarms do not reach the webhook: it answered ${status}.`);
    await tellOnAll();
    expect(received).toHaveLength(1);
    answer = 200;
    await makeDue();
    await tellOnAll();
    expect(bodies().map(({ id }) => id)).toEqual([bodies()[0]!['id'], bodies()[0]!['id']]);
    expect((await database.pool.query('select from alarm_messages where due_at is not null or error is not null')).rowCount).toBe(0);
  });

  it('gets a sample by a command, which says what it answered', async () => {
    const lines: string[] = [];
    const output = { write: (line: string) => lines.push(line) > 0 };
    const io = { stdout: output, stderr: output, isJson: false };
    const config = readConfig({ ...testKeys, ALARM_WEBHOOK_URL: url });
    expect(await sendSampleAlarm(config, io)).toBe(0);
    answer = 404;
    expect(await sendSampleAlarm(config, io)).toBe(1);
    expect(await sendSampleAlarm(readConfig(testKeys), io)).toBe(1);
    expect(bodies()[0]).toMatchObject({ kind: 'test', ended: null });
    expect(lines.slice(1)).toEqual([
      'The webhook did not take the sample: it answered 404\n',
      'There is no webhook: set ALARM_WEBHOOK_URL.\n',
    ]);
  });
});
