import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { EmailBranding } from '#domain/mail/emails';
import { OptionalEmails } from '#server/mail/typeorm/optional-emails';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { StoredAlerts, TAKE_UNSENT_ALERTS } from '#server/watching/postgres/alerts';
import { SendAlertEmails } from '#server/watching/send-emails';
import { AlertFixture, kinds, monday, tuesday } from '../../support/database/alert-fixture';
import { killWhileWaiting } from '../../support/database/killed-while-waiting';
import { emailBranding, useTypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';

describe('the emails of alerts', () => {
  const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
  const switchedOn = new Date('2026-11-22T12:00:00Z');
  const monday = new Date('2026-11-23T07:30:00Z');
  const tuesday = new Date(monday.getTime() + DAY_MS);
  const later = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE_MS);

  const database = useTypeormDatabase();
  let optionalEmails: OptionalEmails;
  const clock = new FixedClock(monday);

  /** Runs the job at a time; returns how many emails it queued. */
  const runAt = (now: Date, branding = emailBranding) => {
    clock.time = now;
    return new SendAlertEmails(new StoredAlerts(database.postgres), secrets, branding, clock).run(new LockScope());
  };

  const queuedEmails = async (): Promise<readonly Email[]> =>
    (await database.pool.query<{ content: Email }>('select content from emails order by id')).rows.map(({ content }) => content);
  const titles = async () => (await queuedEmails()).map(({ rows }) => rows?.map(({ title }) => title));

  async function addAlert(userId: string, title: string, at: Date): Promise<void> {
    await database.pool.query(
      `insert into alerts (user_id, day, entity, entity_id, title, measure, direction, threshold, value, created_at)
     values ($1, 20780, 'board', 'b', $2, 'momentum', 'above', 60, 62, $3)`,
      [userId, title, at],
    );
  }

  /** A user who has the emails on since Sunday noon, and has an alert on Monday morning. */
  async function createReader(email: string, is_confirmed = true): Promise<string> {
    const id = await database.insertUser({ email, is_confirmed });
    await optionalEmails.choose(id, 'alerts', true, switchedOn);
    await addAlert(id, 'of the night', later(monday, -60));
    return id;
  }

  beforeAll(async () => {
    optionalEmails = new OptionalEmails(database.dataSource, secrets);
  });
  beforeEach(() => database.pool.query('truncate users, emails cascade'));

  it('go to the confirmed users who have switched them on, and to no one else', async () => {
    await createReader('on@people.test');
    await createReader('unconfirmed@people.test', false);
    const off = await createReader('off@people.test');
    await optionalEmails.choose(off, 'alerts', false, monday);
    const weekly = await database.insertUser({ email: 'weekly@people.test' });
    await optionalEmails.choose(weekly, 'weekly', true, switchedOn);
    await addAlert(weekly, 'not by email', later(monday, -60));
    expect(await runAt(monday)).toBe(1);
    expect((await queuedEmails()).map(({ to, kind }) => [to, kind])).toEqual([['on@people.test', 'alerts']]);
  });

  it('have each alert once, newest first, and none from before they were switched on', async () => {
    const user = await createReader('on@people.test');
    await addAlert(user, 'older', later(switchedOn, -1));
    await addAlert(user, 'newest', later(monday, -5));
    expect(await runAt(monday)).toBe(1);
    await addAlert(user, 'of the day', later(monday, 60));
    expect(await runAt(tuesday)).toBe(1);
    expect(await titles()).toEqual([['newest', 'of the night'], ['of the day']]);
  });

  it('come at most once a day, and not on a day without a new alert', async () => {
    const user = await createReader('on@people.test');
    expect(await runAt(monday)).toBe(1);
    await addAlert(user, 'of the day', later(monday, 60));
    expect(await runAt(later(monday, 120))).toBe(0);
    expect(await runAt(tuesday)).toBe(1);
    expect(await runAt(new Date(tuesday.getTime() + DAY_MS))).toBe(0);
    expect(await queuedEmails()).toHaveLength(2);
  });

  it('have an alert whose evaluation ended after the last email, though it began before', async () => {
    const user = await createReader('on@people.test');
    await runAt(monday);
    await addAlert(user, 'late', later(monday, -2));
    await runAt(tuesday);
    expect((await titles())[1]).toEqual(['late']);
  });

  it('are queued once each by two instances at once', async () => {
    for (let reader = 0; reader < 250; reader++) await createReader(`reader${reader}@people.test`);
    const counts = await Promise.all([runAt(monday), runAt(monday)]);
    expect(counts[0] + counts[1]).toBe(250);
    expect(new Set((await queuedEmails()).map(({ to }) => to)).size).toBe(250);
    expect(await queuedEmails()).toHaveLength(250);
  });

  it('are queued as a whole or not at all when a run is interrupted and repeated', async () => {
    await createReader('on@people.test');
    const interrupting = new EmailBranding('Corklight', 'help@corklight.test', {
      get origin(): string {
        throw new Error('interrupted');
      },
    });
    await expect(runAt(monday, interrupting)).rejects.toThrow('interrupted');
    expect(await queuedEmails()).toEqual([]);
    expect(await runAt(monday)).toBe(1);
    expect(await titles()).toEqual([['of the night']]);
  });

  it('read the alerts of their users by index', async () => {
    const user = await createReader('on@people.test');
    await database.pool.query(
      `insert into alerts (user_id, day, entity, entity_id, title, measure, direction, value, created_at)
       select user_id, day, entity, 'b' || n, title, measure, direction, value, created_at from alerts, generate_series(1, 20000) n`,
    );
    await database.pool.query('insert into users (id, email, role_id, created_at) select gen_random_uuid(), n || $1, 2, now() from generate_series(1, 500) n', ['@many.test']); // prettier-ignore
    await database.pool.query(`update alerts set user_id = (select id from users where email = (1 + substr(entity_id, 2)::int % 500) || '@many.test') where entity_id <> 'b'`); // prettier-ignore
    await database.pool.query('analyze alerts');
    const { rows } = await database.pool.query<Record<'QUERY PLAN', string>>(`explain ${TAKE_UNSENT_ALERTS}`, [
      [user],
      [switchedOn],
      monday,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('alerts_newest');
    expect(plan).not.toContain('Seq Scan on alerts');
  });
});

describe('alerts', () => {
  let fixture: AlertFixture;
  beforeAll(async () => (fixture = await AlertFixture.open()));
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('are written once each by two instances at once', async () => {
    for (let user = 0; user < 150; user++) await fixture.createRule(await fixture.createWatcher(), kinds[user % kinds.length]);
    await Promise.all([fixture.evaluateAt(monday), fixture.evaluateAt(monday)]);
    await fixture.makeConditionsHold();
    await fixture.publishScores(tuesday);
    const counts = await Promise.all([fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150);
    const written = await fixture.listAlerts();
    expect(new Set(written.map(({ rule_id }) => rule_id)).size).toBe(150);
    expect(written).toHaveLength(150);
  });

  it('are written as a whole or not at all when the connection is killed, and once when the run is repeated', async () => {
    const watcher = await fixture.createWatcher();
    for (const kind of kinds) await fixture.createRule(watcher, kind);
    await fixture.evaluateAt(monday);
    await fixture.makeConditionsHold();
    await fixture.publishScores(tuesday);
    expect(await killWhileWaiting(fixture.pool, 'alerts', 'insert into alerts', () => fixture.evaluateAt(tuesday))).toBe('killed');
    expect(await fixture.listAlerts()).toEqual([]);
    expect([await fixture.evaluateAt(tuesday), await fixture.evaluateAt(tuesday)]).toEqual([3, 0]);
    expect(await fixture.listAlerts()).toHaveLength(3);
  });

  it('wait for no one when an account is deleted meanwhile, and leave nothing of it', async () => {
    const watcher = await fixture.createWatcher();
    await fixture.createRule(watcher);
    await fixture.evaluateAt(monday);
    await fixture.setMomentum(62);
    await fixture.publishScores(tuesday);
    const deletion = await fixture.pool.connect();
    await deletion.query('begin');
    await deletion.query('select from users where id = $1 for update', [watcher.userId]);
    expect(await fixture.evaluateAt(tuesday)).toBe(0);
    await deletion.query('delete from users where id = $1', [watcher.userId]);
    await deletion.query('commit');
    deletion.release();
    for (const table of ['alert_rules', 'alert_matches', 'alerts'])
      expect((await fixture.pool.query(`select from ${table}`)).rowCount).toBe(0);
  });
});
