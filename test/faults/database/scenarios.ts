import { Client } from 'pg';
import type { Fault as NetworkFault } from '../../support/database/fault-proxy.js';
import type { Scenario } from '../scenario.js';
import { postgresProcesses, signal, withClient } from './postgres-processes.js';
import { type Fault, underLoad } from './under-load.js';

const network =
  (fault: NetworkFault): Fault =>
  async ({ proxy }) => {
    proxy.setFault(fault);
    return () => proxy.setFault('none');
  };

/** Freezes every process of Postgres: connections stay open, and nothing answers. */
const frozen: Fault = async ({ source }) => {
  const processes = await postgresProcesses(source.postgresFolder);
  for (const pid of processes) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of processes) signal(pid, 'SIGCONT');
  };
};

/** Kills a server process, after which Postgres ends all others and recovers from its log. */
const killed: Fault = async ({ source }) => {
  const pid = await withClient(source.databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'corklight' limit 1`);
    return rows[0]?.pid;
  });
  if (pid !== undefined) signal(pid, 'SIGKILL');
  return () => undefined;
};

/** Locks the tables that sign-in, lists, and details read. */
const locked: Fault = async ({ source }) => {
  const client = new Client({ connectionString: source.databaseUrl });
  await client.connect();
  await client.query('begin; lock table sessions, users, pins');
  return () => client.end();
};

const scenario = (name: string, fault: Fault): Scenario => ({ name, group: 'faults', run: (site) => underLoad(site, name, fault) });

/** Everything that a database, or the way to it, does sooner or later. */
export const databaseFaults: readonly Scenario[] = [
  scenario('undisturbed', async () => () => undefined),
  scenario('bytes stop passing', network('stalled')),
  scenario('300 ms of delay', network('delayed')),
  scenario('connections are reset', network('reset')),
  scenario('black hole', network('black-hole')),
  scenario('Postgres frozen (SIGSTOP)', frozen),
  scenario('a backend killed (kill -9)', killed),
  scenario('tables locked (LOCK TABLE)', locked),
];
