import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { corklight, endServers, type RunningServer, startServer } from '../support/running-server';

describe('an installation on embedded Postgres', () => {
  let home: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'corklight with spaces '));
    environment = { DATA_DIR: relative(process.cwd(), join(home, 'data')), DEMO: 'false' };
  });
  afterAll(async () => {
    endServers();
    await rm(home, { recursive: true, force: true });
  });

  const folderOf = (server: RunningServer) => /Your data stays in (.+?)\.\s/.exec(server.output())?.[1] ?? '';
  /** The process number in the file that Postgres keeps while it runs; undefined when it does not. */
  const postmaster = (folder: string) => {
    const file = join(folder, 'data', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  };
  const boards = async (server: RunningServer) => (await (await fetch(`${server.address}/api/stats`)).json()) as { boards: number };

  it('starts, survives kill -9, lets commands work beside it, and stops cleanly with its Postgres', async () => {
    const first = await startServer(environment);
    const folder = folderOf(first);
    const pid = postmaster(folder);
    expect(await boards(first)).toMatchObject({ boards: 0 });
    await first.stop('SIGKILL');
    expect(postmaster(folder)).toBe(pid);

    const second = await startServer(environment);
    expect(postmaster(folder)).toBe(pid);
    const file = join(home, 'boards.ndjson');
    await writeFile(file, '{"_id":"1","name":"Lanterns","follower_count":5}\n{"_id":"2","name":"Kites"}\n');
    const imported = await corklight(['import', 'boards', file, '--json'], environment);
    expect({ code: imported.code, stderr: imported.code === 0 ? '' : imported.stderr }).toEqual({ code: 0, stderr: '' });
    expect(postmaster(folder)).toBe(pid);
    expect(await boards(second)).toMatchObject({ boards: 2 });

    const { code, took } = await second.stop('SIGTERM');
    expect(code).toBe(0);
    expect(took).toBeLessThan(10_000);
    expect(postmaster(folder)).toBeUndefined();
  });

  it('comes up after a crash of Postgres itself, with its data', async () => {
    const server = await startServer(environment);
    const pid = postmaster(folderOf(server));
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await server.stop('SIGKILL');
    const again = await startServer(environment);
    expect(await boards(again)).toMatchObject({ boards: 2 });
    expect((await again.stop('SIGINT')).code).toBe(0);
  });

  it('takes the next free port when its own is taken, and says so', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const server = await startServer({ ...environment, PORT: String(port) });
    expect(server.output()).toContain(`Port ${port} is taken by another program`);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await server.stop();
    other.close();
  });

  it.each([
    [{ PORT: 'many' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ NODE_ENV: 'production', SECRET_KEY: 'changeme changeme changeme changeme' }, 'SECRET_KEY'],
    [{ DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:1/none' }, 'cannot start'],
  ])('R19 says in a line why it cannot start with %j', async (settings, reason) => {
    await expect(startServer({ ...environment, ...settings })).rejects.toThrow(reason);
  });
});
