import { columnsWith } from '#domain/catalog/columns';
import { type EntityType, entityTypes } from '#domain/catalog/variants';

/** What a file can hold. */
export const importKinds = ['boards', 'pinners', 'pins', 'series'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Why a line, or a field of it, was not taken. */
export interface Reject {
  readonly field: string;
  readonly reason: string;
}

/** What one crawl counted. */
export interface ImportPoint {
  /** Minutes since 1970; 00:00 of its UTC day when the source names no time of day. */
  readonly at: number;
  readonly timed: boolean;
  /** One value per count of the entity, in the order of `countsOf`; null where it was not counted. */
  readonly counts: readonly (number | null)[];
}

export type ImportValue = string | number | boolean | readonly string[] | null;

/** A row that is fit for the catalogue. */
export interface ImportRow {
  readonly _id: string;
  /** Null for a row known only by reference: it never replaces anything. Milliseconds since 1970. */
  readonly last_crawled_at: number | null;
  /** By column of `intakeColumns`; null where the source says nothing. */
  readonly fields: Readonly<Record<string, ImportValue>>;
  /** Oldest first, one per UTC day. */
  readonly points: readonly ImportPoint[];
}

/** Columns of an entity's own table that sources fill. An unknown list is empty. */
export const textColumns = {
  board: columnsWith('board', { table: 'texts' }),
  pinner: columnsWith('pinner', { table: 'texts' }),
  pin: columnsWith('pin', { table: 'texts' }),
} as const;

/** Time columns of an entity's metrics, which sources fill; milliseconds since 1970 in a row. Reversed: stored content hashes depend on it. */
export const timeColumns = {
  board: columnsWith('board', { kind: 'time' }).toReversed(),
  pinner: columnsWith('pinner', { kind: 'time' }).toReversed(),
  pin: columnsWith('pin', { kind: 'time' }).toReversed(),
} as const;

export const listColumns: ReadonlySet<string> = new Set(entityTypes.flatMap((entity) => columnsWith(entity, { kind: 'texts' })));

/** A line as it was understood: the row itself with the rows it refers to, or why not. */
export type ParsedLine =
  | {
      readonly entity: EntityType;
      readonly row: ImportRow;
      readonly references: readonly { readonly entity: EntityType; readonly row: ImportRow }[];
    }
  | { readonly rejects: readonly Reject[] };

export interface ParseOptions {
  /** What stands for the time of a crawl that names none. */
  readonly now: Date;
  /** Series: fractions are rounded half up, not refused. */
  readonly round?: boolean | undefined;
  /** Series: what the ids are of, where the line does not say so. */
  readonly as?: EntityType | undefined;
  /** Series: our metric for a foreign one; under `*` for every one. */
  readonly metrics?: Readonly<Record<string, string>> | undefined;
}
