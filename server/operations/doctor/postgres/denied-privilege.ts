import { withConnection } from '#server/database/transaction';

/** SQLSTATE `insufficient_privilege`. */
const PRIVILEGE_DENIED_CODE = '42501';

/** Whether Postgres refused a statement because our role lacks a privilege. */
export const isPrivilegeDenied = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly code?: unknown }).code === PRIVILEGE_DENIED_CODE;

/** How a role gets the privileges of the one that started the site. */
export const joinOwner = (role: string, owner: string): string =>
  `Use ${owner} in DATABASE_URL, or in MIGRATION_DATABASE_URL if ${role} only serves; or as a superuser: grant ${owner} to ${role};`;

/** Says which role lacks a privilege on which database, and how to mend it. Postgres itself names only the table. */
export function explainDeniedPrivilege({ message }: Error, databaseUrl: string): Promise<string> {
  return withConnection({ connectionString: databaseUrl, application_name: 'corklight command' }, async (client) => {
    const { rows } = await client.query<{ role: string; name: string; owner: string | null }>(
      `select current_user "role", current_database() "name",
         (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')) "owner"`,
    );
    const [{ role, name, owner } = { role: '', name: '', owner: null }] = rows;
    const lack = `The role ${role} lacks a privilege on the database ${name}: ${message}.`;
    return owner === null ? `${lack} See corklight doctor.` : `${lack} The tables belong to ${owner}. ${joinOwner(role, owner)}`;
  });
}
