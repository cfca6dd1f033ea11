import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type CommandResult, corklight, killLeftoverProcesses, startCorklight, startServer } from '../support/process/server-process';

describe('a command that is stopped, on embedded Postgres', () => {
  let home: string;
  let environment: Record<string, string>;
  /** That of Postgres. */
  let folder = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'corklight-stopped-'));
    environment = { DATA_DIR: home, DEMO: 'false' };
    const server = await startServer(environment);
    folder = /Your data stays in (.+?)\.\s/.exec(server.output())?.[1] ?? '';
    await server.stop();
  });
  afterAll(async () => {
    killLeftoverProcesses();
    await rm(home, { recursive: true, force: true });
  });

  const pidFile = () => join(folder, 'data', 'postmaster.pid');

  /** A connection that goes on until its Postgres ends. */
  async function openClient(): Promise<Client> {
    const port = Number(readFileSync(pidFile(), 'utf8').split('\n')[3]);
    const password = readFileSync(join(folder, 'password'), 'utf8').trim();
    const client = new Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres', password });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  const waitUntilOneWaits = async (client: Client) => {
    while ((await client.query('select from pg_locks where not granted')).rowCount === 0) await sleep(100);
  };

  /** Its exit code, and what it said beside the database that it opened. */
  const outcomeOf = ({ code, stderr }: CommandResult) => [code, stderr.split('\n').filter((line) => !line.startsWith('Database: '))];

  it('says only that it was stopped, and how to go on, while its database closes under its work', async () => {
    const opener = startCorklight(['import', 'boards', '-'], environment, null);
    await opener.reported;
    const client = await openClient();
    await client.query('begin; lock table boards, pinners, pins in access exclusive mode');
    const command = startCorklight(['momentum', 'recompute'], environment);
    await waitUntilOneWaits(client);
    opener.kill('SIGINT');
    expect(outcomeOf(await opener.ended)).toEqual([130, ['corklight import was stopped. To go on, run the same command again.', '']]);
    command.kill('SIGINT');
    expect(outcomeOf(await command.ended)).toEqual([130, ['corklight momentum was stopped. To go on, run the same command again.', '']]);
    expect(existsSync(pidFile())).toBe(false);
  });

  it.each([[['export', 'boards', '--format', 'csv']], [['jobs', 'list']]])(
    'ends quietly when nothing reads its output: %j',
    async (args) => {
      const command = startCorklight(args, environment);
      command.closeOutput();
      expect(outcomeOf(await command.ended)).toEqual([141, ['']]);
      expect(existsSync(pidFile())).toBe(false);
    },
  );

  it('stops as well when its launcher is killed', async () => {
    const opener = startCorklight(['import', 'boards', '-'], environment, null);
    await opener.reported;
    const client = await openClient();
    await client.query('begin; lock table boards, pinners, pins in access exclusive mode');
    const command = startCorklight(['momentum', 'recompute'], environment, '', join('server', 'launch', 'corklight.mjs'));
    await waitUntilOneWaits(client);
    command.kill('SIGKILL');
    const { stderr } = await command.ended; // The end of all that write to its output.
    expect(stderr).toContain('corklight momentum was stopped. To go on, run the same command again.');
    opener.kill('SIGINT');
    await opener.ended;
    expect(existsSync(pidFile())).toBe(false);
  });

  it('ends at once on a second Ctrl-C, and leaves its Postgres to the next command', async () => {
    const command = startCorklight(['import', 'boards', '-'], environment, null);
    await command.reported;
    command.kill('SIGINT');
    await sleep(20);
    command.kill('SIGINT');
    expect((await command.ended).code).toBe(130);
    expect((await corklight(['admin', 'list'], environment)).code).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
  });
});
