import { useTestApp } from '../../../support/app/test-app';
import type { TestUser } from '../../../support/app/test-users';
import { insertEntity } from '../../../support/database/insert-entity';

const FORMATS_URL = '/api/users/me/formats';

describe('the formats of an account', () => {
  const site = useTestApp({ settings: { DEMO: 'false' } });
  const save = (body: unknown, as?: TestUser) => site.request('PUT', FORMATS_URL, { body, ...(as ? { as } : {}) });
  const formatsOf = async (as: TestUser) =>
    ((await site.request('GET', '/api/sessions', { as })).body['user'] as { formats: unknown }).formats;

  it('are unknown until a browser tells them, and stored as Intl names them', async () => {
    const user = await site.createUser('free');
    expect(await formatsOf(user)).toBeNull();
    expect(await save({ locale: 'DE-de-u-nu-thai', time_zone: 'europe/berlin' }, user)).toMatchObject({ status: 204 });
    expect(await formatsOf(user)).toEqual({ locale: 'de-DE', time_zone: 'Europe/Berlin' });
    await save({ locale: 'tlh', time_zone: 'UTC' }, user);
    expect(await formatsOf(user)).toEqual({ locale: 'en-US', time_zone: 'UTC' });
  });

  it.each([
    [{ locale: 'en_US', time_zone: 'UTC' }, 'locale'],
    [{ locale: 'de-DE', time_zone: 'Mars/Base' }, 'time_zone'],
    [{ locale: 'x'.repeat(65), time_zone: 'UTC' }, 'locale'],
  ])('refuse %j and name %s', async (body, field) => {
    const { status, body: response } = await save(body, await site.createUser('free'));
    expect([status, JSON.stringify(response)]).toEqual([400, expect.stringContaining(field)]);
  });

  it('change neither the API nor the export', async () => {
    await insertEntity(site.database.pool, 'boards', {
      _id: 'b',
      name: 'Gifts',
      follower_count: 12_480,
      follower_growth_last_90_days: 12.5,
    });
    const [american, german] = [await site.createUser('premium'), await site.createUser('premium')];
    await save({ locale: 'en-US', time_zone: 'UTC' }, american);
    await save({ locale: 'de-DE', time_zone: 'Europe/Berlin' }, german);
    for (const url of ['/api/boards', '/api/boards/b', '/api/exports/boards']) {
      const [one, other] = [await site.request('GET', url, { as: american }), await site.request('GET', url, { as: german })];
      expect([url, one.status]).toEqual([url, 200]);
      expect([url, other.status, other.text]).toEqual([url, 200, one.text]);
      expect(other.text).toContain('12480');
    }
  });
});
