import { useTestApp } from '../../support/app/test-app';
import { localCookieHeader, type TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { LockScope } from '#domain/jobs/lock-scope';
import { dayOf, MINUTES_PER_DAY, shortDay } from '#domain/days';
import { mondayOf } from '#domain/watching/weekly-email';
import type { Email } from '#domain/mail/email';
import { DAY_MS } from '#domain/durations';
import { EmailBranding } from '#domain/mail/email-branding';
import { Secrets } from '#domain/secrets';
import { SendWeeklyEmails } from '#server/watching/send-weekly-emails';
import { FixedClock } from '../../support/fixed-clock';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { WeeklyEmails } from '#server/watching/postgres/weekly-emails';

const CHOICES_URL = '/api/users/me/optional-emails';
const UNSUBSCRIBE_URL = '/api/optional-emails/unsubscribe';
const nextMonday = mondayOf(dayOf(new Date())) + 7;

const site = useTestApp({ settings: { DEMO: 'false' } });
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  const at = [8, 1, -13].map((daysBefore) => (nextMonday - daysBefore) * MINUTES_PER_DAY);
  const series = { at, follower_count: [3_104, 3_231, 3_000] };
  await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Gifts & <b>crafts</b>', series });
});
beforeEach(async () => {
  await site.database.pool.query('truncate users, emails cascade');
  [ana, ben] = [await site.createUser('free', 'ana@site.test'), await site.createUser('free', 'ben@site.test')];
});

const choose = (as: TestUser | undefined, body: unknown) => site.request('PATCH', CHOICES_URL, { body, ...(as ? { as } : {}) });
const choicesOf = async (as: TestUser) => (await site.request('GET', CHOICES_URL, { as })).body;

/** Runs the job on a Monday. */
function sendWeeklyEmails(monday: number): Promise<number> {
  const get = <T>(token: abstract new (...args: never[]) => T): T => site.app.get<T>(token, { strict: false });
  const clock = new FixedClock(new Date(monday * DAY_MS));
  return new SendWeeklyEmails(get(WeeklyEmails), get(Secrets), get(EmailBranding), clock, []).run(new LockScope());
}

/** Switches the weekly email on and returns the first one. */
async function receiveEmail(user: TestUser): Promise<{ readonly id: number; readonly email: Email; readonly link: string }> {
  await choose(user, { weekly: true });
  await site.request('POST', '/api/users/me/watchlists/default/items', { as: user, body: { entity: 'board', entity_id: 'b' } });
  await sendWeeklyEmails(nextMonday);
  const { rows } = await site.database.pool.query<{ id: number; content: Email }>('select id, content from emails where user_id = $1', [
    user.id,
  ]);
  const email = rows[0]!.content;
  return { id: rows[0]!.id, email, link: email.unsubscribe!.oneClick.replace(/^https?:\/\/[^/]+/, '') };
}

describe('optional emails', () => {
  it('are off until the user switches them on, and off again', async () => {
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
    expect((await choose(ana, { weekly: true })).status).toBe(204);
    expect([await choicesOf(ana), await choicesOf(ben)]).toEqual([
      { weekly: true, alerts: false },
      { weekly: false, alerts: false },
    ]);
    await choose(ana, { weekly: false });
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
  });

  it('are switched one by one, and two at once', async () => {
    await choose(ana, { alerts: true });
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: true });
    await choose(ana, { weekly: true });
    expect(await choicesOf(ana)).toEqual({ weekly: true, alerts: true });
    await choose(ana, { weekly: false, alerts: false });
    expect(await choicesOf(ana)).toEqual({ weekly: false, alerts: false });
  });

  it('are for signed-in users', async () => {
    expect((await choose(undefined, { weekly: true })).status).toBe(401);
    expect((await site.get(CHOICES_URL)).status).toBe(401);
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
    const { rows } = await site.database.pool.query('select unsubscribed_at from users where id = $1', [ana.id]);
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
    await site.database.pool.query(`update email_choices set changed_at = now() - interval '25 hours'`);
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

  it.each(['', `?token=${'x'.repeat(201)}`, '?token=a&token=b'])('name the field of a link with %j', async (query) => {
    const { status, body } = await site.request('POST', `${UNSUBSCRIBE_URL}${query}`);
    expect(status).toBe(400);
    expect(body['error']).toContain('token');
  });

  it('come weekly to the mail catcher, but not for a week without readings', async () => {
    await receiveEmail(ana);
    const emailsAfter = async (monday: number) => {
      await sendWeeklyEmails(monday);
      return (await site.get('/dev/mail', { cookie: localCookieHeader(site.app) })).text.split('Your watchlists this week').length - 1;
    };
    expect([await emailsAfter(nextMonday), await emailsAfter(nextMonday + 7), await emailsAfter(nextMonday + 14)]).toEqual([1, 1, 1]);
    const { rows } = await site.database.pool.query<{ id: number }>('select id from emails');
    const { text } = await site.get(`/dev/mail/${rows[0]?.id}`, { cookie: localCookieHeader(site.app) });
    expect(text).toContain(`from ${shortDay(nextMonday - 7)} to ${shortDay(nextMonday - 1)}.`);
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
