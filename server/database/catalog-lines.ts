import type { Series } from '#domain/catalog/history/readings';
import { columnsWith } from '#domain/catalog/columns';
import { valueColumns } from '#domain/catalog/import/import-row';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { historyTablesOf } from '#server/database/catalog-tables';
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

/** A user name that only the address of a board says is read from there again; as a field, it would add an owner. */
const OWN_USERNAME_SQL = `case when e.pinner_id is null and strpos(lower(e.url), '/' || lower(e.pinner_username) || '/') > 0 then null else e.pinner_username end`;

/** The fields of a line in their order, with the SQL of each over `lineSources`. Counts are in the history: see `countsReadAt`. */
export function lineFields(entity: EntityType): Readonly<Record<string, string>> {
  return {
    _id: 'e._id',
    ...Object.fromEntries(columnsWith(entity, { table: 'texts' }).map((name) => [name, `e.${name}`])),
    ...(entity === 'board' ? { pinner_username: OWN_USERNAME_SQL } : {}),
    ...Object.fromEntries(countsOf[entity].map((name) => [name, 'null::integer'])),
    ...Object.fromEntries(valueColumns[entity].map(([name]) => [name, `m.${name}`])),
    last_crawled_at: 'm.last_crawled_at',
    ...Object.assign({}, ...referencedColumns[entity].map((name) => referenceFields[name].fields)),
  };
}

/** The tables that the fields of a line are read from. */
export const lineSources = (entity: EntityType): string =>
  `${variantOf[entity]} e left join ${entity}_metrics m on m._id = e._id left join ${historyTablesOf(entity).histories} h on h._id = e._id
     ${referencedColumns[entity].map((name) => referenceFields[name].join).join(' ')}`;

/** The columns of the history over `lineSources`, from the month in which the entity was last crawled on. */
export const crawledHistorySql = (entity: EntityType): string =>
  historyColumnsSql(entity, 'h.key', firstDayOfMonthSql('floor(extract(epoch from m.last_crawled_at) / 86400)::integer'));

/** The counts that were read with the last crawl: others in its line would become readings that no one made. */
export function countsReadAt(lastCrawledAt: Date, { at, counts }: Series): Readonly<Record<string, number | null>> {
  if (at.at(-1) !== Math.floor(lastCrawledAt.getTime() / MINUTE_MS)) return {};
  return Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, values.at(-1) ?? null]));
}

/** One line per count that was ever read. */
export const seriesLines = (entity: EntityType, id: string, { at, counts }: Series): DumpedLine[] =>
  countsOf[entity].flatMap((metric: Metric) => {
    const points = at.flatMap((minute, index) => {
      const value = counts[metric]?.[index];
      return typeof value === 'number' ? [[new Date(minute * MINUTE_MS).toISOString(), value]] : [];
    });
    return points.length === 0 ? [] : [{ entity, id, metric, points }];
  });

/** A line of NDJSON. Unknown values are left out. */
export const ndjsonLine = (line: DumpedLine): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)))}\n`;
