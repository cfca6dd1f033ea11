import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { corklight, killLeftoverProcesses, type ServerProcess, startCorklight, startServer } from '../support/process/server-process';

describe('an installation on embedded Postgres', () => {
  let home: string;
  let environment: Record<string, string>;
  /** That of Postgres, once a server has started. */
  let folder = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'corklight with spaces '));
    environment = { DATA_DIR: relative(process.cwd(), join(home, 'data')), DEMO: 'false' };
  });
  afterAll(async () => {
    killLeftoverProcesses();
    await rm(home, { recursive: true, force: true });
  });

  const dataFolderOf = (server: ServerProcess) => /Your data stays in (.+?)\.\s/.exec(server.output())?.[1] ?? '';
  /** The process id in Postgres's pid file; undefined if Postgres is not running. */
  const postmasterPid = (folder: string) => {
    const file = join(folder, 'data', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  };
  const fetchStats = async (server: ServerProcess) => (await (await fetch(`${server.origin}/api/stats`)).json()) as { boards: number };

  it('starts, survives kill -9, allows commands while it runs, and stops cleanly with its Postgres', async () => {
    const first = await startServer(environment);
    const folder = dataFolderOf(first);
    const pid = postmasterPid(folder);
    expect(await fetchStats(first)).toMatchObject({ boards: 0 });
    await first.stop('SIGKILL');
    expect(postmasterPid(folder)).toBe(pid);

    const second = await startServer(environment);
    expect(postmasterPid(folder)).toBe(pid);
    const file = join(home, 'boards.ndjson');
    await writeFile(file, '{"_id":"1","name":"Lanterns","follower_count":5}\n{"_id":"2","name":"Kites"}\n');
    const imported = await corklight(['import', 'boards', file, '--json'], environment);
    expect({ code: imported.code, stderr: imported.code === 0 ? '' : imported.stderr }).toEqual({ code: 0, stderr: '' });
    expect(postmasterPid(folder)).toBe(pid);
    expect(await fetchStats(second)).toMatchObject({ boards: 2 });

    const { code, tookMs: took } = await second.stop('SIGTERM');
    expect(code).toBe(0);
    expect(took).toBeLessThan(10_000);
    expect(postmasterPid(folder)).toBeUndefined();
  });

  it('starts with its data after a crash of Postgres, on the next free port if its own is in use, which it logs', async () => {
    const server = await startServer(environment);
    folder = dataFolderOf(server);
    const pid = postmasterPid(folder);
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await server.stop('SIGKILL');
    const other: Server = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const restarted = await startServer({ ...environment, PORT: String(port) });
    expect(restarted.output()).toContain(`Port ${port} is in use by another program`);
    expect(restarted.output()).not.toMatch(/EADDRINUSE|"level":"error"/);
    expect(await fetchStats(restarted)).toMatchObject({ boards: 2 });
    expect((await restarted.stop('SIGINT')).code).toBe(0);
    other.close();
  });

  it('is closed by a command that is stopped, however often it is signaled', async () => {
    const command = startCorklight(['import', 'boards', '-'], environment, null);
    await command.reported;
    expect(postmasterPid(folder)).toBeDefined();
    command.kill('SIGINT');
    const repeated = setInterval(() => command.kill('SIGTERM'), 20);
    expect((await command.ended).code).toBe(130);
    clearInterval(repeated);
    expect(postmasterPid(folder)).toBeUndefined();
  });

  it('is stopped by a server whose stop takes too long', async () => {
    const neverClosed = `import { Server } from 'node:http'; Server.prototype.close = function () { return this; };`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(neverClosed)}`;
    const server = await startServer({ ...environment, NODE_OPTIONS });
    expect(postmasterPid(folder)).toBeDefined();
    const { code } = await server.stop('SIGTERM');
    expect([code, postmasterPid(folder)]).toEqual([1, undefined]);
  });

  it('is stopped by a server that is stopped while it starts', async () => {
    const server = startCorklight(['serve'], { ...environment, PORT: '0' }, null);
    while (postmasterPid(folder) === undefined) await setTimeout(5);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(postmasterPid(folder)).toBeUndefined();
  });

  it('exits with 1 on a public site if its port is in use, because the proxy goes on talking to that port', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const started = startServer({ ...environment, PORT: String(port), PUBLIC_URL: 'https://pins.example' });
    await expect(started).rejects.toThrow('ended with 1');
    await expect(started).rejects.toThrow(/cannot start: PORT \d+ is in use by another program/);
    other.close();
  });

  it('has no default accounts or passwords, and its Postgres only listens locally', async () => {
    const server = await startServer({ ...environment, SECRET_KEY: '', TOKEN_KEYS: '' });
    expect(server.output()).toMatch(/There is no administrator yet\. Make one {3}.*corklight.* admin create --email you@example\.com/);
    const folder = dataFolderOf(server);
    const secrets = [join(home, 'data', 'secrets.json'), join(folder, 'password')];
    expect(secrets.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['600', '600']);
    expect((statSync(join(folder, 'data')).mode & 0o777).toString(8)).toBe('700');
    const port = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]);
    const appClient = (password: string) => new Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres', password });
    for (const guess of ['app', 'postgres', 'changeme'])
      await expect(appClient(guess).connect()).rejects.toThrow(/password authentication failed/);
    const client = appClient(readFileSync(join(folder, 'password'), 'utf8').trim());
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('listen_addresses') listens, (select array_agg(distinct auth_method) from pg_hba_file_rules) proofs, (select count(*)::int from users) users`,
    );
    await client.end();
    expect(rows).toEqual([{ listens: '127.0.0.1', proofs: ['scram-sha-256'], users: 0 }]);
    await server.stop();
  });

  it.each(['import', 'admin'])('is needed for the command %s, which never creates one', async (command) => {
    const elsewhere = { ...environment, DATA_DIR: join(home, 'elsewhere') };
    const args = command === 'import' ? ['boards', '-'] : ['list'];
    const { code, stderr } = await corklight([command, ...args], elsewhere);
    expect(code).toBe(1);
    expect(stderr).toContain(`no site has been started in ${elsewhere.DATA_DIR} yet`);
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
  });

  it.each([
    [{ PORT: 'many' }, 'PORT'],
    [{ DATABASE_URL: 'postgres://unknown:wrong@127.0.0.1:1/none' }, 'cannot start'],
  ])('exits with 1 and a one-line reason for %j', async (settings, reason) => {
    const started = startServer({ ...environment, ...settings });
    await expect(started).rejects.toThrow('ended with 1');
    await expect(started).rejects.toThrow(reason);
  });
});

describe('a server that receives SIGTERM', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(async () => {
    killLeftoverProcesses();
    await database.close();
  });

  /** Starts a request whose last byte the server waits for. */
  async function startSlowRequest(server: ServerProcess): Promise<{ readonly socket: Socket; readonly response: () => string }> {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    let response = '';
    socket.on('data', (data) => (response += data.toString()));
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{',
    );
    while (!response.includes('100 Continue')) await once(socket, 'data');
    return { socket, response: () => response };
  }

  const waitUntilNotReady = async (server: ServerProcess) => {
    let response = await fetch(`${server.origin}/readyz`);
    while (response.status === 200) response = await fetch(`${server.origin}/readyz`);
    return response;
  };

  it('reports not ready, finishes open requests, and exits with 0; a second signal within a second belongs to the same stop', async () => {
    const server = await startServer({ DATABASE_URL: database.url, DEMO: 'false' });
    const { socket, response } = await startSlowRequest(server);
    const stopped = server.stop('SIGTERM');
    server.process.kill('SIGTERM');
    const refusal = await waitUntilNotReady(server);
    expect([refusal.status, refusal.headers.get('connection')]).toEqual([503, 'close']);
    const page = await fetch(`${server.origin}/api/stats`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    socket.write('}');
    await once(socket, 'close');
    expect(response()).toMatch(/HTTP\/1\.1 403 [^]*cross_site/);
    expect((await stopped).code).toBe(0);
  });

  it('exits immediately on a later signal', async () => {
    const server = await startServer({ DATABASE_URL: database.url, DEMO: 'false' });
    const { socket, response } = await startSlowRequest(server);
    const stopped = server.stop('SIGTERM');
    expect((await waitUntilNotReady(server)).status).toBe(503);
    const repeated = setInterval(() => server.process.kill('SIGTERM'), 200);
    expect((await stopped).code).toBe(1);
    clearInterval(repeated);
    expect(response()).not.toContain('HTTP/1.1 4');
    socket.destroy();
  });

  it('goes on listening for STOP_DELAY seconds, although no request is open', async () => {
    const server = await startServer({ DATABASE_URL: database.url, DEMO: 'false', STOP_DELAY: '1' });
    const { code, tookMs } = await server.stop('SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeGreaterThanOrEqual(1_000);
  });

  const launcher = { program: join('server', 'launch', 'start.mjs'), args: [] };

  it.each<[string, NodeJS.Signals, boolean]>([
    ['SIGTERM reaches only the launcher', 'SIGTERM', false],
    ['SIGINT reaches only the launcher', 'SIGINT', false],
    ['SIGHUP reaches only the launcher', 'SIGHUP', false],
    ['Ctrl-C in a terminal reaches the launcher and the server', 'SIGINT', true],
  ])('stops cleanly, and after open requests, if %s', async (_, signal, isGroup) => {
    const server = await startServer({ DATABASE_URL: database.url, DEMO: 'false' }, { ...launcher, isGroup });
    const { socket, response } = await startSlowRequest(server);
    const stopped = server.stop(signal);
    await waitUntilNotReady(server);
    socket.write('}');
    await once(socket, 'close');
    expect(response()).toMatch(/HTTP\/1\.1 403 [^]*cross_site/);
    expect((await stopped).code).toBe(0);
  });
});
