/** Connections that jobs share; a recompute, an import, and the refresh of lists take several at a time. */
export const DEFAULT_JOB_CONNECTIONS = 5;

/** Connections that serve requests. */
export const DEFAULT_REQUEST_CONNECTIONS = 10;

/** What a process opens beside its pools: a lock for each running job, the lock of the writer, and two for the thread that builds a list. */
const OTHER_CONNECTIONS = 5;

/** The settings of the connections of one process. */
export interface ConnectionSettings {
  readonly DATABASE_CONNECTIONS: number;
  readonly DATABASE_JOB_CONNECTIONS: number;
}

/** How many connections to the database one running server takes at most. */
export const connectionsPerInstance = ({ DATABASE_CONNECTIONS, DATABASE_JOB_CONNECTIONS }: ConnectionSettings): number =>
  DATABASE_CONNECTIONS + DATABASE_JOB_CONNECTIONS + OTHER_CONNECTIONS;

/** How many one command takes at most, beside the servers: it serves no requests. */
export const connectionsPerCommand = ({ DATABASE_JOB_CONNECTIONS }: ConnectionSettings): number =>
  DATABASE_JOB_CONNECTIONS + OTHER_CONNECTIONS;
