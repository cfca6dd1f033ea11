import type { Client } from 'pg';
import { withConnection } from '#server/database/transaction';

/**
 * Settings that make the text of COPY independent of the server's configuration, and its rows start at the beginning of a table even if
 * another session reads it; and no limits, since a backup may take hours.
 */
const SESSION_SQL = `
  set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
  set synchronize_seqscans = off`;

/** Sets up the session of a connection for COPY. */
export const prepareSession = (client: Pick<Client, 'query'>): Promise<unknown> => client.query(SESSION_SQL);

/** Runs `work` on a connection of its own. */
export const withBackupClient = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withConnection({ connectionString: url, application_name: 'corklight backup', keepAlive: true }, async (client) => {
    await prepareSession(client);
    return work(client);
  });
