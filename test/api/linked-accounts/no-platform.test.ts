import { createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

const database = useTestDatabase();

describe('without a platform', () => {
  it('linking is unavailable, the list is empty, and the sandbox is not served', async () => {
    const bare = await createTestApp(database.url, { settings: { PLATFORM: 'none' } });
    const user = await bare.createUser('free');
    for (const body of [{}, { code: 'a', state: 'b' }]) {
      expect(await bare.request('POST', ACCOUNTS_URL, { as: user, body })).toMatchObject({
        status: 503,
        body: { error: "Linking Pinterest accounts isn't set up here.", code: 'no_platform' },
      });
    }
    expect((await bare.request('GET', ACCOUNTS_URL, { as: user })).text).toBe('[]');
    expect((await bare.request('GET', '/sandbox/oauth?state=a', { as: null })).status).toBe(404);
    await bare.close();
  });
});
