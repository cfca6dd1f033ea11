import type { ImportKind, ImportRow } from '#domain/catalog/import/import-row';
import type { EntityType } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/catalog/write-lock';
import { DomainError } from '#domain/errors';

/** A source that cannot be read to its end, as a whole: cut off, in another encoding, not there. Nothing of it is taken. */
export class UnreadableSource extends DomainError {
  readonly code = 'unreadable_source';
}

/** Rows of one entity, each id once, in the order in which they came. */
export type Batch = Readonly<Record<EntityType, readonly ImportRow[]>>;

/** What an import did to the catalogue. */
export interface AppliedChanges {
  readonly inserted: number;
  readonly updated: number;
  /** Changes of series; an entity whose lines lie far apart in a large file may count once for each part of it. */
  readonly series: number;
}

/** What an import touched, for whoever computes from it: the ids, or `all` where they are too many to name. */
export type ChangedIds = Partial<Record<EntityType, readonly string[] | 'all'>>;

export interface StagedTotals {
  readonly lines: number;
  readonly rejected: number;
}

/** One import under way. It survives its process: beginning it again goes on where it stopped. */
export interface ImportRun {
  /** The time that stands for "now" in this import; that of the first try when it is taken up again or repeated. */
  readonly now: Date;
  /** What an earlier try had staged whole, so that its source need not be read again; null when it must be. */
  readonly staged: StagedTotals | null;
  /** Sets rows aside; nothing of the catalogue changes yet. */
  stageBatch(batch: Batch): Promise<void>;
  /** Says that everything is staged. From here on the run can be taken up again. */
  seal(totals: StagedTotals): Promise<void>;
  /** Brings what is staged into the catalogue, slice by slice, each whole or not at all. `onProgress` gets 0 to 1. */
  apply(onProgress: (share: number) => void): Promise<AppliedChanges>;
  /** What this run touched so far, earlier tries included. */
  changedIds(): Promise<ChangedIds>;
  /** Ends the run: totals of the lists are refreshed, what was staged is thrown away. */
  finish(): Promise<void>;
  /** Throws away what was staged; the catalogue is as it was. */
  discard(totals: StagedTotals): Promise<void>;
}

/** The door through which rows come into the catalogue. */
export abstract class CatalogImport {
  /** Begins an import, or resumes an interrupted one of the same fingerprint. */
  abstract begin(
    scope: WriterScope,
    request: { readonly kind: ImportKind; readonly source: string; readonly fingerprint: string; readonly now: Date },
  ): Promise<ImportRun>;
}
