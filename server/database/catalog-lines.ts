import { columnsWith } from '#domain/catalog/columns';
import { valueColumns } from '#domain/catalog/import/import-row';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { historyTablesOf } from '#server/database/catalog-tables';
import { decodeSeries, type StoredHistory } from '#server/database/history/history-bytes';
import { firstDayOfMonthSql, historyColumnsSql } from '#server/database/history/history-sql';

/** A line of a file that the import reads, by field. */
export type DumpedLine = Readonly<Record<string, unknown>>;

/** Fields of a board or pin that name other entities, which the import adds to the catalog. */
const referencedColumns = { board: ['owner'], pinner: [], pin: ['owner', 'board'] } as const satisfies Record<
  EntityType,
  readonly string[]
>;

const referenceFields = {
  owner: { fields: { pinner_name: 'owner.name', pinner_url: 'owner.url' }, join: 'left join pinners owner on owner._id = e.pinner_id' },
  board: {
    fields: { board_name: 'coalesce(board.name, e.board_name)', board_url: 'board.url' },
    join: 'left join boards board on board._id = e.board_id',
  },
} as const;

/** The fields of a line in their order, with the SQL of each over `lineSources`. Counts are in the history: see `countsReadAt`. */
export function lineFields(entity: EntityType): Readonly<Record<string, string>> {
  return {
    _id: 'e._id',
    ...Object.fromEntries(columnsWith(entity, { table: 'texts' }).map((name) => [name, `e.${name}`])),
    ...Object.fromEntries(countsOf[entity].map((name) => [name, 'null::integer'])),
    ...Object.fromEntries(valueColumns[entity].map(([name]) => [name, `m.${name}`])),
    last_crawled_at: 'e.last_crawled_at',
    ...Object.assign({}, ...referencedColumns[entity].map((name) => referenceFields[name].fields)),
  };
}

/** The tables that the fields of a line are read from. */
export const lineSources = (entity: EntityType): string =>
  `${variantOf[entity]} e left join ${entity}_metrics m on m._id = e._id left join ${historyTablesOf(entity).histories} h on h._id = e._id
     ${referencedColumns[entity].map((name) => referenceFields[name].join).join(' ')}`;

/** The columns of the history over `lineSources`, from the month in which the entity was last crawled on. */
export const crawledHistorySql = (entity: EntityType): string =>
  historyColumnsSql(entity, 'h.key', firstDayOfMonthSql('floor(extract(epoch from e.last_crawled_at) / 86400)::integer'));

/** The counts that were read with the last crawl: others in its line would become readings that no one made. */
export function countsReadAt(entity: EntityType, lastCrawledAt: Date, history: StoredHistory): Readonly<Record<string, number | null>> {
  const { at, counts } = decodeSeries(entity, history);
  if (at.at(-1) !== Math.floor(lastCrawledAt.getTime() / MINUTE_MS)) return {};
  return Object.fromEntries(countsOf[entity].map((name: Metric) => [name, counts[name]?.at(-1) ?? null]));
}

/** The readings of an entity, by minute since 1970 and by count. */
export interface StoredSeries {
  readonly at: readonly number[];
  readonly [count: string]: string | readonly (number | null)[];
}

/** One line per count that was ever read. */
export const seriesLines = (entity: EntityType, id: string, { at, ...counts }: StoredSeries): DumpedLine[] =>
  countsOf[entity].flatMap((metric) => {
    const values = counts[metric] as readonly (number | null)[];
    const points = at.flatMap((minute, index) =>
      typeof values[index] === 'number' ? [[new Date(minute * MINUTE_MS).toISOString(), values[index]]] : [],
    );
    return points.length === 0 ? [] : [{ entity, id, metric, points }];
  });

/** A line of NDJSON. Unknown values are left out. */
export const ndjsonLine = (line: DumpedLine): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)))}\n`;
