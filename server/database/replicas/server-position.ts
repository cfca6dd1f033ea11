import type { ClientBase, Pool } from 'pg';

/** Where a server is in the log (WAL) of its cluster. */
export interface ServerPosition {
  /** The cluster: a replica has the identifier of its primary. */
  readonly system: string;
  readonly database: string;
  readonly isReplica: boolean;
  /** Bytes since the beginning of the log: written by a primary, replayed by a replica. */
  readonly position: number;
}

const POSITION_SQL = `select (select system_identifier::text from pg_control_system()) "system", current_database() "database",
    pg_is_in_recovery() "isReplica",
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 "position"`;

/** Asks a server where it is. */
export async function readPosition(server: ClientBase | Pool): Promise<ServerPosition> {
  const { rows } = await server.query<ServerPosition>(POSITION_SQL);
  return rows[0]!;
}
