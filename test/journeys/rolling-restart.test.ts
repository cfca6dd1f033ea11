import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/database/embedded-postgres';
import { insertEntity, updateCatalogStats } from '../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

/** Clients that send their next request a moment after the last one was answered: at once, they would take the time of the starting servers. */
const CLIENT_COUNT = 8;
const PAUSE_MS = 20;

const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntity(database.pool, 'boards', { _id: 'b1', name: 'Handmade ideas' });
  await updateCatalogStats(database.pool);
  folder = await mkdtemp(join(tmpdir(), 'corklight-nginx-'));
});
afterAll(async () => {
  killLeftoverProcesses();
  await rm(folder, { recursive: true, force: true });
  await database.close();
});

const startInstance = (port: number): Promise<ServerProcess> =>
  startServer({ DATABASE_URL: database.url, PORT: String(port), TRUSTED_PROXIES: '1', RATE_LIMITS: 'off', DEMO: 'false' });

/** Starts nginx with docker/nginx.conf, with other ports and upstreams only. */
async function startNginx(port: number, instances: readonly number[]): Promise<() => Promise<unknown>> {
  const sample = await readFile('docker/nginx.conf', 'utf8');
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`).join('\n');
  const site = sample.replace(/(server app2?:3000 max_fails=0;\s*)+/, `${servers}\n`).replace('listen 80;', `listen 127.0.0.1:${port};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
     events {} http { access_log off; ${folders}\n${site} }`,
  );
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', file], { stdio: 'ignore' });
  return () => {
    nginx.kill('SIGQUIT');
    return once(nginx, 'exit');
  };
}

/** The status of a request; the reason if there is none. */
const statusOf = (port: number, path: string, agent?: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, ...(agent ? { agent } : {}) }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(error.message));
    }).once('error', (error) => resolve(error.message));
  });

/** The status of a request with a body of 3 MB. */
const statusOfBody = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = Buffer.alloc(3e6);
    const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length };
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.once('error', reject);
    sent.end(body);
  });

async function untilReady(port: number): Promise<void> {
  while ((await statusOf(port, '/readyz')) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}

type Send = (path: string, agent: Agent, index: number) => Promise<number | string>;

/** Sends requests until `work` is done, and counts them by outcome. */
async function underLoad(send: Send, work: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const state = { isDone: false };
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENT_COUNT });
  const client = async (first: number): Promise<void> => {
    for (let index = first; !state.isDone; index++) {
      const paths = ['/api/boards/b1', `/api/boards?page=1&per_page=10`, '/api/stats', '/boards'];
      const status = await send(paths[index % paths.length]!, agent, index);
      counts[status] = (counts[status] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const clients = Array.from({ length: CLIENT_COUNT }, (_, index) => client(index));
  await work().finally(() => (state.isDone = true));
  await Promise.all(clients);
  agent.destroy();
  return counts;
}

/** Stops each instance and starts it again, when the one before is ready. */
async function restartOneByOne(instances: ServerProcess[], ports: readonly number[]): Promise<void> {
  for (const [index, instance] of instances.entries()) {
    expect((await instance.stop()).code).toBe(0);
    instances[index] = await startInstance(ports[index]!);
    await untilReady(ports[index]!);
  }
}

describe('two instances without a proxy', () => {
  it('lose no request when they are restarted one after the other, except on a connection that closes at that instant', async () => {
    const ports = [await freePort(), await freePort()];
    const instances = await Promise.all(ports.map(startInstance));
    // A client goes to the other instance only when nothing listens.
    const send: Send = async (path, agent, index) => {
      const first = await statusOf(ports[index % 2]!, path, agent);
      return String(first).includes('ECONNREFUSED') ? statusOf(ports[(index + 1) % 2]!, path, agent) : first;
    };
    const counts = await underLoad(send, () => restartOneByOne(instances, ports));
    console.info(`Requests during a rolling restart without a proxy, by outcome: ${JSON.stringify(counts)}`);
    const { 200: answered = 0, ...others } = counts;
    const cut = Object.values(others).reduce((sum, count) => sum + count, 0);
    expect(answered).toBeGreaterThan(100);
    // Each client has one connection to an instance that closes.
    expect(cut).toBeLessThanOrEqual(CLIENT_COUNT * instances.length);
    expect(Object.keys(others).filter((outcome) => !/ECONNRESET|socket hang up/.test(outcome))).toEqual([]);
    await Promise.all(instances.map((instance) => instance.stop()));
  });
});

(hasNginx ? describe : describe.skip)('two instances behind nginx as docker/nginx.conf has it', () => {
  it('are sent files to import of any size, and no other large body', async () => {
    const [port, instancePort] = [await freePort(), await freePort()];
    const instance = await startInstance(instancePort);
    const stopNginx = await startNginx(port, [instancePort]);
    await untilReady(port);
    // Corklight refuses who is not signed in, and nginx what is too large.
    expect([await statusOfBody(port, '/api/imports?name=pins.csv'), await statusOfBody(port, '/api/events')]).toEqual([403, 413]);
    await stopNginx();
    await instance.stop();
  });

  it('are restarted one after the other without a failed request', async () => {
    const ports = [await freePort(), await freePort()];
    const instances = await Promise.all(ports.map(startInstance));
    const port = await freePort();
    const stopNginx = await startNginx(port, ports);
    await untilReady(port);
    const counts = await underLoad(
      (path, agent) => statusOf(port, path, agent),
      () => restartOneByOne(instances, ports),
    );
    console.info(`Requests during a rolling restart, by outcome: ${JSON.stringify(counts)}`);
    expect(Object.keys(counts)).toEqual(['200']);
    expect(counts[200]).toBeGreaterThan(100);
    await Promise.all(instances.map((instance) => instance.stop()));
    await stopNginx();
  });
});
