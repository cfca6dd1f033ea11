import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { Client } from 'pg';
import { readConfig } from '#server/config/config';
import { connectDatabase } from '#server/launch/postgres/open-database';
import { examineInstallation } from '#server/operations/doctor/examine';
import { checkPooler } from '#server/operations/doctor/postgres/server-checks';
import { sealWith } from '#server/secrets/crypto-secrets';
import { TokenCipher } from '#server/secrets/token-cipher';
import { judgeCertificate, readCertificate } from '#server/operations/doctor/outside-checks';
import { SiteWithFaults } from '../../../support/app/site-with-faults';
import { localhostCertificate } from '../../../support/servers/certificates';

let site: SiteWithFaults;
/** The folder of a fault that needs one. */
let folder: string | undefined;

const otherKeys = { signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 7)]]) };

/** How a fault comes to be: `real`, or `invented` where a test cannot cause it, by a made-up answer or a stand-in for a server. */
type Origin = 'real' | 'invented';

type Expected = string | RegExp;

const faults: readonly (readonly [fault: string, Origin, cause: () => unknown, line: Expected])[] = [
  [
    'an old Node',
    'invented',
    () => (site.machine = { ...site.machine, nodeVersion: '22.5.0' }),
    '✘ Node: 22.5.0 is too old → Install Node 24.7 or newer.',
  ],
  [
    'a full disk',
    'invented',
    () => {
      site.set({ DATA_DIR: '/srv/full' });
      site.machine = { ...site.machine, freeBytesAt: async () => 512 * 1024 ** 2 };
    },
    '! Disk: 0.5 GB free at /srv/full → Free some space, or move DATA_DIR: imports and nightly runs need 2 GB.',
  ],
  [
    'a folder of backups that cannot be made',
    'real',
    () => site.set({ BACKUP_DIR: `${import.meta.filename}/backups` }),
    /^✘ Backups: none can be made: ENOTDIR: .+ → Make the folder of BACKUP_DIR writable, or set another\.$/,
  ],
  [
    'an old backup',
    'real',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'corklight-old-'));
      await writeFile(join(folder, 'corklight-1f2e3d4c-20200101T023000Z.backup'), 'x');
      site.set({ BACKUP_DIR: folder });
    },
    /^! Backups: the newest in \S+ is [\d,]+ hours old and has 0\.0 MB → See the job backup on the operations page, or make one: corklight backup\.$/,
  ],
  [
    'a disk that backups fill within two weeks',
    'invented',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'corklight-growing-'));
      const time = new Date().toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
      await writeFile(join(folder, `corklight-1f2e3d4c-${time}.backup`), 'x');
      await site.inventAnswers(
        `create table disk_usage as select (extract(epoch from now()) / 86400)::int - n as day, now() - n * interval '1 day' measured_at,
           5e6::int8 - n * 1000000 database_bytes, 1e18::int8 - n * 1e17::int8 backup_bytes from generate_series(0, 3) n`,
      );
      site.set({ BACKUP_DIR: folder });
    },
    /^! Growth: the database grows by 1\.0 MB a day, the backups by 100000000000\.0 MB, 0 days of room at \S+, the room of your own Postgres is unknown → Free some space, lower BACKUP_KEEP, or move to a larger disk\.$/,
  ],
  [
    'a port in use',
    'real',
    async () => site.set({ HOST: '127.0.0.1', PORT: String(await site.serve(() => undefined)) }),
    /^! Port: \d+ is in use on 127\.0\.0\.1 → If that is not this site, stop the other program or set PORT\.$/,
  ],
  [
    'an address of another machine to listen on',
    'real',
    () => site.set({ HOST: '192.0.2.1' }),
    '✘ Port: the server cannot listen on 192.0.2.1:0: EADDRNOTAVAIL → Set HOST and PORT.',
  ],
  [
    'damaged keys',
    'real',
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'corklight-keys-'));
      await writeFile(join(folder, 'secrets.json'), JSON.stringify({ SECRET_KEY: 'x'.repeat(32), TOKEN_KEYS: 'k1:short' }));
      site.set({ DATA_DIR: folder, SECRET_KEY: undefined, TOKEN_KEYS: undefined });
    },
    '✘ Keys: secrets.json is damaged: TOKEN_KEYS must be id:key,… with 32 bytes of base64 each → Set SECRET_KEY and TOKEN_KEYS as docs/self-hosting.md says.',
  ],
  [
    'a database that is read-only',
    'real',
    () => {
      const url = new URL(site.environment['DATABASE_URL']!);
      url.searchParams.set('options', '-c default_transaction_read_only=on');
      site.set({ DATABASE_URL: url.toString() });
    },
    '✘ Writes: the database is read-only → Make room on its disk. One of a provider may need more: see its status page.',
  ],
  [
    'a database that does not answer',
    'real',
    () => site.set({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }),
    '✘ Database: it does not accept our connection: connect ECONNREFUSED 127.0.0.1:1 → Check DATABASE_URL, and that Postgres runs.',
  ],
  [
    'an old Postgres',
    'invented',
    () =>
      site.inventAnswers(
        `create function current_setting(text) returns text language sql
         return case $1 when 'server_version' then '14.9' else pg_catalog.current_setting($1) end`,
      ),
    '✘ Postgres version: 14.9 is too old → Upgrade it to 15 or newer.',
  ],
  [
    'a role that may only read',
    'real',
    () => site.useRole('', 'grant pg_read_all_data to %', 'grant create on schema public to %'),
    /^✘ Privileges: (doctor_\w+) may not change the tables of (\w+) → Use \2 in DATABASE_URL, or in MIGRATION_DATABASE_URL if \1 only serves; or as a superuser: grant \2 to \1;$/,
  ],
  [
    'a role that may not create tables',
    'real',
    () => site.useRole('', 'grant pg_read_all_data to %', 'alter table migrations owner to %'),
    /^✘ Privileges: (doctor_\w+) may not create tables in t_\w+ → As its owner: grant create on schema public to \1;$/,
  ],
  [
    'an extension that is missing and that the role may not create',
    'real',
    async () => {
      await site.useRole('', 'grant pg_read_all_data to %', 'grant create on schema public to %', 'alter table migrations owner to %');
      await site.change('drop extension intarray cascade');
    },
    /^✘ Extensions: intarray cannot be created by (doctor_\w+) → In (t_\w+), as its owner: grant create on database \2 to \1; or as a superuser: create extension intarray; They come with postgresql-contrib\.$/,
  ],
  [
    'a pooler in transaction mode',
    'invented',
    () => site.poolTransactions(),
    '✘ Pooler: DATABASE_URL leads to a pooler in transaction mode, which loses locks → Let DATABASE_URL lead to Postgres itself, or set pool_mode = session.',
  ],
  [
    'too few connections',
    'real',
    () => site.useRole('connection limit 12', 'grant OWNER to %', 'grant create on schema public to %'),
    /^! Connections: 12 allowed, \d+ in use; a server takes up to (\d+), a command 10 → Allow \1 for each server and 10 for commands \(max_connections\), or lower DATABASE_CONNECTIONS\.$/,
  ],
  [
    'a clock that differs',
    'invented',
    () =>
      site.inventAnswers(
        `create function clock_timestamp() returns timestamptz language sql return pg_catalog.clock_timestamp() + interval '1 hour'`,
      ),
    /^! Clock: 3[56]\d\d\.\d s apart from the database's → Synchronize the clocks of both machines \(NTP\)\.$/,
  ],
  [
    'a schema of a newer release',
    'real',
    () => site.change(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture9999999999999')`),
    '✘ Schema: 1 migration is newer than this release → Install the newer release again, or restore a backup.',
  ],
  [
    'a schema of an older release',
    'real',
    () => site.change('delete from migrations where id in (select id from migrations order by id desc limit 2)'),
    '! Schema: 2 migrations are pending → Restart the server: it runs them.',
  ],
  [
    'tables of another role',
    'real',
    () => site.useRole('', 'grant create on schema public to %'),
    /^✘ Privileges: (doctor_\w+) may not read the tables of (\w+) → Use \2 in DATABASE_URL, or in MIGRATION_DATABASE_URL if \1 only serves; or as a superuser: grant \2 to \1;$/,
  ],
  [
    'old data',
    'real',
    () => site.change(`update board_metrics set last_crawled_at = now() - interval '21 days 1 hour'`),
    '! Data: last crawled 21 days ago → Import newer readings.',
  ],
  [
    'second factors and linked accounts of other keys',
    'real',
    async () => {
      const sealed = sealWith(new TokenCipher(otherKeys), 'x');
      await site.change(
        `with people as (insert into users (email, is_confirmed, created_at) values ('a@people.test', true, now()), ('b@people.test', true, now()) returning id),
           factors as (insert into second_factors (user_id, sealed_key, created_at, confirmed_at) select id, '${sealed}', now(), now() from people)
         insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
           select id, 'pinterest', '1', 'ann', '\\x${'00'.repeat(40)}', 'k1', now(), now(), now(), now() from people limit 1`,
      );
    },
    '! Encrypted data: today\'s keys cannot read 2 second factors and 1 linked account → The key "k1" is not among TOKEN_KEYS. Set the TOKEN_KEYS of before (outside production: secrets.json of the data folder). Without them, remove each of these factors: corklight admin reset-second-factor --email ADDRESS. Without them, these accounts must be linked again.',
  ],
  [
    'a mail server that does not answer',
    'real',
    () => site.set({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@example.com' }),
    '✘ Mail: 127.0.0.1:1 does not: connect ECONNREFUSED 127.0.0.1:1 → Check SMTP_URL, and that this machine may reach it.',
  ],
  [
    'a mail server that refuses our password',
    'real',
    async () => site.set({ SMTP_URL: `smtp://site:wrong@${await site.startSmtpServerWithoutUsers()}`, MAIL_FROM: 'site@example.com' }),
    /^✘ Mail: 127\.0\.0\.1:\d+ does not: Invalid login: 535 Invalid username or password → Check SMTP_URL, and that this machine may reach it\.$/,
  ],
  [
    'a proxy that does not reach the site',
    'real',
    async () => {
      const port = await site.serve((_, response) => response.writeHead(502).end('Bad Gateway'));
      site.set({ PUBLIC_URL: `http://127.0.0.1:${port}` });
    },
    /^! Public URL: http:\/\/127\.0\.0\.1:\d+ answers 502, not as Corklight does → Start the server, and check the DNS, the proxy, and its certificate\.$/,
  ],
  [
    'a public address that no one serves',
    'real',
    () => site.set({ PUBLIC_URL: 'http://127.0.0.1:1' }),
    /^! Public URL: http:\/\/127\.0\.0\.1:1 does not answer: .+ → Start the server, and check the DNS, the proxy, and its certificate\.$/,
  ],
];

describe('corklight doctor', () => {
  beforeEach(async () => (site = await SiteWithFaults.open()));
  afterEach(() => site.close());
  afterEach(() => folder && rm(folder, { recursive: true, force: true }));

  it('finds nothing to mend on a site in order', async () => {
    expect(await site.runDoctor()).toEqual({ faults: [], exitCode: 0 });
  });

  it.each(faults)('names %s (%s), and only that, with the way to mend it', async (_fault, _origin, cause, line) => {
    await cause();
    const expected = typeof line === 'string' ? line : expect.stringMatching(line);
    expect(await site.runDoctor()).toEqual({ faults: [expected], exitCode: String(line).includes('✘') ? 1 : 0 });
  });

  it('warns about a database of another machine without TLS', async () => {
    site.set({ DATABASE_URL: 'postgres://x:y@db.invalid:1/z' });
    const { faults } = await site.runDoctor();
    expect(faults).toContain('! TLS: DATABASE_URL reaches db.invalid without requiring it → Add ?sslmode=verify-full to it.');
  });

  it('names what a server refuses to start on', async () => {
    await site.useRole('', 'grant create on schema public to %');
    await expect(connectDatabase(readConfig(site.environment))).rejects.toThrow(
      /^Privileges: doctor_\w+ may not read the tables of \w+\. Use /,
    );
  });

  it('checks everything in this order', async () => {
    const findings = await examineInstallation(readConfig(site.environment), site.environment['DATABASE_URL'] ?? null);
    expect(findings.map(({ subject }) => subject).join(', ')).toBe(
      'Node, Disk, Backups, Imports, Port, Keys, Postgres version, Privileges, Extensions, Pooler, Connections, Clock, Writes, Schema, Data, Growth, Encrypted data, Mail, Public URL',
    );
  });

  it('compares the connections that the server allows with those that the settings ask for', async () => {
    site.set({ DATABASE_CONNECTIONS: '500' });
    expect(await site.runDoctor()).toMatchObject({ faults: [expect.stringMatching(/^! Connections: \d+ allowed/)] });
  });

  it.each([
    ['gives a session another process while its own is lent', [7, 8], [8]],
    ['lends the only process of a session to another one', [7], [7]],
  ])('names a pooler in transaction mode that %s', async (_, firstPids, secondPids) => {
    const sessionWith = (pids: number[]) =>
      ({
        query: async (text: string) => ({ rows: text.startsWith('select') ? [{ pid: pids.shift() }] : [] }),
        end: async () => undefined,
      }) as unknown as Client;
    expect(await checkPooler(sessionWith(firstPids), sessionWith(secondPids))).toMatchObject({ state: 'broken' });
  });
});

describe('the certificate of the public address', () => {
  it.each([
    ['2026-12-24T12:00:00Z', null, 'good', 'valid until 2026-12-24'],
    ['2026-12-04T12:00:00Z', null, 'doubtful', 'expires on 2026-12-04'],
    ['2026-11-23T12:00:00Z', 'CERT_HAS_EXPIRED', 'doubtful', 'expired on 2026-11-23'],
    ['2026-12-24T12:00:00Z', 'SELF_SIGNED_CERT_IN_CHAIN', 'doubtful', 'browsers do not trust it: SELF_SIGNED_CERT_IN_CHAIN'],
  ])('that ends at %s and is distrusted for %s is %s: %s', (end, distrust, state, message) => {
    const now = new Date('2026-11-24T12:00:00Z');
    expect(judgeCertificate({ validTo: new Date(end), distrust }, now)).toMatchObject({ state, message });
  });

  it('is read as it is served, also where it is not trusted', async () => {
    const server = createServer(localhostCertificate).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const certificate = await readCertificate(`https://localhost:${port}`);
    expect(certificate?.validTo.getUTCFullYear()).toBe(2126);
    expect(certificate?.distrust).toContain('SELF_SIGNED');
    await new Promise((resolve) => server.close(resolve));
    expect(await readCertificate(`https://localhost:${port}`)).toBeNull();
  });
});
