import { testApp } from '../../support/app';
import { freshDatabase, type TestDatabase } from '../../support/database';

const ACCOUNTS = '/api/users/me/pinterest_accounts';

let database: TestDatabase;

beforeAll(async () => (database = await freshDatabase()));
afterAll(() => database.close());

describe('without a platform', () => {
  it('linking says so, the list is there, and the sandbox is not', async () => {
    const bare = await testApp(database.url, { PLATFORM: 'none' });
    const somebody = await bare.person('free');
    for (const body of [{}, { code: 'a', state: 'b' }]) {
      expect(await bare.call('POST', ACCOUNTS, { as: somebody, body })).toMatchObject({
        status: 503,
        body: { error: 'Linking Pinterest accounts is not set up at this site.', code: 'no_platform' },
      });
    }
    expect((await bare.call('GET', ACCOUNTS, { as: somebody })).text).toBe('[]');
    expect((await bare.call('GET', '/sandbox/oauth?state=a', { as: null })).status).toBe(404);
    await bare.close();
  });
});
