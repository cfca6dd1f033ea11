import { Passwords } from '#domain/auth/account/passwords';
import { Secrets } from '#domain/secrets';
import { searcherIdOf } from '#domain/subscriptions/free-searches/free-searches';
import { LockScope } from '#domain/jobs/lock-scope';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { eraseForgottenChanges } from '#server/catalog/import/postgres/packed-changes';
import { ScopedPool } from '#server/database/scoped-pool';
import { createTestApp, useTestApp } from '../../../support/app/test-app';
import { dumpDatabase } from '../../../support/app/served-endpoints';
import { latestCode, CookieBrowser } from '../../../support/app/cookie-browser';
import { sendUntilItWaits } from '../../../support/app/waiting-request';

const password = 'plum otter lake 42';

describe('the data about a user', () => {
  const site = useTestApp();

  /** Creates a user with data in every table that refers to users; the subscription has ended. */
  const createUserWithData = async (email: string) => {
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/register', { email, password });
    await browser.post('/api/auth/email/confirm', { confirmation_code: await latestCode(site.database.pool, email, 'confirm') });
    const rows = await site.sql<{ id: string }>('select id from users where email = $1', [email]);
    const id = rows[0]?.id ?? '';
    await site.sql(
      `insert into subscriptions (provider, id, user_id, status, started_at, ends_at, ended_at, changed_at) values ('paddle', $1, $2, 'canceled', now(), now(), now(), now())`,
      [`sub-of-${id.slice(0, 4)}`, id],
    );
    await site.sql(
      `insert into billing_events (provider, event_id, subscription_id, user_id, kind, occurred_at, received_at, event)
       values ('paddle', $1, $2, $3, 'subscription.created', now(), now(), $4), ('paddle', $5, $2, null, 'transaction.completed', now(), now(), $4)`,
      [
        `e1-${email}`.slice(0, 4),
        `sub-of-${id.slice(0, 4)}`,
        id,
        {
          data: {
            customer: { email },
            custom_data: { user_id: id, tracking_id: `aff-of-${id.slice(0, 8)}`, session_id: `session-of-${id.slice(0, 8)}` },
            amount: '999',
          },
        },
        `e2-${email}`.slice(0, 4),
      ],
    );
    await site.sql(
      `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', $2, 'linked-name', 'TOP-SECRET-TOKEN', 't1', now(), now(), now(), now())`,
      [id, `external-${email}`],
    );
    await site.sql(`insert into campaigns (fingerprint, name, audience, created_at) values ($1, 'Spring', 'all', now())`, [email]);
    await site.sql(
      `insert into campaign_referrals (referral_hash, campaign_id, user_id, created_at) select 'hash-' || id, id, $1, now() from campaigns where fingerprint = $2`,
      [id, email],
    );
    await site.sql(`update campaigns set fingerprint = 'f' || id where fingerprint = $1`, [email]);
    await site.sql(
      `insert into cleanups (user_id, entity_type, issue_type, matched, deleted, started_at) values ($1, 'pin', 'all_zero', 3, 2, now())`,
      [id],
    );
    await site.sql(
      `with list as (insert into watchlists (user_id, name, created_at) values ($1, $2, now()) returning _id)
       insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at, added_value)
       select _id, 'board', 'b', 'A board', $3, now(), 7 from list`,
      [id, `List of ${id}`, `Ask ${email}`],
    );
    await site.sql(
      `insert into saved_searches (user_id, name, variant, query, created_at, seen_at) values ($1, $2, 'pins', 'query=' || $2, now(), now())`,
      [id, `Search of ${email}`],
    );
    await site.sql(`insert into saved_keywords (user_id, keyword, name, saved_at) values ($1, 'soup ' || $2, 'soups of ' || $2, now())`, [
      id,
      email,
    ]);
    await site.sql(`insert into interests (user_id, topics, site) values ($1, '{recipes}', 'blog.example')`, [id]);
    await site.sql(`insert into free_searches (user_id, day, search_hashes) values ($1, 20000, '{hash-one,hash-two}')`, [
      searcherIdOf(site.app.get(Secrets), email),
    ]);
    await site.sql(
      `with rule as (
         insert into alert_rules (user_id, saved_search_id, measure, direction, created_at, evaluated_until)
         select user_id, _id, 'new_match', 'above', now(), now() from saved_searches where user_id = $1 returning _id, user_id
       ), item_rule as (
         insert into alert_rules (user_id, watched_item_id, measure, direction, created_at, evaluated_until)
         select user_id, i._id, 'gone', 'above', now() + interval '1 second', now()
         from watched_items i join watchlists w on w._id = i.watchlist_id where w.user_id = $1)
       insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, "value", created_at)
       select user_id, _id, 7, 'pin', '', $2, 'new_match', 'above', 3, now() from rule`,
      [id, `Search of ${email}`],
    );
    await site.sql(
      `insert into email_choices (user_id, kind, is_on, changed_at, token_hash, handled_day) values ($1, 'weekly', true, now(), 'hash-' || $1::uuid, 7)`,
      [id],
    );
    await browser.post('/api/auth/password/recover', { email });
    // The confirmation: a sign-up is counted before it is known whose address it was.
    while ((await site.sql('select from events where user_id = $1', [id])).length !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { browser, id, email };
  };

  it('is exported completely, without secrets, after the password is entered', async () => {
    const { browser, id, email } = await createUserWithData('export@example.com');
    const wrong = await browser.post('/api/users/me/export', { password: 'not the password' });
    expect([wrong.status, wrong.body['error']]).toEqual([422, 'That is not your current password.']);
    const response = await browser.post('/api/users/me/export', { password });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toMatchObject({
      account: { id, email, is_confirmed: true },
      sessions: [{ id: expect.any(String) }],
      subscriptions: [{ provider: 'paddle', status: 'canceled' }],
      billing_events: [{ kind: 'subscription.created' }],
      linked_accounts: [{ username: 'linked-name' }],
      emails: [{ kind: 'confirm' }, { kind: 'reset' }],
      campaign_referrals: [{ campaign: 'Spring' }],
      watchlists: [
        { name: `List of ${id}`, items: [{ entity: 'board', entity_id: 'b', title: 'A board', note: `Ask ${email}`, added_value: 7 }] },
      ],
      saved_searches: [{ name: `Search of ${email}`, variant: 'pins' }],
      saved_keywords: [{ keyword: `soups of ${email}` }],
      interests: [{ topics: ['recipes'], site: 'blog.example' }],
      free_searches: [{ day: '2024-10-04', searches: 2 }],
      alert_rules: [
        { measure: 'new_match', threshold: null, target: `Search of ${email}` },
        { measure: 'gone', threshold: null, target: 'A board' },
      ],
      alerts: [{ entity: 'pin', entity_id: null, title: `Search of ${email}`, value: 3, read_at: null }],
      email_choices: [{ kind: 'weekly', is_on: true }],
      cleanups: [{ entity_type: 'pin', issue_type: 'all_zero', matched: 3, deleted: 2 }],
      events: { count: 1, first_at: expect.stringMatching(/Z$/), last_at: expect.stringMatching(/Z$/) },
    });
    expect(response.text).not.toMatch(/TOP-SECRET|argon2id|_hash|token/);
    expect(response.text).not.toContain(await latestCode(site.database.pool, email, 'reset'));
  });

  it('is deleted everywhere with the account; payment records stay, anonymized', async () => {
    const { browser, id, email } = await createUserWithData('delete@example.com');
    expect(await dumpDatabase(site.database.pool)).toContain(email);
    expect((await browser.post('/api/users/me/deletion', { password: 'not the password' })).status).toBe(422);
    const before = browser.sessionCookie;
    const response = await browser.post('/api/users/me/deletion', { password });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(browser.sessionCookie).not.toBe(before);
    expect(await site.app.get(PostgresEventPartitions, { strict: false }).anonymizeDeletedUsers(new LockScope())).toBe(1);
    await eraseForgottenChanges(new ScopedPool(site.database.pool, new WriterScope()));
    const remaining = await dumpDatabase(site.database.pool);
    expect(remaining).not.toContain(email);
    expect(remaining).not.toContain(id);
    expect(remaining).not.toMatch(new RegExp(`(aff|session)-of-${id.slice(0, 8)}`));
    const rows = await site.sql(`select event from billing_events where subscription_id = $1`, [`sub-of-${id.slice(0, 4)}`]);
    expect(rows).toHaveLength(2);
    const removed = { user_id: 'removed', tracking_id: 'removed', session_id: 'removed' };
    for (const { event } of rows) expect(event).toEqual({ data: { customer: { email: 'removed' }, custom_data: removed, amount: '999' } });
    expect((await browser.send('GET', '/api/sessions')).body['user']).toBeNull();
    const login = await browser.post('/api/auth/login', { email, password });
    expect(login.body['error']).toBe('Wrong email or password.');
  });

  it('keeps the events of existing users, in every month', async () => {
    const { id } = await createUserWithData('stays@example.com');
    const insertPageView = (user: string, time: string) =>
      site.sql(`insert into events (at, visitor, user_id, name) values ($1, gen_random_uuid(), $2, 'page_view')`, [time, user]);
    await insertPageView('00000000-0000-4000-8000-00000000dead', '2020-01-01T00:00:00Z');
    await insertPageView('00000000-0000-4000-8000-00000000dead', new Date().toISOString());
    const partitions = site.app.get(PostgresEventPartitions, { strict: false });
    expect(await partitions.anonymizeDeletedUsers(new LockScope())).toBe(2);
    expect(await partitions.anonymizeDeletedUsers(new LockScope())).toBe(0);
    expect(await site.sql('select from events where user_id = $1', [id])).toHaveLength(1);
  });

  it.each([
    ['PUT', '/api/users/me/topics', { topics: ['plums'] }, 401],
    ['POST', '/api/users/me/second-factor', { password }, 401],
    ['POST', '/api/users/me/pinterest_accounts', {}, 401],
    ['POST', '/api/auth/password/recover', null, 200],
  ] as const)('is not added to by %s %s that began before the account was deleted', async (method, path, body, status) => {
    const user = await site.createUser('free');
    const passwordHash = await site.app.get(Passwords).hash(password);
    await site.sql('update users set password_hash = $2 where id = $1', [user.id, passwordHash]);
    const deleting = await site.database.pool.connect();
    await deleting.query('begin');
    await deleting.query('delete from users where id = $1', [user.id]);
    const send = () => site.request(method, path, { as: user, body: body ?? { email: user.email } });
    const { response } = await sendUntilItWaits(site.database.pool, send);
    await deleting.query('commit');
    deleting.release();
    expect((await response).status).toBe(status);
  });

  it('cannot be deleted while a subscription is not canceled, not even a refunded one, and the error says what to do', async () => {
    const { browser, id, email } = await createUserWithData('running@example.com');
    for (const refundedAt of ['null', 'now()']) {
      await site.sql(`update subscriptions set status = 'active', ends_at = null, ended_at = ${refundedAt} where user_id = $1`, [id]);
      const response = await browser.post('/api/users/me/deletion', { password });
      expect([response.status, response.body['error']]).toEqual([
        409,
        'Your subscription still renews. Cancel it before deleting your account.',
      ]);
    }
    await site.sql(`update subscriptions set ends_at = now() + interval '9 days' where user_id = $1`, [id]);
    expect((await browser.post('/api/users/me/deletion', { password })).status).toBe(204);
    expect(await site.sql('select 1 from users where email = $1', [email])).toHaveLength(0);
  });

  it('is exported at most five times an hour', async () => {
    const limited = await createTestApp(site.database.url, { settings: { RATE_LIMITS: '' } });
    const user = await limited.createUser('free');
    const statuses = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await limited.request('POST', '/api/users/me/export', { as: user, body: { password: 'x' } })).status);
    await limited.close();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});
