import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { Client } from 'pg';
import { readConfig } from '#server/config/config';
import { examineInstallation } from '#server/doctor/examine';
import type { Finding } from '#server/doctor/finding';
import { checkDisk, checkKeys, checkNode, checkPort } from '#server/doctor/machine-checks';
import { checkMail, checkPublicUrl } from '#server/doctor/outside-checks';
import { checkConnections, checkPooler, checkPrivileges, checkVersion } from '#server/doctor/postgres/server-checks';
import { checkDataAge, checkSchema } from '#server/doctor/postgres/site-data-checks';
import { testKeys } from '../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const settings = { NODE_ENV: 'test', ...testKeys };

/** A client whose answers are made up: states of a server that the tests have none of. */
const clientWith = (...answers: unknown[][]): Client => ({ query: async () => ({ rows: answers.shift() ?? [] }) }) as unknown as Client;

describe('the doctor', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  const listen = async (): Promise<{ readonly server: Server; readonly port: number }> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as { port: number }).port };
  };

  it('finds nothing broken on a site that works', async () => {
    const findings = await examineInstallation(readConfig({ ...settings, DATABASE_URL: database.url, PORT: '0' }), database.url);
    expect(findings.filter(({ state }) => state === 'broken')).toEqual([]);
    expect(findings.map(({ subject }) => subject)).toEqual([
      'Node',
      'Disk',
      'Port',
      'Keys',
      'Postgres version',
      'Privileges',
      'Extensions',
      'Pooler',
      'Connections',
      'Clock',
      'Schema',
      'Data',
      'Mail',
      'Public URL',
    ]);
  });

  it.each<[string, () => Finding | Promise<Finding>, Partial<Finding>]>([
    ['an old Node', () => checkNode('22.5.0'), { state: 'broken', fix: 'Install Node 24.7 or newer.' }],
    ['a full disk', () => checkDisk('/tmp/none/such', Number.MAX_SAFE_INTEGER), { state: 'doubtful', subject: 'Disk' }],
    ['a host that is not ours', () => checkPort({ HOST: '192.0.2.1', PORT: 0 }), { state: 'broken', fix: 'Set HOST and PORT.' }],
    ['a wrong key', () => checkKeys(readConfig({ ...settings, TOKEN_KEYS: 'k1:short' })), { state: 'broken', subject: 'Keys' }],
    ['an old Postgres', () => checkVersion(clientWith([{ version: '14.9' }])), { state: 'broken', message: '14.9 is too old' }],
    [
      'too few connections',
      () => checkConnections(clientWith([{ allowed: 97, used: 3, limit: 10 }]), 20, 10),
      {
        state: 'doubtful',
        message: '10 allowed, 3 in use; a server takes up to 20, a command 10',
        fix: expect.stringMatching(/^Allow 20 for each server and 10 for commands/),
      },
    ],
    [
      'a mail server that does not answer',
      () => checkMail(readConfig({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.c' })),
      { state: 'broken', subject: 'Mail' },
    ],
    ['a public address that no one serves', () => checkPublicUrl({ PUBLIC_URL: 'http://127.0.0.1:1' }), { state: 'doubtful' }],
    [
      'old data',
      () => checkDataAge(clientWith([{ newest: new Date('2026-11-01') }]), new Date('2026-11-22')),
      { state: 'doubtful', message: 'last crawled 21 days ago' },
    ],
  ])('names %s and how to mend it', async (_, check, expected) => {
    expect(await check()).toMatchObject({ fix: expect.any(String), ...expected });
  });

  it('names a port in use', async () => {
    const { server, port } = await listen();
    expect(await checkPort({ HOST: '127.0.0.1', PORT: port })).toMatchObject({
      state: 'doubtful',
      message: `${port} is in use on 127.0.0.1`,
    });
    server.close();
  });

  it('names an address that another program answers', async () => {
    const { server, port } = await listen();
    server.on('connection', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi'));
    expect(await checkPublicUrl({ PUBLIC_URL: `http://127.0.0.1:${port}` })).toMatchObject({
      state: 'doubtful',
      message: `http://127.0.0.1:${port} answers 200, not as Corklight does`,
    });
    server.close();
  });

  it('names missing privileges and extensions, with the statements that grant them', async () => {
    const role = `r_${database.url.slice(-12)}`;
    await client.query(`create role ${role}; create schema closed; drop extension if exists intarray cascade`);
    await client.query(`set role ${role}; set search_path to closed`);
    const findings = await checkPrivileges(client);
    await client.query('reset role; reset search_path; drop schema closed');
    await client.query(`drop role ${role}`);
    expect(findings).toMatchObject([
      { subject: 'Privileges', state: 'broken', fix: `As its owner: grant create on schema public to ${role};` },
      { subject: 'Extensions', state: 'broken', fix: expect.stringContaining('create extension intarray;') },
    ]);
  });

  it('names a schema of a newer release', async () => {
    await client.query(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture9999999999999')`);
    expect(await checkSchema(client)).toMatchObject({ state: 'broken', message: '1 migrations are newer than this release' });
    await client.query(`delete from migrations where timestamp = 9999999999999`);
    expect(await checkSchema(client)).toMatchObject({ state: 'good' });
  });

  it.each([
    ['gives a session another process while its own is lent', [7, 8], [8]],
    ['lends the only process of a session to another one', [7], [7]],
  ])('names a pooler in transaction mode, which %s', async (_, firstPids, secondPids) => {
    const sessionWith = (pids: number[]) =>
      ({
        query: async (text: string) => ({ rows: text.startsWith('select') ? [{ pid: pids.shift() }] : [] }),
        end: async () => undefined,
      }) as unknown as Client;
    expect(await checkPooler(sessionWith(firstPids), async () => sessionWith(secondPids))).toMatchObject({
      state: 'broken',
      fix: expect.stringContaining('pool_mode = session'),
    });
  });

  it('compares the connections that the server allows with those that the settings ask for', async () => {
    const connectionsWith = async (connections: string) => {
      const config = readConfig({ ...settings, DATABASE_URL: database.url, PORT: '0', DATABASE_CONNECTIONS: connections });
      return (await examineInstallation(config, database.url)).find(({ subject }) => subject === 'Connections');
    };
    expect(await connectionsWith('12')).toMatchObject({ state: 'good', message: expect.stringContaining('takes up to 22, a command 10') });
    expect(await connectionsWith('500')).toMatchObject({ state: 'doubtful', fix: expect.stringContaining('DATABASE_CONNECTIONS') });
  });
});
