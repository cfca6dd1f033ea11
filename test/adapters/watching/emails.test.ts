import { DAY_MS, MINUTE_MS, HOUR_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { EmailBranding } from '#domain/mail/emails';
import { OptionalEmails } from '#server/mail/typeorm/optional-emails';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { StoredAlerts, TAKE_UNSENT_ALERTS } from '#server/watching/postgres/alerts';
import { SendAlertEmails, SendWeeklyEmails } from '#server/watching/send-emails';
import { MINUTES_PER_DAY, parseDay } from '#domain/days';
import { optionalEmailToken } from '#domain/mail/optional-emails';
import { WeeklyEmails } from '#server/watching/postgres/weekly-emails';
import { killWhileWaiting } from '../../support/database/killed-while-waiting';
import { emailBranding, useTypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';
import { insertEntity } from '../../support/database/insert-entity';

const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
const wednesday = new Date('2026-11-18T09:00:00Z');
const monday = new Date('2026-11-23T07:00:00Z');
const tuesday = new Date('2026-11-24T07:00:00Z');
const nextMonday = new Date('2026-11-30T07:00:00Z');

const database = useTypeormDatabase();
let optionalEmails: OptionalEmails;
const clock = new FixedClock(monday);

/** Runs the job at a time; returns how many emails it queued. */
const runAt = (now: Date, branding = emailBranding) => {
  clock.time = now;
  return new SendWeeklyEmails(new WeeklyEmails(database.postgres), secrets, branding, clock, ['i.pinimg.com']).run(new LockScope());
};

const queuedEmails = async (): Promise<readonly Email[]> =>
  (await database.pool.query<{ content: Email }>('select content from emails order by recipient, id')).rows.map(({ content }) => content);
const recipients = async () => (await queuedEmails()).map(({ to }) => to);

const minutesOf = (...days: readonly string[]) => days.map((day) => parseDay(day)! * MINUTES_PER_DAY + 60);

/** Readings on the Sundays from 8 November on. */
const weekly = (metric: 'follower_count' | 'saves', ...counts: readonly number[]) => ({
  at: minutesOf('2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29', '2026-12-06').slice(0, counts.length),
  [metric]: counts,
});

async function watch(userId: string, entity: 'board' | 'pinner' | 'pin', id: string, list = 'Watchlist'): Promise<void> {
  await database.pool.query(
    `with list as (insert into watchlists (user_id, name, created_at) values ($1, $2, now())
       on conflict (user_id, name) do update set name = excluded.name returning _id)
     insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at) select _id, $3, $4, 'Stored title', '', now() from list`,
    [userId, list, entity, id],
  );
}

/** A user who has the emails on since Wednesday and watches a board that grows. */
async function createReader(email: string, is_confirmed = true): Promise<string> {
  const id = await database.insertUser({ email, is_confirmed });
  await optionalEmails.choose(id, 'weekly', true, wednesday);
  await watch(id, 'board', 'growing');
  return id;
}

beforeAll(async () => {
  optionalEmails = new OptionalEmails(database.dataSource, secrets);
  const { pool } = database;
  await insertEntity(pool, 'boards', {
    _id: 'growing',
    name: 'Etsy gift ideas',
    series: weekly('follower_count', 100, 110, 120, 130, 140),
  });
  await insertEntity(pool, 'boards', { _id: 'still', name: 'Still', series: weekly('follower_count', 10, 10, 10) });
  await insertEntity(pool, 'boards', { _id: 'unread', name: 'Unread' });
  const stopped = { at: minutesOf('2023-02-07', '2023-02-14'), follower_count: [100, 200] };
  await insertEntity(pool, 'boards', { _id: 'stopped', name: 'Stopped', series: stopped, follower_count: 200, momentum: 100 });
  await insertEntity(pool, 'boards', { _id: 'gone', name: 'Gone', searchable: false, series: weekly('follower_count', 10, 20, 30) });
  await insertEntity(pool, 'pinners', { _id: 'p', name: null, username: 'mira', series: weekly('follower_count', 100, 100, 90) });
  await insertEntity(pool, 'pins', { _id: 'x', name: null, description: 'A pin. Of two sentences.', series: weekly('saves', 5, 10, 12) });
});
beforeEach(async () => {
  await database.pool.query('truncate users, emails cascade');
});

describe('the weekly emails', () => {
  it('go on Monday to the confirmed users who have switched them on, and to no one else', async () => {
    await createReader('on@people.test');
    await createReader('unconfirmed@people.test', false);
    await watch(await database.insertUser({ email: 'never@people.test' }), 'board', 'growing');
    const off = await createReader('off@people.test');
    await optionalEmails.choose(off, 'weekly', false, wednesday);
    expect(await runAt(monday)).toBe(1);
    expect(await recipients()).toEqual(['on@people.test']);
    const { rows } = await database.pool.query('select kind, user_id is not null owned, due_at from emails');
    expect(rows).toEqual([{ kind: 'weekly', owned: true, due_at: monday }]);
  });

  it('name what moved in all lists once each, with the figures that the tables have', async () => {
    const user = await createReader('on@people.test');
    await watch(user, 'board', 'growing', 'Second');
    await watch(user, 'pinner', 'p');
    await watch(user, 'pin', 'x');
    await watch(user, 'board', 'still');
    await watch(user, 'board', 'unread');
    await watch(user, 'board', 'stopped');
    await watch(user, 'board', 'gone');
    await watch(user, 'board', 'deleted');
    await runAt(monday);
    const [email] = await queuedEmails();
    expect(email?.subject).toBe('Your watchlists this week: 2 rising, 1 falling, 2 gone');
    expect(email?.rows?.map(({ title, value, change }) => [title, value, change])).toEqual([
      ['A pin.', '12 saves', '+20.0%'],
      ['mira', '90 followers', '-10.0%'],
      ['Etsy gift ideas', '120 followers', '+9.1%'],
      ['Stored title', 'No longer found on Pinterest or in the catalog', ''],
      ['Gone', 'No longer found on Pinterest or in the catalog', ''],
    ]);
  });

  it('are not sent when nothing changed, or after a week without readings, however fresh the scores are', async () => {
    const quiet = await database.insertUser();
    await optionalEmails.choose(quiet, 'weekly', true, wednesday);
    for (const id of ['still', 'stopped', 'gone', 'deleted']) await watch(quiet, 'board', id);
    expect(await runAt(monday)).toBe(0);
    await createReader('on@people.test');
    expect(await runAt(new Date('2026-12-28T07:00:00Z'))).toBe(0);
  });

  it('come once a week: not again on the same day or the days after, but on the next Monday', async () => {
    await createReader('on@people.test');
    expect([await runAt(monday), await runAt(monday), await runAt(tuesday)]).toEqual([1, 0, 0]);
    expect([await runAt(nextMonday), await runAt(nextMonday)]).toEqual([1, 0]);
  });

  it('come in the morning of each time zone, in the formats of the account', async () => {
    const formats = [
      ['berlin@people.test', 'de-DE', 'Europe/Berlin'],
      ['los-angeles@people.test', 'en-US', 'America/Los_Angeles'],
      ['unknown@people.test', null, null],
    ] as const;
    for (const [email, locale, time_zone] of formats) {
      const id = await createReader(email);
      await database.pool.query('update users set locale = $2, time_zone = $3 where id = $1', [id, locale, time_zone]);
    }
    const hours = [5, 6, 7, 14, 15, 23].map((hour) => new Date(monday.getTime() + (hour - 7) * HOUR_MS));
    const counts: number[] = [];
    for (const hour of hours) counts.push(await runAt(hour));
    expect(counts).toEqual([0, 1, 1, 0, 1, 0]);
    const emails = await queuedEmails();
    expect(emails.map(({ to, paragraphs, rows }) => [to, paragraphs[0], rows?.[0]?.change])).toEqual([
      ['berlin@people.test', 'This moved most in your watchlists from 16 Nov to 22 Nov (UTC).', '+9,1%'],
      ['los-angeles@people.test', 'This moved most in your watchlists from Nov 16 to Nov 22 (UTC).', '+9.1%'],
      ['unknown@people.test', 'This moved most in your watchlists from Nov 16 to Nov 22 (UTC).', '+9.1%'],
    ]);
  });

  it('make up on Tuesday for a Monday on which no server ran', async () => {
    await createReader('on@people.test');
    expect(await runAt(tuesday)).toBe(1);
  });

  it('go on after a time in which the clock was a year ahead', async () => {
    await createReader('on@people.test');
    expect(await runAt(new Date('2027-11-29T07:00:00Z'))).toBe(0);
    expect([await runAt(monday), await runAt(tuesday), await runAt(nextMonday)]).toEqual([1, 0, 1]);
  });

  it('begin with the Monday after they were switched on, also when they were off before', async () => {
    const user = await createReader('on@people.test');
    await optionalEmails.choose(user, 'weekly', false, wednesday);
    await optionalEmails.choose(user, 'weekly', true, monday);
    expect(await runAt(tuesday)).toBe(0);
    expect(await runAt(nextMonday)).toBe(1);
    await optionalEmails.choose(user, 'weekly', false, nextMonday);
    await optionalEmails.choose(user, 'weekly', true, nextMonday);
    expect(await runAt(nextMonday)).toBe(0);
  });

  it('come on the Monday on which users switch on again what is on already, signed in or by a link', async () => {
    const user = await createReader('on@people.test');
    await optionalEmails.choose(user, 'weekly', true, monday);
    expect(await optionalEmails.chooseByToken(optionalEmailToken(secrets, 'weekly', user), true, monday)).not.toBeNull();
    expect(await runAt(monday)).toBe(1);
  });

  it('are queued once each by two instances at once', async () => {
    for (let reader = 0; reader < 250; reader++) await createReader(`reader${reader}@people.test`);
    const counts = await Promise.all([runAt(monday), runAt(monday)]);
    expect(counts[0] + counts[1]).toBe(250);
    expect(new Set(await recipients()).size).toBe(250);
    expect(await queuedEmails()).toHaveLength(250);
  });

  it('are queued once each when a run is interrupted and repeated', async () => {
    for (let reader = 0; reader < 210; reader++) await createReader(`reader${reader}@people.test`);
    const { rows } = await database.pool.query<{ email: string }>('select email from users order by id desc limit 1');
    await expect(runAt(monday, failingFor(rows[0]?.email))).rejects.toThrow('interrupted');
    // The first batch of 200 users is there, the second one left nothing.
    expect(await queuedEmails()).toHaveLength(200);
    expect(await runAt(tuesday)).toBe(10);
    expect(new Set(await recipients()).size).toBe(210);
  });

  it('are queued as a whole or not at all when the connection is killed before the end of a batch', async () => {
    await createReader('on@people.test');
    expect(await killWhileWaiting(database.pool, 'emails', 'insert into emails', () => runAt(monday))).toBe('killed');
    expect(await queuedEmails()).toEqual([]);
    expect(await runAt(monday)).toBe(1);
    expect(await recipients()).toEqual(['on@people.test']);
  });
});

/** Branding that fails in the email to one address. */
const failingFor = (address: string | undefined) => {
  const contextFor = (to: string, userId: string | null) => {
    if (to === address) throw new Error('interrupted');
    return emailBranding.contextFor(to, userId);
  };
  return Object.assign(new EmailBranding('Corklight', '', { origin: '' }), { contextFor });
};

describe('the emails of alerts', () => {
  const switchedOn = new Date('2026-11-22T12:00:00Z');
  const monday = new Date('2026-11-23T07:30:00Z');
  const tuesday = new Date(monday.getTime() + DAY_MS);
  const later = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE_MS);

  /** Runs the job at a time; returns how many emails it queued. */
  const runAt = (now: Date, branding = emailBranding) => {
    clock.time = now;
    return new SendAlertEmails(new StoredAlerts(database.postgres), secrets, branding, clock).run(new LockScope());
  };

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
