import { openApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { saveSetting, SERVED_PORT } from '#server/database/schema/stored-settings';
import { testKeys } from '../../support/app/test-keys';
import { useTestDatabase } from '../../support/database/test-database';
import { operator } from '../../support/fakes/audit';

describe('links that commands print', () => {
  const database = useTestDatabase();

  const invitationLink = async (email: string, settings: Record<string, string> = {}) => {
    const context = await openApplicationContext(readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, ...testKeys, ...settings }));
    const { link } = await context.administrators.appoint(email, null, operator);
    await context.close();
    return link;
  };

  it('lead to the port that the server listens on, or to the public address', async () => {
    await saveSetting(database.pool, SERVED_PORT, '4311');
    await saveSetting(database.pool, SERVED_PORT, '4313');
    expect(await invitationLink('one@people.test')).toMatch(/^http:\/\/localhost:4313\/auth\/password\/reset\//);
    expect(await invitationLink('two@people.test', { PUBLIC_URL: 'https://pins.example.com' })).toMatch(/^https:\/\/pins\.example\.com\//);
  });
});
