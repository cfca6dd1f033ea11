import { columnsWith } from '#domain/catalog/columns';
import { valueColumns } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';

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

/** The fields of a line in their order, with the SQL of each over `lineSources`. */
export function lineFields(entity: EntityType): Readonly<Record<string, string>> {
  const last = 's.at[cardinality(s.at)]';
  // Only counts that were read with the row: the others would become readings that no one made.
  const count = (name: string) =>
    `case when ${last} = floor(extract(epoch from e.last_crawled_at) / 60) then s.${name}[cardinality(s.at)] end`;
  return {
    _id: 'e._id',
    ...Object.fromEntries(columnsWith(entity, { table: 'texts' }).map((name) => [name, `e.${name}`])),
    ...Object.fromEntries(countsOf[entity].map((name) => [name, count(name)])),
    ...Object.fromEntries(valueColumns[entity].map(([name]) => [name, `m.${name}`])),
    last_crawled_at: 'e.last_crawled_at',
    ...Object.assign({}, ...referencedColumns[entity].map((name) => referenceFields[name].fields)),
  };
}

/** The tables that the fields of a line are read from. */
export const lineSources = (entity: EntityType): string =>
  `${variantOf[entity]} e left join ${entity}_metrics m on m._id = e._id left join ${entity}_series s on s._id = e._id
     ${referencedColumns[entity].map((name) => referenceFields[name].join).join(' ')}`;

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
