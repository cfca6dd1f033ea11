/**
 * The condition that an object of a system catalog is the site's own: in its schema, owned by our role or by the one that migrates, and
 * brought by no extension.
 */
export const ownedBySiteSql = (alias: string, prefix: string): string =>
  `${alias}.${prefix}namespace = (select oid from pg_namespace where nspname = current_schema())
    and (pg_has_role(${alias}.${prefix}owner, 'usage')
      or ${alias}.${prefix}owner = (select relowner from pg_class where oid = to_regclass('migrations')))
    and not exists (select from pg_depend where objid = ${alias}.oid and deptype = 'e')`;
