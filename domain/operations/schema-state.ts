/** How the schema of the database compares with the one that a release knows. */
export type SchemaState = 'current' | 'older' | 'newer';

/** Compares the migrations that a release knows with those that were applied. A missing one counts more than one too many. */
export function compareSchemas(known: readonly string[], applied: readonly string[]): SchemaState {
  if (known.some((name) => !applied.includes(name))) return 'older';
  return applied.some((name) => !known.includes(name)) ? 'newer' : 'current';
}
