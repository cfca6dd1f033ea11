import type { CatalogKind, ImportRow } from '#domain/catalog/import/import-row';
import type { EntityType } from '#domain/catalog/variants';
import { DomainError } from '#domain/errors';

/** A source that is missing, truncated or in another encoding. Nothing of it is imported. */
export class UnreadableSource extends DomainError {
  readonly code = 'unreadable_source';
}

/** Why a source is refused that has nothing to import. */
export const NO_ROWS = 'The file has no rows.';

/** Rows of each entity in the order of the source, each id once. */
export type Batch = Readonly<Record<EntityType, readonly ImportRow[]>>;

/** What an import changed in the catalog. */
export interface AppliedChanges {
  readonly inserted: number;
  readonly updated: number;
  /** Changed series. An entity counts once for each batch that changes its series. */
  readonly series: number;
}

/** The ids that an import changed, by entity; `all` if they are too many to list. */
export type ChangedIds = Partial<Record<EntityType, readonly string[] | 'all'>>;

export interface StagedTotals {
  readonly lines: number;
  readonly rejected: number;
  /** Lines of search interest that are about something else; left out where nothing else can be. */
  readonly skipped?: number;
}

/** The recorded import that a file was received for, or whose command imports it. */
export type ImportOrigin = { readonly importId: number } | { readonly command: string };

export interface ImportRequest {
  readonly kind: CatalogKind;
  readonly origin: ImportOrigin;
  readonly source: string;
  /** Identifies the content and the options of an import, so that it can be resumed. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** A line of a source: its record, or why it is not one. */
export type SourceLine =
  { readonly line: number; readonly record: Readonly<Record<string, unknown>> } | { readonly line: number; readonly fault: string };

/** A source of catalog data: a file, standard input, a feed. */
export abstract class CatalogSource {
  /** The display name, stored as the `source` of its rows. */
  abstract readonly name: string;

  /** Identifies the content, independent of the name, so that an interrupted import can be resumed. */
  abstract fingerprint(): Promise<string>;

  /** The share of the source that was read, 0 to 1; null if its size is unknown. */
  abstract progress(): number | null;

  /**
   * Returns the lines in order, without blank ones, in groups of what was read at once; a group is used up before the next one is asked for.
   * Throws `UnreadableSource` if the rest cannot be read.
   */
  abstract lines(): AsyncIterable<Iterable<SourceLine>>;
}
