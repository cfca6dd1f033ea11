import { ipv4ClientIp } from '#domain/client-ip';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { DAY_MS } from '#domain/durations';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { JobRunner } from '#server/jobs/job-runner';
import { consentTo } from '../../support/app/sandbox-consent';
import { useTestApp } from '../../support/app/test-app';
import { localCookieHeader } from '../../support/app/test-users';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

describe('the security log', () => {
  const site = useTestApp();
  let events: SecurityEvent[];
  beforeAll(async () => {
    site.app.get(SecurityLog, { strict: false }).record = (event) => void events.push(event);
  });
  beforeEach(() => (events = []));

  it('records who linked and unlinked an account', async () => {
    const as = await site.createUser('free');
    const redirect = (await site.request('POST', ACCOUNTS_URL, { as, body: {} })).body['redirect_uri'];
    const { headers } = await site.app.inject({
      method: 'POST',
      url: '/sandbox/oauth',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: localCookieHeader(site.app) },
      payload: consentTo(redirect),
    });
    expect(events).toEqual([]);
    const body = Object.fromEntries(new URL(headers.location ?? '', 'http://site.test').searchParams);
    const { _id } = (await site.request('POST', ACCOUNTS_URL, { as, body })).body;
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${String(_id)}`, { as })).status).toBe(204);
    expect(events).toEqual([
      { event: 'account-linked', user_id: as.id, detail: _id },
      { event: 'account-unlinked', user_id: as.id, detail: _id },
    ]);
  });

  it('records whose Premium changed, and to which status', async () => {
    const as = await site.createUser('free');
    const bought = await site.request('POST', '/api/sandbox/payments', { as, body: { action: 'pay', product: 'user' } });
    expect(bought.status).toBe(200);
    expect(events).toEqual([
      { event: 'premium-changed', user_id: as.id, detail: 'active' },
      { event: 'premium-changed', user_id: null, detail: 'paid' },
    ]);
  });

  it('records what an administrator did to a person', async () => {
    const [admin, person] = [await site.createUser('admin'), await site.createUser('free')];
    const path = `/api/admin/people/${person.id}`;
    const until = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    await site.request('POST', `${path}/premium`, { as: admin, body: { until } });
    await site.request('DELETE', `${path}/premium`, { as: admin });
    await site.request('DELETE', `${path}/sessions`, { as: admin });
    await site.request('POST', `${path}/deletion`, { as: admin, body: { email: 'another@people.test' } });
    await site.request('POST', `${path}/deletion`, { as: admin, body: { email: person.email } });
    expect(events).toEqual([
      { event: 'premium-changed', user_id: person.id, detail: 'given' },
      { event: 'premium-changed', user_id: person.id, detail: 'given one ended' },
      { event: 'sessions-ended', user_id: person.id, detail: 'by administrator' },
      { event: 'account-deleted', user_id: person.id, detail: 'by administrator' },
    ]);
  });

  it('says once a minute who was refused access, to which endpoint, and how often', async () => {
    const as = await site.createUser('premium');
    for (let count = 0; count < 3; count++) expect((await site.request('GET', '/api/admin/jobs', { as })).status).toBe(403);
    expect((await site.request('GET', '/api/users/me/watchlists')).status).toBe(401);
    expect((await site.request('PATCH', '/api/users/me/optional-emails', { as: null, body: {} })).status).toBe(403);
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    const clientIp = ipv4ClientIp('127.0.0.1');
    expect(events).toEqual([
      { event: 'access-refused', detail: 'GET /admin/jobs', clientIp, user_id: as.id, count: 3 },
      { event: 'access-refused', detail: 'GET /users/me/watchlists', clientIp, user_id: null, count: 1 },
      { event: 'access-refused', detail: 'cross-site', clientIp, user_id: null, count: 1 },
    ]);
  });

  it('says once a minute whose input was rejected and who lacked Premium, at which endpoint, and how often', async () => {
    const as = await site.createUser('free');
    for (let count = 0; count < 2; count++) expect((await site.request('GET', '/api/boards?page=x', { as })).status).toBe(400);
    const headers = { ...as.headers, 'content-type': 'text/plain' };
    const plain = await site.app.inject({ method: 'POST', url: '/api/users/me/watchlists', headers, payload: 'x' });
    expect(plain.statusCode).toBe(415);
    expect((await site.request('GET', '/api/boards?query=etsy')).status).toBe(403);
    expect((await site.request('GET', '/api/boards/missing')).status).toBe(404);
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    const clientIp = ipv4ClientIp('127.0.0.1');
    expect(events).toEqual([
      { event: 'input-rejected', detail: 'GET /boards', clientIp, user_id: as.id, count: 2 },
      { event: 'input-rejected', detail: 'POST /users/me/watchlists', clientIp, user_id: null, count: 1 },
      { event: 'access-refused', detail: 'GET /boards', clientIp, user_id: null, count: 1 },
    ]);
  });

  it('says once a minute how many payment notices were refused, and from which client IP', async () => {
    const answer = await site.request('POST', '/api/webhooks/paddle', { as: null, body: { event_type: 'subscription.created' } });
    expect(answer.status).toBe(400);
    await site.request('POST', '/api/webhooks/paddle', { as: null, body: {} });
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    expect(events).toEqual([{ event: 'webhook-refused', clientIp: ipv4ClientIp('127.0.0.1'), user_id: null, count: 2 }]);
  });

  it('records who exported a list', async () => {
    const as = await site.createUser('premium');
    expect((await site.request('GET', '/api/exports/pins', { as })).status).toBe(200);
    expect((await site.request('GET', '/api/exports/pins', { as: await site.createUser('free') })).status).toBe(403);
    expect(events).toEqual([{ event: 'list-exported', user_id: as.id, detail: 'pins' }]);
  });

  it('records who removed what from the catalog', async () => {
    const as = await site.createUser('admin');
    const body = { entity_type: 'pin', issue_type: 'never_crawled' };
    expect((await site.request('POST', '/api/admin/data-quality/cleanup', { as, body })).status).toBe(200);
    expect(events).toEqual([{ event: 'catalogue-cleaned', user_id: as.id, detail: 'pin never_crawled' }]);
  });

  it('records who started a job', async () => {
    const as = await site.createUser('admin');
    const run = (job: string) => site.request('POST', `/api/admin/jobs/${job}/run`, { as });
    expect((await run('unknown')).status).toBe(404);
    expect(events).toEqual([]);
    const runner = site.app.get(JobRunner);
    await runner.runOnce('emails-clean-up', 'busy', async () => {
      expect(await run('emails-clean-up')).toMatchObject({
        status: 409,
        body: { error: 'The job emails-clean-up is running already.' },
      });
      return 1;
    });
    expect((await run('emails-clean-up')).status).toBe(204);
    expect(events).toEqual([{ event: 'job-started', user_id: as.id, detail: 'emails-clean-up' }]);
    while (runner.isRunning('emails-clean-up')) await new Promise((resolve) => setImmediate(resolve));
  });
});
