import { type Column, type ColumnKind, columns, columnsWith } from '#domain/catalog/columns';
import { type EntityType, entityTypes, perEntity } from '#domain/catalog/variants';

/** The kinds of files with rows of the catalog. */
export const catalogKinds = ['boards', 'pinners', 'pins', 'series'] as const;
export type CatalogKind = (typeof catalogKinds)[number];

/** What the rows of a file are: rows of the catalog, series of them, or the search interest of keywords. */
export const fileKinds = [...catalogKinds, 'interest'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Why a line was rejected. */
export interface Reject {
  readonly field: string;
  readonly reason: string;
}

/** The counts of one crawl. */
export interface ImportPoint {
  /** Minutes since 1970; 00:00 UTC of its day if the source has no time of day. */
  readonly at: number;
  readonly timed: boolean;
  /** One value per count of the entity, in the order of `countsOf`; null if it was not counted. */
  readonly counts: readonly (number | null)[];
}

export type ImportValue = string | number | boolean | readonly string[] | null;

/** A valid row for the catalog. */
export interface ImportRow {
  readonly _id: string;
  /** Milliseconds since 1970; null for a row known only by reference, which never replaces a value. */
  readonly last_crawled_at: number | null;
  /** Values by column (`textColumns`, `valueColumns`); null if the source has none, times in milliseconds since 1970. */
  readonly fields: Readonly<Record<string, ImportValue>>;
  /** Oldest first, one per UTC day. */
  readonly points: readonly ImportPoint[];
}

/** Columns of an entity's own table that sources fill. An unknown list is empty. */
export const textColumns = perEntity<readonly string[]>((entity) => columnsWith(entity, { table: 'texts' }));

type ValueColumn = readonly [name: string, kind: ColumnKind];

const isComputed = ({ growthOf, isScore, readOf, isCheck }: Column): boolean => Boolean(growthOf ?? isScore ?? readOf ?? isCheck);

/** Columns of an entity's metrics that sources fill with one value, without history. Reversed: stored content hashes depend on it. */
export const valueColumns = perEntity<readonly ValueColumn[]>((entity) =>
  Object.entries<Column>(columns[entity])
    .flatMap(([name, column]): ValueColumn[] =>
      column.table === 'metrics' && !column.history && !isComputed(column) ? [[name, column.kind]] : [],
    )
    .toReversed(),
);

export const arrayColumns: ReadonlySet<string> = new Set(entityTypes.flatMap((entity) => columnsWith(entity, { kind: 'texts' })));

/** A parsed line: its row and the rows it refers to, or the reasons for rejecting it. */
export type ParsedLine =
  | {
      readonly entity: EntityType;
      readonly row: ImportRow;
      readonly references: readonly { readonly entity: EntityType; readonly row: ImportRow }[];
    }
  | { readonly rejects: readonly Reject[] };

export interface ParseOptions {
  /** The present: times more than a day after it are rejected. */
  readonly now: Date;
  /** The time of crawls without one; the present if not set. */
  readonly crawledAt?: Date | undefined;
  /** Series: fractions are rounded half up, not rejected. */
  readonly round?: boolean | undefined;
  /** Series: the entity of the ids, if the line does not contain it. */
  readonly as?: EntityType | undefined;
  /** Series: our metric for each metric of the source; `*` for all of them. */
  readonly metrics?: Readonly<Record<string, string>> | undefined;
}
