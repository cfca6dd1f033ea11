import type { ClientBase } from 'pg';

interface Session {
  readonly pid: number;
  readonly name: string;
  readonly seconds: number;
  readonly state: string | null;
  readonly query: string | null;
}

/** The first word of a statement says what kind it is; the rest may hold data of people. */
const STATEMENT_KIND = /^\s*([a-z]+)/i;

const sentenceOf = ({ pid, name, seconds, state, query }: Session): string => {
  const kind = STATEMENT_KIND.exec(query ?? '')?.[1]?.toUpperCase();
  const doing = kind === undefined ? '' : state === 'active' ? `, running ${kind}` : `, idle after ${kind}`;
  return `process ${pid} (${name === '' ? 'without a name' : name}, for ${Math.round(seconds)} s${doing})`;
};

/** Describes a session for the log: its process, its application, how long its transaction (or connection) has lasted, and what it does. */
export async function describeSession(client: ClientBase, pid: number): Promise<string> {
  const { rows } = await client.query<Session>(
    `select pid, coalesce(application_name, '') "name", state, query,
       extract(epoch from clock_timestamp() - coalesce(xact_start, backend_start))::float8 seconds
     from pg_stat_activity where pid = $1`,
    [pid],
  );
  return rows[0] ? sentenceOf(rows[0]) : `process ${pid}`;
}
