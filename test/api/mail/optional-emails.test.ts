import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { EmailBranding } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { mondayOf } from '#domain/watching/weekly-email';
import type { EventQueue } from '#server/analytics/visitors/event-queue';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { Campaigns } from '#server/mail/postgres/campaigns';
import { WeeklyEmails } from '#server/watching/postgres/weekly-emails';
import { SendWeeklyEmails } from '#server/watching/send-emails';
import { useTestApp, createTestApp } from '../../support/app/test-app';
import { localCookieHeader, type TestUser, visitorCookieHeader } from '../../support/app/test-users';
import { campaignContent } from '../../support/campaign-content';
import { insertEntity } from '../../support/database/insert-entity';
import { emptyTables } from '../../support/database/test-database';
import { emailBranding } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';
import { testSecrets } from '../../support/process/test-secrets';

const site = useTestApp({ settings: { DEMO: 'false' } });

describe('optional emails', () => {
  const CHOICES_URL = '/api/users/me/optional-emails';
  const UNSUBSCRIBE_URL = '/api/optional-emails/unsubscribe';
  const nextMonday = mondayOf(dayOf(new Date())) + 7;

  let ana: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    const at = [8, 1, -13].map((daysBefore) => (nextMonday - daysBefore) * MINUTES_PER_DAY);
    const series = { at, follower_count: [3_104, 3_231, 3_000] };
    await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Gifts & <b>crafts</b>', series });
  });
  beforeEach(async () => {
    await emptyTables(site.database.pool, 'users, emails');
    [ana, ben] = [await site.createUser('free', 'ana@site.test'), await site.createUser('free', 'ben@site.test')];
  });

  const choose = (as: TestUser | undefined, body: unknown) => site.request('PATCH', CHOICES_URL, { body, ...(as ? { as } : {}) });
  const choicesOf = async (as: TestUser) => (await site.request('GET', CHOICES_URL, { as })).body;

  /** Runs the job on the morning of a Monday. */
  function sendWeeklyEmails(monday: number): Promise<number> {
    const get = <T>(token: abstract new (...args: never[]) => T): T => site.app.get<T>(token, { strict: false });
    const clock = new FixedClock(new Date(monday * DAY_MS + 7 * HOUR_MS));
    return new SendWeeklyEmails(get(WeeklyEmails), get(Secrets), get(EmailBranding), clock, []).run(new LockScope());
  }

  /** Switches the weekly email on and returns the first one. */
  async function receiveEmail(user: TestUser): Promise<{ readonly id: number; readonly email: Email; readonly link: string }> {
    await choose(user, { weekly: true });
    await site.request('POST', '/api/users/me/watchlists/default/items', { as: user, body: { entity: 'board', entity_id: 'b' } });
    await sendWeeklyEmails(nextMonday);
    const rows = await site.sql<{ id: number; content: Email }>('select id, content from emails where user_id = $1', [user.id]);
    const email = rows[0]!.content;
    return { id: rows[0]!.id, email, link: email.unsubscribe!.oneClick.replace(/^https?:\/\/[^/]+/, '') };
  }

  it('are off until the user switches them on, one by one, and off again, two at once', async () => {
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
    expect((await choose(ana, { alerts: true })).status).toBe(204);
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: true });
    await choose(ana, { weekly: true });
    expect([await choicesOf(ana), await choicesOf(ben)]).toEqual([
      { weekly: true, alerts: true },
      { weekly: false, alerts: false },
    ]);
    await choose(ana, { weekly: false, alerts: false });
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
  });

  it.each([[{}], [{ weekly: 'yes' }], [{ weekly: null }], [[true]], [{ weekly: true, daily: true }]])('refuse %j', async (body) => {
    expect((await choose(ana, body)).status).toBe(400);
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
  });

  it('end with the one-click form of an email program, which sends no cookie (RFC 8058)', async () => {
    const { id, email, link } = await receiveEmail(ana);
    await receiveEmail(ben);
    const { headers } = site.app.get(EmailRenderer, { strict: false }).render(id, email);
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${email.unsubscribe?.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const response = await site.app.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([response.statusCode, response.json()]).toEqual([200, { email: 'a***@site.test', kind: 'weekly' }]);
    expect([await choicesOf(ana), await choicesOf(ben)]).toEqual([
      { weekly: false, alerts: false },
      { weekly: true, alerts: false },
    ]);
    const rows = await site.sql('select unsubscribed_at from users where id = $1', [ana.id]);
    expect(rows).toEqual([{ unsubscribed_at: null }]);
  });

  it('resume only from our own pages', async () => {
    const { link } = await receiveEmail(ana);
    await site.request('POST', link);
    expect((await site.request('DELETE', link, { as: null })).status).toBe(403);
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
    expect((await site.request('DELETE', link)).body).toEqual({ email: 'a***@site.test', kind: 'weekly' });
    expect(await choicesOf(ana)).toEqual({ weekly: true, alerts: false });
  });

  it('resume by their link only within a day; signed in, always', async () => {
    const { link } = await receiveEmail(ana);
    await site.request('POST', link);
    await site.sql(`update email_choices set changed_at = now() - interval '25 hours'`);
    expect((await site.request('DELETE', link)).status).toBe(404);
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
    await choose(ana, { weekly: true });
    expect(await choicesOf(ana)).toEqual({ weekly: true, alerts: false });
    expect((await site.request('DELETE', link)).status).toBe(200);
  });

  it('do not end with the link of a marketing email, and the other way round', async () => {
    const { link } = await receiveEmail(ana);
    const token = link.split('token=')[1];
    expect((await site.get(`/api/unsubscribe?campaign_referral_id=${token}`)).status).toBe(404);
    for (const guess of ['', 'x', 'A'.repeat(22), '%00', token?.slice(1)])
      expect((await site.request('POST', `${UNSUBSCRIBE_URL}?token=${guess}`)).status).toBe(404);
    expect(await choicesOf(ana)).toEqual({ weekly: true, alerts: false });
  });

  it('are shown at /dev/mail with figures and the reason, and as text', async () => {
    const { id, email } = await receiveEmail(ana);
    const page = await site.get(`/dev/mail/${id}`, { cookie: localCookieHeader(site.app) });
    expect(page.text).toContain('Gifts &amp; &lt;b&gt;crafts&lt;/b&gt;');
    expect(page.text).toContain('3,231 followers');
    expect(page.text).toContain('because you switched on the weekly email');
    expect(page.headers['content-security-policy']).toContain('img-src');
    const { text } = site.app.get(EmailRenderer, { strict: false }).render(id, email);
    expect(text).toContain('Gifts & <b>crafts</b>: +4.1%, 3,231 followers\n');
    expect(text).toContain(`Unsubscribe: ${email.unsubscribe?.page}`);
  });
});

describe('campaigns', () => {
  const now = new Date(Date.now() + 60_000);

  describe('marketing emails', () => {
    let campaigns: Campaigns;

    beforeAll(async () => {
      await emptyTables(site.database.pool, 'users, emails');
      campaigns = new Campaigns(site.database.postgres, testSecrets, emailBranding);
      for (let i = 0; i < 5; i++) await site.createUser('free', `free${i}@site.test`);
      for (let i = 0; i < 3; i++) await site.createUser('premium', `premium${i}@site.test`);
      await site.createUser('registered', 'unconfirmed@site.test');
    });
    beforeEach(() =>
      site.sql(
        'update users set unsubscribed_at = null; delete from campaigns; delete from emails; delete from sessions where user_id is null',
      ),
    );

    const writeCampaign = (
      audience: 'free' | 'premium' | 'all',
      fingerprint = 'f1',
      onProgress: (count: number) => void = () => undefined,
    ) => campaigns.enqueueEmails({ name: 'file.txt', fingerprint, audience, ...campaignContent }, now, onProgress);
    const queuedEmails = async () =>
      await site.sql<{ recipient: string; content: { unsubscribe: { page: string } } }>(
        'select recipient, content from emails order by recipient',
      );
    const referralFor = async (address: string) => {
      const email = (await queuedEmails()).find(({ recipient }) => recipient === address);
      return new URL(email?.content.unsubscribe.page ?? '').searchParams.get('campaign_referral_id') ?? '';
    };

    it.each([
      ['free', 5],
      ['premium', 3],
      ['all', 8],
    ] as const)(
      'reach the audience %s with %i emails, one for each confirmed user, and report how many were checked',
      async (audience, count) => {
        const progress: number[] = [];
        expect(await campaigns.countAudience(audience, now)).toBe(count);
        expect(await writeCampaign(audience, 'f1', (checked) => progress.push(checked))).toBe(count);
        expect(progress).toEqual([8]);
        const recipients = (await queuedEmails()).map(({ recipient }) => recipient);
        expect(new Set(recipients).size).toBe(count);
        expect(recipients).not.toContain('unconfirmed@site.test');
      },
    );

    it('do not reach administrators as people without Premium', async () => {
      const { id } = await site.createUser('admin', 'admin@site.test');
      expect([await campaigns.countAudience('free', now), await campaigns.countAudience('all', now)]).toEqual([5, 9]);
      await site.sql('delete from users where id = $1', [id]);
    });

    it('are queued once when a campaign is sent repeatedly or concurrently', async () => {
      const written = await Promise.all([writeCampaign('all'), writeCampaign('all')]);
      expect(written[0] + written[1]).toBe(8);
      expect(await writeCampaign('all')).toBe(0);
      expect(await queuedEmails()).toHaveLength(8);
    });

    it('continue after an interruption', async () => {
      await writeCampaign('free');
      await site.sql(`delete from emails where recipient = 'free0@site.test'`);
      await site.sql(`delete from campaign_referrals where user_id = (select id from users where email = 'free0@site.test')`);
      expect(await writeCampaign('free')).toBe(1);
      expect((await queuedEmails()).map(({ recipient }) => recipient)).toContain('free0@site.test');
    });

    it('end with a click, repeatedly, and show the masked address', async () => {
      await writeCampaign('all');
      const referral = await referralFor('free1@site.test');
      expect(referral).toMatch(/^[\w-]{22}$/);
      for (let i = 0; i < 2; i++) {
        const response = await site.request('GET', `/api/unsubscribe?campaign_referral_id=${referral}`, { as: null });
        expect([response.status, response.body]).toEqual([200, { email: 'f***@site.test' }]);
      }
      expect(await campaigns.countAudience('all', now)).toBe(7);
      expect(await writeCampaign('all', 'f2')).toBe(7);
    });

    it('end with the one-click form of a mail client, which sends no cookie (RFC 8058)', async () => {
      await writeCampaign('all');
      const referral = await referralFor('free2@site.test');
      const response = await site.app.inject({
        method: 'POST',
        url: `/api/unsubscribe?campaign_referral_id=${referral}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect([response.statusCode, response.json()]).toEqual([200, { email: 'f***@site.test' }]);
      expect(await campaigns.countAudience('all', now)).toBe(7);
    });

    it('resume when the reader resubscribes, only from our own pages', async () => {
      await writeCampaign('all');
      const path = `/api/unsubscribe?campaign_referral_id=${await referralFor('free3@site.test')}`;
      await site.request('GET', path);
      expect((await site.request('DELETE', path, { as: null })).status).toBe(403);
      expect(await campaigns.countAudience('all', now)).toBe(7);
      expect((await site.request('DELETE', path)).body).toEqual({ email: 'f***@site.test' });
      expect(await campaigns.countAudience('all', now)).toBe(8);
    });

    it('do not resume by a link that ended them more than a day ago', async () => {
      await writeCampaign('all');
      const path = `/api/unsubscribe?campaign_referral_id=${await referralFor('free3@site.test')}`;
      await site.request('GET', path);
      await site.sql(`update users set unsubscribed_at = unsubscribed_at - interval '25 hours'`);
      expect((await site.request('DELETE', path)).status).toBe(404);
      expect(await campaigns.countAudience('all', now)).toBe(7);
    });

    it('return the same bytes for every unknown link', async () => {
      await writeCampaign('all');
      const guesses = ['', 'x', 'A'.repeat(22), '../..', 'é', 'A'.repeat(200), '%00', (await referralFor('free4@site.test')).slice(0, 21)];
      const responses = await Promise.all(
        guesses.map((guess) => site.request('GET', `/api/unsubscribe?campaign_referral_id=${encodeURIComponent(guess)}`)),
      );
      expect(new Set(responses.map(({ status, text: body }) => `${status} ${body}`))).toEqual(
        new Set([`404 {"error":"This link isn't valid.","errors":["This link isn't valid."],"code":"not_found"}`]),
      );
    });

    it('count a visit once a day, attach it to the session, and respond to every id alike', async () => {
      await writeCampaign('all');
      const referral = await referralFor('free0@site.test');
      const visitor = await site.createUser('registered');
      const responses = [];
      for (const id of [referral, referral, 'unknown', 'A'.repeat(22)]) {
        const cookie = `${visitor.headers.cookie}; ${visitorCookieHeader(site.app, '00000000-0000-4000-8000-000000000049')}`;
        responses.push(await site.request('GET', `/api/track?campaign_referral_id=${id}`, { as: visitor, headers: { cookie } }));
      }
      expect(new Set(responses.map(({ status, text: body }) => `${status}${body}`))).toEqual(new Set(['204']));
      const rows = await site.sql('select count(*)::int count from campaign_visits');
      expect(rows).toEqual([{ count: 1 }]);
      const sessions = await site.sql('select campaign_referral_hash is not null attached from sessions where user_id = $1', [visitor.id]);
      expect(sessions).toEqual([{ attached: true }]);
      await site.app.get<EventQueue>(VisitorEvents, { strict: false }).beforeApplicationShutdown();
      expect(await site.sql('select name, user_id from events')).toEqual([{ name: 'campaign_visit', user_id: visitor.id }]);
    });
  });

  describe('captured mail', () => {
    it('shows captured emails with escaped markup and without scripts', async () => {
      await site.sql(`insert into emails (recipient, kind, content, created_at) values ('a@b.test', 'reset', $1, now())`, [
        JSON.stringify({
          kind: 'reset',
          to: 'a@b.test',
          user_id: null,
          subject: '<script>alert(1)</script>',
          paragraphs: ['Hello <b>'],
          code: 'C0DE',
        }),
      ]);
      const read = (path: string) => site.request('GET', path, { headers: { cookie: localCookieHeader(site.app) } });
      const list = await read('/dev/mail');
      expect(list.text).toContain('&lt;script&gt;');
      expect(list.text).not.toContain('<script');
      expect(list.headers['content-security-policy']).toContain(`default-src 'none'`);
      const id = /\/dev\/mail\/(\d+)/.exec(list.text)?.[1];
      const email = await read(`/dev/mail/${id}`);
      expect(email.text).toContain('C0DE');
      expect(email.headers['content-security-policy']).not.toContain('script-src');
      expect((await read('/dev/mail/999')).status).toBe(302);
      expect((await read('/dev/mail/x%00')).status).toBe(302);
    });

    it('is not served with a mail server', async () => {
      const server = await createTestApp(site.database.url, { settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.test' } });
      expect((await server.request('GET', '/dev/mail', { headers: { cookie: localCookieHeader(server.app) } })).status).toBe(404);
      await server.close();
    });
  });
});
