import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { openApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { freePort } from '#server/database/embedded-postgres';
import { saveSetting, SERVED_PORT } from '#server/database/schema/stored-settings';
import { assertSiteExists, connectDatabase } from '#server/launch/postgres/open-database';
import { testKeys } from '../../support/app/test-keys';
import { useTestDatabase } from '../../support/database/test-database';
import { operator } from '../../support/fakes/audit';

describe('a Postgres of the operator', () => {
  const database = useTestDatabase();

  /** A certificate that localhost signed for itself, for the first of January 2020. */
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtMo4rS8lbD5Wzfe9
Eg0Vb0EmPa4GEF9iJGFuGyhiEuWhRANCAATd2mrpkc1ZJoQ9YUuPHtIk6OCYEaTq
MTtj6TLYtZWUGu4ZQXAo02Gj7k+lmNNF4Z1dO7QXJt7g+p4laGhk9axM
-----END PRIVATE KEY-----`;
  const cert = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATd2mrpkc1ZJoQ9YUuP
HtIk6OCYEaTqMTtj6TLYtZWUGu4ZQXAo02Gj7k+lmNNF4Z1dO7QXJt7g+p4laGhk
9axMo04wTDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/BAUw
AwEB/zAdBgNVHQ4EFgQUghzXnUlNHzkHmJWlM9GR2D6a+4QwCgYIKoZIzj0EAwID
SAAwRQIhANUytZnJKS8waiEvxF4T/ui1LymyXKnQrU5qutwN6c9VAiAPknxdmAiN
lW9qiVMRkdUjv+evPdtaEv1NJ4BNv2BJow==
-----END CERTIFICATE-----`;

  const configWith = (change: (url: URL) => unknown) => {
    const url = new URL(database.url);
    change(url);
    return readConfig({ NODE_ENV: 'test', DATABASE_URL: url.toString() });
  };

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
  it('is refused with the day on which its certificate expired', async () => {
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write('S');
          new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const config = configWith((url) =>
      Object.assign(url, { hostname: '127.0.0.1', port, pathname: '/site', search: 'sslmode=verify-full' }),
    );
    await expect(connectDatabase(config)).rejects.toThrow(
      `Postgres at 127.0.0.1:${port}, database site, has a certificate that expired on 2020-01-02. Renew it: DATABASE_URL asks for a valid one.`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});

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
