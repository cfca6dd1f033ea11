import { entityTypes, variants } from '#domain/catalog/variants';
import { readModelTablesOf, tablesOf } from '#server/database/catalog-tables';
import { nextTableName } from '#server/database/table-swap';

/** Rebuilt from the catalog after a restore, and as large as the catalog itself. */
const readModelTables = new Set(variants.flatMap(readModelTablesOf));

/** Written by the migrations themselves. */
const migrationTables = new Set(['migrations', 'typeorm_metadata']);

/** Written again by every running server. Pinterest's answers must not outlive their account in a backup. */
const liveTables = new Set(['instances', 'account_answers']);

/** Tables of work in progress, which starts over after a restore: staging tables of imports and of the recompute, and next generations. */
const stagingTable = new RegExp(`^import_\\d+_(${entityTypes.join('|')}|touched)$|^(${entityTypes.join('|')})_scores_stage$`);

/** Whether an archive holds the rows of a table. Everything does that is neither rebuilt nor work in progress, so that new tables are never forgotten. */
export const isArchived = (table: string): boolean =>
  !readModelTables.has(table) &&
  !migrationTables.has(table) &&
  !liveTables.has(table) &&
  !stagingTable.test(table) &&
  !table.endsWith(nextTableName(''));

/** Copied first, because a recompute has to wait until they are copied before it can replace them. */
const replacedTables: ReadonlySet<string> = new Set([
  ...variants.flatMap((variant) => [tablesOf(variant).scores, tablesOf(variant).metrics]),
  'top_performers',
  'momentum_averages',
  'keywords',
  'keyword_ranks',
]);

/** Whether a recompute replaces a table by another one of its name. */
export const isReplaced = (table: string): boolean => replacedTables.has(table);

/** Large, and much the same every night. Between them, small tables that change would change parts of an archive all over it. */
const catalogTables: ReadonlySet<string> = new Set(
  variants.flatMap((variant) => [tablesOf(variant).text, tablesOf(variant).histories, tablesOf(variant).months]),
);

interface OrderedTable {
  readonly name: string;
  readonly partition: unknown;
  /** The tables that this one's foreign keys refer to. */
  readonly references: readonly string[];
}

/** Orders tables: those that others wait for first, then the catalog, and otherwise each one after the tables that its rows refer to. */
export function inCopyOrder<T extends OrderedTable>(tables: readonly T[]): T[] {
  const placeOf = ({ name, partition }: T): number => {
    if (replacedTables.has(name)) return 0;
    if (partition !== null) return 1;
    return catalogTables.has(name) ? 2 : 3;
  };
  const sorted = tables.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1));
  const ordered = new Set<T>();
  const add = (table: T, path: ReadonlySet<string>): void => {
    for (const reference of table.references) {
      const referred = sorted.find(({ name }) => name === reference);
      if (referred && !path.has(reference)) add(referred, new Set([...path, reference]));
    }
    ordered.add(table);
  };
  for (const table of sorted) add(table, new Set([table.name]));
  return [...ordered];
}
