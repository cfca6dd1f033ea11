import { readConfig } from '#server/config/config';
import { freePort } from '#server/database/embedded-postgres';
import { assertSiteExists, connectDatabase } from '#server/database/open-database';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const configWith = (change: (url: URL) => unknown) => {
  const url = new URL(database.url);
  change(url);
  return readConfig({ NODE_ENV: 'test', DATABASE_URL: url.toString() });
};

describe('a Postgres of the operator', () => {
  it('is opened if it accepts a connection', async () => {
    const config = configWith(() => undefined);
    await assertSiteExists(config);
    const opened = await connectDatabase(config);
    await opened.close();
    expect(opened).toMatchObject({ url: config.DATABASE_URL, directory: null });
  });

  it.each<[string, (url: URL) => unknown, RegExp]>([
    [
      'its host is unknown',
      (url) => (url.hostname = 'nowhere.invalid'),
      /^Postgres at nowhere\.invalid:\d+, database t_\w+, .*: getaddrinfo \w+ nowhere\.invalid\. /,
    ],
    ['its password is wrong', (url) => (url.password = 'wrong'), /: password authentication failed for user "\w+"\. /],
    ['its database is missing', (url) => (url.pathname = '/missing'), /, database missing, .*: database "missing" does not exist\. /],
    ['it has no TLS', (url) => url.searchParams.set('sslmode', 'verify-full'), /: The server does not support SSL connections\. /],
    [
      'the certificate to verify it with is missing',
      (url) => (url.search = '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
      /: ENOENT: no such file or directory, open '\/nowhere\/ca\.pem'\. /,
    ],
  ])('is refused with the setting to check if %s', async (_, change, reason) => {
    const config = configWith(change);
    for (const open of [connectDatabase, assertSiteExists]) {
      const error = await open(config).then(
        () => null,
        (one: unknown) => one as Error,
      );
      expect(error?.message).toMatch(reason);
      expect(error?.message).toMatch(/ does not accept our connection: .* Check DATABASE_URL, and that Postgres runs\.$/);
    }
  });

  it('is refused with the setting to check if nothing listens there', async () => {
    const port = String(await freePort());
    await expect(connectDatabase(configWith((url) => Object.assign(url, { hostname: '127.0.0.1', port })))).rejects.toThrow(
      `Postgres at 127.0.0.1:${port}, database ${new URL(database.url).pathname.slice(1)}, does not accept our connection: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL, and that Postgres runs.`,
    );
  });
});
