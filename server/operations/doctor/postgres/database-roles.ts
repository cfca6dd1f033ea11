import type { Client } from 'pg';
import { listLackingRights } from '#server/database/migration/serving-role';
import { broken, type Finding, good } from '#server/operations/doctor/finding';
import { withConnection } from '#server/database/transaction';

const SUBJECT = 'Database roles';

/** How many tables a finding names. */
const MAX_NAMED_TABLES = 3;

interface Session {
  readonly role: string;
  readonly name: string;
  /** Which database of which server it is. */
  readonly place: string;
}

async function readSession(client: Client): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select current_user::text "role", datname::text "name", oid || ' ' || pg_postmaster_start_time() place
     from pg_database where datname = current_database()`,
  );
  if (!rows[0]) throw new Error('Postgres names no database of this session.');
  return rows[0];
}

/** Finds a wrong right of one role over the other; null if there is none. */
async function findWrongMembership(migrating: Client, owner: Session, serving: Session): Promise<Finding | null> {
  const { rows } = await migrating.query<{ isMember: boolean; ownsDatabase: boolean; mayGrant: boolean }>(
    `select pg_has_role($1::name, current_user, 'member') "isMember", pg_has_role($1::name, datdba, 'member') "ownsDatabase",
       pg_has_role(current_user, $1::name, 'usage') "mayGrant" from pg_database where datname = current_database()`,
    [serving.role],
  );
  const [{ isMember, ownsDatabase, mayGrant } = { isMember: true, ownsDatabase: true, mayGrant: false }] = rows;
  if (isMember)
    return broken(
      SUBJECT,
      `${serving.role} may do all that ${owner.role} may`,
      `Use a role in DATABASE_URL that is no superuser and no member of ${owner.role}.`,
    );
  if (ownsDatabase)
    return broken(
      SUBJECT,
      `${serving.role} owns ${serving.name}, and may drop its schema`,
      `As a superuser: alter database "${serving.name}" owner to "${owner.role}"; or use ${serving.role} in MIGRATION_DATABASE_URL.`,
    );
  return mayGrant
    ? null
    : broken(
        SUBJECT,
        `${owner.role} may not give tables to ${serving.role}`,
        `As a superuser: grant "${serving.role}" to "${owner.role}";`,
      );
}

/** Whether MIGRATION_DATABASE_URL and DATABASE_URL lead to one database, with roles of which the one may serve the tables of the other. */
export async function checkDatabaseRoles(migrating: Client, serving: Client): Promise<Finding> {
  const [owner, server] = [await readSession(migrating), await readSession(serving)];
  if (owner.place !== server.place)
    return broken(SUBJECT, 'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL', 'Let both lead to the same one.');
  if (owner.role === server.role)
    return broken(SUBJECT, `both are ${owner.role}`, 'Use another role in DATABASE_URL, or remove MIGRATION_DATABASE_URL.');
  return (await findWrongMembership(migrating, owner, server)) ?? good(SUBJECT, `${owner.role} migrates, ${server.role} serves`);
}

/** Names tables that the role of DATABASE_URL cannot serve; null if there are none. */
export async function checkServingRights(client: Client): Promise<Finding | null> {
  const { role } = await readSession(client);
  const lacking = await listLackingRights(client, role);
  if (lacking.length === 0) return null;
  const named = lacking.slice(0, MAX_NAMED_TABLES).map(({ name }) => name);
  const others = lacking.length > MAX_NAMED_TABLES ? ` and ${lacking.length - MAX_NAMED_TABLES} more` : '';
  return broken(
    SUBJECT,
    `${role} lacks rights on ${named.join(', ')}${others}`,
    'Restart the server with MIGRATION_DATABASE_URL: it grants them.',
  );
}

/** SQLSTATE `insufficient_privilege`. */
const PRIVILEGE_DENIED_CODE = '42501';

/** Whether Postgres refused a statement because our role lacks a privilege. */
export const isPrivilegeDenied = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly code?: unknown }).code === PRIVILEGE_DENIED_CODE;

/** How a role gets the privileges of the one that started the site. */
export const joinOwner = (role: string, owner: string): string =>
  `Use ${owner} in DATABASE_URL, or in MIGRATION_DATABASE_URL if ${role} only serves; or as a superuser: grant ${owner} to ${role};`;

/** The role that the site's tables belong to, if ours is no member of it, and whether ours may read them. */
export async function readForeignOwner(client: Client): Promise<{ readonly owner: string; readonly isReadable: boolean } | undefined> {
  const { rows } = await client.query<{ owner: string; isReadable: boolean }>(
    `select pg_get_userbyid(relowner) "owner", has_table_privilege(oid, 'select') "isReadable"
     from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')`,
  );
  return rows[0];
}

/** Says which role lacks a privilege on which database, and how to mend it. Postgres itself names only the table. */
export function explainDeniedPrivilege({ message }: Error, databaseUrl: string): Promise<string> {
  return withConnection({ connectionString: databaseUrl, application_name: 'corklight command' }, async (client) => {
    const { role, name } = await readSession(client);
    const foreign = await readForeignOwner(client);
    const lack = `The role ${role} lacks a privilege on the database ${name}: ${message}.`;
    return foreign ? `${lack} The tables belong to ${foreign.owner}. ${joinOwner(role, foreign.owner)}` : `${lack} See corklight doctor.`;
  });
}
