import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signInToDemo } from '../support/process/http-site';
import { corklight, killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

const POLL_INTERVAL_MS = 1_000;

describe('a fresh site without settings', () => {
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corklight-outside-'));
    const recorder = pathToFileURL(join(process.cwd(), 'test', 'support', 'process', 'record-connections.mjs'));
    environment = { DATA_DIR: join(folder, 'data'), NODE_OPTIONS: `--import=${recorder.href}`, CONNECTIONS_FILE: join(folder, 'server') };
    server = await startServer(environment);
  });
  afterAll(async () => {
    await server.stop();
    killLeftoverProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const recordedLines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  /** The database, and names of this machine. */
  const isOfThisMachine = (line: string) => /^(connect (127\.0\.0\.1|localhost|::1):\d+|look up (127\.0\.0\.1|localhost))$/.test(line);

  it('opens no connection to the outside, whatever is used and whichever job runs', async () => {
    const sendOnce = await signInToDemo(server.printedAddress, 'admin');
    const send: typeof sendOnce = async (...request) => {
      const response = await sendOnce(...request);
      // 503: a busy machine took longer than a request may.
      if (response.status !== 429 && response.status !== 503) return response;
      await sleep(POLL_INTERVAL_MS);
      return send(...request);
    };
    for (const path of ['/', '/api/boards', '/api/stats', '/api/admin/operations', '/dev/mail'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 200]);
    expect((await send('POST', '/api/auth/password/recover', { email: 'free@demo.test' })).status).toBe(200);
    const listJobs = async () => (await (await send('GET', '/api/admin/jobs')).json()) as { job: string; off: boolean; running: boolean }[];
    const jobs = (await listJobs()).filter(({ off }) => !off).map(({ job }) => job);
    expect([jobs.includes('releases'), jobs.length > 15]).toEqual([false, true]);
    // 409: it runs by its schedule at this moment.
    for (const job of jobs) expect([204, 409]).toContain((await send('POST', `/api/admin/jobs/${job}/run`)).status);
    while ((await listJobs()).some(({ running }) => running)) await sleep(POLL_INTERVAL_MS);
    const lines = await recordedLines('server');
    expect(lines.filter((line) => !isOfThisMachine(line))).toEqual([]);
    const ports = new Set(lines.flatMap((line) => /:(\d+)$/.exec(line)?.[1] ?? []));
    expect(ports.size).toBe(1);
  });

  it('asks for releases only with RELEASE_FEED_URL, which the same record shows', async () => {
    const feed = createServer((_, response) => response.end('[]')).listen(0, '127.0.0.1');
    await once(feed, 'listening');
    const { port } = feed.address() as AddressInfo;
    const settings = { ...environment, CONNECTIONS_FILE: join(folder, 'command'), RELEASE_FEED_URL: `http://localhost:${port}/` };
    const { code, stderr } = await corklight(['jobs', 'run', 'releases'], settings);
    feed.close();
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(await recordedLines('command')).toContain(`connect localhost:${port}`);
  });
});
