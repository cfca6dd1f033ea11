import type { ClientBase, Pool } from 'pg';

/** Where a server is in the log (WAL) of its cluster. */
export interface ServerPosition {
  /** The cluster: a replica has the identifier of its primary. */
  readonly system: string;
  readonly database: string;
  readonly isReplica: boolean;
  /** Bytes since the beginning of the log: written by a primary, replayed by a replica. */
  readonly position: number;
  /** Whether a replica streams from its primary; null for a primary. Roles without `pg_monitor` see only that a receiver runs. */
  readonly isReceiving: boolean | null;
  /** The replication slot that a replica uses; null without one, and for a primary. */
  readonly slot: string | null;
  /** The slots of a server whose WAL is gone, because it would have grown beyond `max_slot_wal_keep_size`. */
  readonly lostSlots: readonly string[];
}

const POSITION_SQL = `select (select system_identifier::text from pg_control_system()) "system", current_database() "database",
    pg_is_in_recovery() "isReplica",
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 "position",
    case when pg_is_in_recovery() then exists (select 1 from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming') end "isReceiving",
    case when pg_is_in_recovery() then nullif(current_setting('primary_slot_name'), '') end "slot",
    array(select slot_name::text from pg_replication_slots where wal_status = 'lost') "lostSlots"`;

/** Asks a server where it is. */
export async function readPosition(server: ClientBase | Pool): Promise<ServerPosition> {
  const { rows } = await server.query<ServerPosition>(POSITION_SQL);
  return rows[0]!;
}
