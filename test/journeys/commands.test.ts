import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApplicationContext, openApplicationContext } from '#server/cli/application-context';
import { readSettings } from '#server/config/config';
import { runInProcess } from '../support/app/run-in-process';
import { testKeys } from '../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { corklight, killLeftoverProcesses, startServer } from '../support/process/server-process';

describe('the operator’s commands', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  beforeAll(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: folder };
  });
  afterAll(async () => {
    killLeftoverProcesses();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const run = (...args: string[]) => corklight(args, environment);
  const resultOf = (stdout: string): unknown => JSON.parse(stdout);

  it('include the server, which stops with 0', async () => {
    const server = await startServer(
      { ...environment, DEMO: 'false' },
      { program: join('dist', 'server', 'cli', 'corklight.js'), args: ['serve'] },
    );
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });

  it('print their results as JSON, also the link of a new administrator and the outcome of a job', async () => {
    const created = await run('admin', 'create', '--email', 'boss@example.com', '--json');
    expect([created.code, resultOf(created.stdout)]).toEqual([0, expect.objectContaining({ email: 'boss@example.com', how: 'made' })]);
    const ran = await run('jobs', 'run', 'auth-clean-up', '--json');
    expect([ran.code, resultOf(ran.stdout)]).toEqual([0, { job: 'auth-clean-up', outcome: 'ran' }]);
  });

  describe('in this process', () => {
    const outside = { ...process.env };
    let application: ApplicationContext;
    beforeAll(async () => {
      Object.assign(process.env, { NODE_ENV: 'test', ...testKeys, ...environment });
      application = await openApplicationContext(readSettings());
    });
    afterAll(async () => {
      process.env = outside;
      await application.close();
    });

    const runForJson = (words: readonly string[]) => runInProcess(application, words, { folder, isJson: true });

    it.each<[string[], unknown]>([
      [['config', 'check'], { warnings: [] }],
      [['config', 'print'], expect.objectContaining({ DATABASE_URL: '(secret)', PORT: 3000 })],
      [
        ['jobs', 'list'],
        expect.arrayContaining([
          expect.objectContaining({ job: 'growth', running: false, off: false }),
          expect.objectContaining({ job: 'backup', next_at: null, off: true }),
        ]),
      ],
      [['admin', 'list'], { administrators: [expect.objectContaining({ email: 'boss@example.com' })] }],
      [['admin', 'reset-password', '--email', 'boss@example.com'], expect.objectContaining({ how: 'reset' })],
      [['maintenance', 'on'], { maintenance: true, since: expect.any(String), by_setting: false }],
      [['maintenance', 'off'], { maintenance: false, since: null, by_setting: false }],
      [['export', 'pins', '--output', join(folder, 'pins.ndjson')], expect.objectContaining({ kind: 'pins', format: 'ndjson', lines: 0 })],
      [['momentum', 'recompute', '--wait', '1m'], { rows: 0, seconds: expect.any(Number) }],
      [['tokens', 'rotate'], expect.objectContaining({ rotated: 0, skipped: [] })],
      [['doctor'], expect.arrayContaining([expect.objectContaining({ subject: 'Schema', state: 'good' })])],
      [['openapi'], expect.objectContaining({ openapi: '3.1.0' })],
    ])('%j prints its result as JSON', async (args, expected) => {
      const { code, stdout, stderr } = await runForJson(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('Error') });
      expect(resultOf(stdout)).toEqual(expected);
    });

    it.each<[string[], string]>([
      [['admin', 'remove', '--email', 'boss@example.com'], 'boss@example.com is the last administrator. Create another one first.'],
      [['admin', 'reset-password', '--email', 'unknown@example.com'], 'unknown@example.com is not an administrator.'],
      [['demo', 'events'], 'This installation has no demo to add visitor events to.'],
      [['jobs', 'run', 'backup'], 'The job backup is off with the settings of this site.'],
    ])('%j returns 1 and says why, as JSON too', async (args, error) => {
      const { code, stdout, stderr } = await runForJson(args);
      // A job first says which database it uses.
      expect([code, stderr.split('\n').slice(-2), resultOf(stdout)]).toEqual([1, [error, ''], { error }]);
    });

    it.each<[string[], string]>([
      [['serve', 'now'], 'serve takes no argument "now".'],
      [['config', 'show'], 'There is no command "show". Use check, print.'],
      [['jobs', 'run', 'grow'], 'There is no job "grow".'],
      [['jobs', 'run', 'constructor'], 'There is no job "constructor".'],
      [['demo', 'lod'], 'There is no command "lod". Did you mean load?'],
      [['doctor', 'me'], 'doctor takes no argument "me".'],
      [['openapi', 'x'], 'openapi takes no argument "x".'],
      [['momentum', 'recompute', '--as-of', 'soon'], '--as-of must be a day such as 2026-08-23.'],
      [['momentum', 'recompute', '--as-of', '2999-01-01'], '--as-of must not be after today (UTC).'],
      [['admin', 'create'], '--email is missing.'],
      [['backup', '--keep', 'all'], '--keep must be a number'],
      [['backup', 'a', 'b'], 'backup takes one file'],
      [['backup', 'a', '--keep', '3'], '--keep is for backups without a FILE'],
      [['restore'], 'restore needs the file'],
      [['restore', 'a', '--force'], '--force'],
    ])('%j returns 2 and says what is wrong', async (args, message) => {
      const { code, stderr } = await runForJson(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    });
  });

  it('exit with 1 when the database does not answer, and say so as JSON', async () => {
    const { code, stdout } = await corklight(['admin', 'list', '--json'], { ...environment, DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' });
    expect(code).toBe(1);
    expect(resultOf(stdout)).toEqual({ error: expect.stringContaining('ECONNREFUSED') });
  });

  it.each([
    [
      'may not read the tables',
      '',
      ['admin', 'list'],
      'The role ROLE lacks a privilege on the database NAME: permission denied for table migrations. The tables belong to OWNER.',
    ],
    [
      'may only read the tables',
      'grant pg_read_all_data to %; grant create on schema public to %',
      ['admin', 'create', '--email', 'b@example.com'],
      'Privileges: ROLE may not change the tables of OWNER.',
    ],
  ])('exit with 1 and the way to mend it when the role %s', async (_, grant, args, reason) => {
    const url = new URL(database.url);
    const [owner, role, name] = [url.username, `reader_${url.pathname.slice(1)}`, url.pathname.slice(1)];
    await database.pool.query(`create role ${role} login password 'plain'; ${grant.replaceAll('%', role)}`);
    Object.assign(url, { username: role, password: 'plain' });
    const { code, stdout, stderr } = await corklight([...args, '--json'], { ...environment, DATABASE_URL: url.toString() });
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
    const named = reason.replace('ROLE', role).replace('NAME', name).replace('OWNER', owner);
    const error = `${named} Use ${owner} in DATABASE_URL, or in MIGRATION_DATABASE_URL if ${role} only serves; or as a superuser: grant ${owner} to ${role};`;
    expect(code).toBe(1);
    expect(stderr).toContain(`corklight: ${error}\n`);
    expect(resultOf(stdout)).toEqual({ error });
  });

  it('exit with 2 on a word that is no command, and suggest the nearest', async () => {
    expect(await run('imprt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command "imprt". Did you mean import?'),
    });
  });

  it('show the help of one command', async () => {
    const { code, stdout } = await corklight(['help', 'restore'], {});
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^corklight restore FILE/)]);
  });

  it.each(['help', '--version'])('%s needs no site', async (word) => {
    const { code, stdout, stderr } = await corklight([word], { DATA_DIR: join(folder, 'none') });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toBe('');
  });
});
