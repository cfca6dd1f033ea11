import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { countsOf } from '#domain/analytics/metrics';
import { type IntakeRow, type IntakeValue, listColumns, textColumns, timeColumns, wordColumns } from '#domain/catalog/intake';
import { rowTerms } from '#domain/catalog/terms';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { Marks } from '#server/catalog/import/marks';
import { type Cell, copyTexts, rowText } from '#server/database/copy';

/** Where rows of an entity wait during a run. */
export const stagingTable = (run: number, entity: EntityType): string => `import_${Math.trunc(run)}_${entity}`;

/** The ids a run has changed. */
export const touchedTable = (run: number): string => `import_${Math.trunc(run)}_touched`;

const typeOf = (column: string): string =>
  listColumns.has(column) ? 'text[]' : column === 'searchable' ? 'boolean' : column === 'profile_reach' ? 'integer' : 'text';

type Column = readonly [name: string, type: string];

/** What a row says, all of it: two rows that agree on these are the same. */
const contentOf = (entity: EntityType): readonly Column[] => [
  ['last_crawled_at', 'timestamptz'],
  ...textColumns[entity].map((column) => [column, typeOf(column)] as const),
  ...timeColumns[entity].map((column) => [column, 'timestamptz'] as const),
  ['at', 'integer[] not null'],
  ['timed', 'boolean[] not null'],
  ...countsOf[entity].map((column) => [column, 'integer[] not null'] as const),
];

const columnsOf = (entity: EntityType): readonly Column[] => [
  ['slice', 'integer not null'],
  ['_id', 'text collate "C" not null'],
  ['digest', 'bigint not null'],
  // Not made for rows that are there already: few of them change, and then their words may be those of two crawls.
  ['terms', 'text[]'],
  ...contentOf(entity),
];

/** Throws away what waits. */
export const dropStaging = (run: number): string =>
  `drop table if exists ${entityTypes.map((entity) => stagingTable(run, entity)).join(', ')}`;

/** Unlogged: what waits can be read again from its source. */
export const createStaging = (run: number, entity: EntityType): string =>
  `create unlogged table if not exists ${stagingTable(run, entity)} (${columnsOf(entity)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

const moment = (ms: IntakeValue | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);

function textCell(column: string, value: IntakeValue | undefined): Cell {
  if (listColumns.has(column)) return Array.isArray(value) ? (value as readonly string[]) : [];
  return value ?? null;
}

/** The words of a row that keywords are looked for in, as its terms. */
export const termsOf = (entity: EntityType, fields: Readonly<Record<string, unknown>>): string[] =>
  rowTerms(wordColumns[entity].flatMap((column) => (fields[column] ?? null) as string | null | readonly string[]));

/** What a row says, in the order of `contentOf`. */
function contentText(entity: EntityType, { last_crawled_at, fields, points }: IntakeRow): string {
  const cells = [moment(last_crawled_at)] as Cell[];
  for (const column of textColumns[entity]) cells.push(textCell(column, fields[column]));
  for (const column of timeColumns[entity]) cells.push(moment(fields[column]));
  cells.push(points.map((point) => point.at));
  cells.push(`{${points.map((point) => (point.timed ? 't' : 'f')).join(',')}}`);
  for (let place = 0; place < countsOf[entity].length; place++) cells.push(points.map((point) => point.counts[place] ?? null));
  return rowText(cells);
}

/** Terms as an array of Postgres: there is no sign in them that would have to be escaped. */
const termsText = (terms: readonly string[]): string => (terms.length === 0 ? '{}' : `{"${terms.join('","')}"}`);

/** A row as it is set aside. */
interface Staged {
  readonly row: IntakeRow;
  readonly content: string;
  /** Its content as a number, by which the same content is recognised when it comes again. */
  readonly digest: string;
}

const digestOf = (content: string): string => hash('sha1', content, 'buffer').readBigInt64BE().toString();

/** Of those who are there already, what the last row that changed them said; null where that is not known. */
async function knownOf(client: PoolClient, entity: EntityType, rows: readonly IntakeRow[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows: there } = await client.query<{ _id: string; digest: string | null }>(
    `select e._id, s.digest::text from ${variantOf[entity]} e left join ${entity}_series s on s._id = e._id where e._id = any($1)`,
    [rows.map((row) => row._id)],
  );
  return new Map(there.map(({ _id, digest }) => [_id, digest]));
}

/**
 * Copies rows of one slice into their staging table, and answers how many. A row that says what is known already, of somebody of whom no
 * earlier slice said anything else (`marks`), has nothing to add and is left out.
 */
export async function stageRows(
  client: PoolClient,
  run: number,
  entity: EntityType,
  slice: number,
  rows: readonly IntakeRow[],
  marks: Marks,
): Promise<number> {
  const known = await knownOf(client, entity, rows);
  const staged: Staged[] = [];
  for (const row of rows) {
    const content = contentText(entity, row);
    const digest = digestOf(content);
    if (known.get(row._id) === digest && !marks.has(row._id)) continue;
    if (known.has(row._id)) marks.add(row._id);
    staged.push({ row, content, digest });
  }
  function* lines(): Generator<string> {
    for (const { row, content, digest } of staged) {
      const terms = known.has(row._id) ? null : termsText(termsOf(entity, row.fields));
      yield `${rowText([slice, row._id, digest, terms])}\t${content}`;
    }
  }
  if (staged.length > 0) {
    const names = columnsOf(entity).map(([name]) => name);
    await copyTexts(client, stagingTable(run, entity), names, lines());
  }
  return staged.length;
}
