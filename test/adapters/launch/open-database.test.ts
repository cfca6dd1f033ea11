import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { saveSetting, SERVED_PORT } from '#server/database/schema/stored-settings';
import { assertSiteExists, connectDatabase, openDatabase } from '#server/launch/postgres/open-database';
import { testKeys } from '../../support/app/test-keys';
import { useTestDatabase } from '../../support/database/test-database';
import { operator } from '../../support/fakes/audit';
import { createTestApp } from '../../support/app/test-app';
import { type Certificate, makeCertificates, servePostgresCertificate, whyNoCertificates } from '../../support/servers/certificates';

const database = useTestDatabase();

describe('a Postgres of the operator', () => {
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
    [
      'nothing listens there',
      (url) => Object.assign(url, { hostname: '127.0.0.1', port: '1' }),
      /^Postgres at 127\.0\.0\.1:1, database t_\w+, does not accept our connection: connect ECONNREFUSED 127\.0\.0\.1:1\. /,
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
});

describe('links that commands print', () => {
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

const missing = await whyNoCertificates();

(missing === null ? describe : describe.skip)('a Postgres that is reached by TLS only', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let admin: Client;
  let valid: Certificate;
  let expired: Certificate;
  let ofAnotherHost: Certificate;
  let otherAuthority: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corklight-tls-'));
    [valid, expired, ofAnotherHost] = (await makeCertificates(join(folder, 'authority'), [
      {},
      { daysLeft: -1 },
      { names: 'DNS:db.elsewhere.example' },
    ])) as [Certificate, Certificate, Certificate];
    otherAuthority = (await makeCertificates(join(folder, 'other'), [{}]))[0]!.authorityFile;
    postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { fsync: 'off' });
    admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    const access = join(postgres.directory, 'data', 'pg_hba.conf');
    await writeFile(access, (await readFile(access, 'utf8')).replaceAll(/^host(?=\s)/gm, 'hostssl'));
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const urlWith = (authorityFile: string) => `${postgres.url}?sslmode=verify-full&sslrootcert=${authorityFile}`;
  const configWith = (url: string) => readConfig({ NODE_ENV: 'test', DATABASE_URL: url });

  const serve = (certificate: Certificate) =>
    servePostgresCertificate({ admin, url: postgres.url, folder: postgres.directory }, certificate);

  it('serves a site with a certificate that its authority signed, and takes no connection without TLS', async () => {
    await serve(valid);
    const url = urlWith(valid.authorityFile);
    await (await openDatabase(configWith(url), () => undefined)).close();
    const site = await createTestApp(url);
    expect([(await site.get('/api/stats')).status, (await site.get('/readyz')).status]).toEqual([200, 200]);
    await site.close();
    await expect(connectDatabase(configWith(postgres.url))).rejects.toThrow('no encryption');
  });

  it('is refused with the setting to change where another authority is trusted', async () => {
    await serve(valid);
    await expect(connectDatabase(configWith(urlWith(otherAuthority)))).rejects.toThrow(
      /^Postgres at \S+, database postgres, has a certificate of an authority that is not trusted \(.+\)\. Name the file of its authority as sslrootcert in DATABASE_URL\.$/,
    );
  });

  it('is refused with the host if the certificate is for another one', async () => {
    await serve(ofAnotherHost);
    await expect(connectDatabase(configWith(urlWith(valid.authorityFile)))).rejects.toThrow(
      /has a certificate for another host \(.*127\.0\.0\.1 is not in .*\)\. Use a host in DATABASE_URL that the certificate names\.$/,
    );
  });

  it('is refused with the day on which its certificate expired', async () => {
    await serve(expired);
    await expect(connectDatabase(configWith(urlWith(valid.authorityFile)))).rejects.toThrow(
      `has a certificate that expired on ${expired.lastDay}. Renew it: DATABASE_URL asks for a valid one.`,
    );
  });
});
