import { Client } from 'pg';
import { SECOND_MS } from '#domain/durations';
import { type ConnectionSettings, connectionsPerCommand, connectionsPerInstance } from '#server/config/connections';
import type { Config } from '#server/config/config';
import { withConnection } from '#server/database/transaction';
import type { Finding } from '#server/operations/doctor/finding';
import type { DiskSettings } from '#server/monitoring/postgres/disk-usage';
import { checkDatabaseRoles, checkServingRights } from '#server/operations/doctor/postgres/database-roles';
import {
  checkClock,
  checkConnections,
  checkPooler,
  checkPrivileges,
  checkVersion,
  checkWritable,
} from '#server/operations/doctor/postgres/server-checks';
import { checkEncryptedData } from '#server/operations/doctor/postgres/encrypted-data';
import { checkReplicas, type ReplicaChecks } from '#server/operations/doctor/postgres/replica-checks';
import { checkDataAge, checkGrowth, checkSchema } from '#server/operations/doctor/postgres/site-data-checks';
import type { KeySettings } from '#server/secrets/keys';

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;

const connectionTo = (url: string) => ({
  connectionString: url,
  application_name: 'corklight doctor',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
});

const withClient = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => withConnection(connectionTo(url), work);

async function openClient(url: string): Promise<Client> {
  const client = new Client(connectionTo(url));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** What the server needs of a database before it migrates, with the role at `migrationUrl`: everything without which it cannot work. */
export function examineDatabaseServer(url: string, migrationUrl = url): Promise<Finding[]> {
  return withClient(url, async (client) => [
    await checkVersion(client),
    ...(migrationUrl === url
      ? await checkPrivileges(client)
      : await withClient(migrationUrl, async (migrating) => [
          await checkDatabaseRoles(migrating, client),
          ...(await checkPrivileges(migrating)),
        ])),
    await checkPooler(client, () => openClient(url)),
  ]);
}

/** Without privileges, the site's tables cannot be read, or are not there yet. */
const canReadTables = (findings: readonly Finding[]): boolean =>
  findings.every(({ subject, state }) => !/^Privileges$|^Database roles$/.test(subject) || state === 'good');

/** The whole database: its server, and the site's schema and data. */
export async function examineDatabase(
  url: string,
  settings: ConnectionSettings & ReplicaChecks & DiskSettings & KeySettings & Pick<Config, 'MIGRATION_DATABASE_URL'>,
): Promise<readonly Finding[]> {
  const { MIGRATION_DATABASE_URL: migrationUrl } = settings;
  const server = await examineDatabaseServer(url, migrationUrl);
  const site = await withClient(url, async (client) => {
    const rights = migrationUrl !== undefined && canReadTables(server) ? await checkServingRights(client) : null;
    if (rights !== null) server.push(rights);
    const schema = canReadTables(server) ? [await checkSchema(client)] : [];
    const hasSchema = schema.some(({ state }) => state === 'good');
    const data = hasSchema
      ? [
          await checkDataAge(client, new Date()),
          await checkGrowth(client, settings, new Date()),
          ...(await checkEncryptedData(client, settings)),
        ]
      : [];
    const replicas = hasSchema ? await checkReplicas(client, settings) : [];
    return [
      await checkConnections(client, connectionsPerInstance(settings), connectionsPerCommand(settings)),
      await checkClock(client),
      await checkWritable(client),
      ...replicas,
      ...schema,
      ...data,
    ];
  });
  return [...server, ...site];
}
