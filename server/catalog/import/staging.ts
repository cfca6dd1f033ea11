import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { countsOf } from '#domain/analytics/metrics';
import { type IntakeRow, type IntakeValue, listColumns, textColumns, timeColumns, wordColumns } from '#domain/catalog/intake';
import { rowTerms } from '#domain/catalog/terms';
import type { EntityType } from '#domain/catalog/variants';

/** Where rows of an entity wait during a run. */
export const stagingTable = (run: number, entity: EntityType): string => `import_${Math.trunc(run)}_${entity}`;

/** The ids a run has changed. */
export const touchedTable = (run: number): string => `import_${Math.trunc(run)}_touched`;

const typeOf = (column: string): string =>
  listColumns.has(column) ? 'text[]' : column === 'searchable' ? 'boolean' : column === 'profile_reach' ? 'integer' : 'text';

const columnsOf = (entity: EntityType): readonly (readonly [name: string, type: string])[] => [
  ['slice', 'integer not null'],
  ['_id', 'text collate "C" not null'],
  ['last_crawled_at', 'timestamptz'],
  ...textColumns[entity].map((column) => [column, typeOf(column)] as const),
  ...timeColumns[entity].map((column) => [column, 'timestamptz'] as const),
  ['terms', 'text[] not null'],
  ['at', 'integer[] not null'],
  ['timed', 'boolean[] not null'],
  ...countsOf[entity].map((column) => [column, 'integer[] not null'] as const),
];

/** Unlogged: what waits can be read again from its source. */
export const createStaging = (run: number, entity: EntityType): string =>
  `create unlogged table if not exists ${stagingTable(run, entity)} (${columnsOf(entity)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string => (/[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign) : text);
const element = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const textArray = (texts: readonly string[]): string => escaped(`{${texts.map(element).join(',')}}`);
const moment = (ms: IntakeValue | undefined): string => (typeof ms === 'number' ? new Date(ms).toISOString() : '\\N');

function field(column: string, value: IntakeValue | undefined): string {
  if (listColumns.has(column)) return textArray(Array.isArray(value) ? (value as readonly string[]) : []);
  return value === null || value === undefined ? '\\N' : escaped(String(value));
}

/** The words of a row that keywords are looked for in, as its terms. */
export const termsOf = (entity: EntityType, fields: Readonly<Record<string, unknown>>): string[] =>
  rowTerms(wordColumns[entity].flatMap((column) => (fields[column] ?? null) as string | null | readonly string[]));

function copyLine(entity: EntityType, slice: number, { _id, last_crawled_at, fields, points }: IntakeRow): string {
  const cells = [
    String(slice),
    escaped(_id),
    moment(last_crawled_at),
    ...textColumns[entity].map((column) => field(column, fields[column])),
    ...timeColumns[entity].map((column) => moment(fields[column])),
    textArray(termsOf(entity, fields)),
    `{${points.map((point) => point.at).join(',')}}`,
    `{${points.map((point) => (point.timed ? 't' : 'f')).join(',')}}`,
    ...countsOf[entity].map((_, place) => `{${points.map((point) => point.counts[place] ?? 'NULL').join(',')}}`),
  ];
  return `${cells.join('\t')}\n`;
}

/** Copies rows of one slice into their staging table. */
export async function copyRows(
  client: PoolClient,
  run: number,
  entity: EntityType,
  slice: number,
  rows: readonly IntakeRow[],
): Promise<void> {
  const names = columnsOf(entity).map(([name]) => name);
  const stream = client.query(copyFrom(`copy ${stagingTable(run, entity)} (${names.join(', ')}) from stdin`));
  const ended = once(stream, 'finish');
  ended.catch(() => undefined);
  let batch = '';
  for (const [place, row] of rows.entries()) {
    batch += copyLine(entity, slice, row);
    if (batch.length < 1 << 16 && place < rows.length - 1) continue;
    if (stream.errored) break;
    if (!stream.write(batch)) await Promise.race([once(stream, 'drain'), ended]);
    batch = '';
  }
  stream.end();
  await ended;
}
