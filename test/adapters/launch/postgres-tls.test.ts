import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readConfig } from '#server/config/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { connectDatabase, openDatabase } from '#server/launch/postgres/open-database';
import { createTestApp } from '../../support/app/test-app';
import { type Certificate, makeCertificates, servePostgresCertificate, whyNoCertificates } from '../../support/servers/certificates';

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
