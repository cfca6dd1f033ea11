import type { CatalogKind, ImportRow } from '#domain/catalog/import/import-row';
import type { EntityType } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import { DomainError } from '#domain/errors';

/** A source that is missing, truncated or in another encoding. Nothing of it is imported. */
export class UnreadableSource extends DomainError {
  readonly code = 'unreadable_source';
}

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

/** An import in progress. It survives its process: beginning it again resumes it. */
export interface ImportRun {
  /** The import's time. A resumed or repeated import keeps the time of its first attempt. */
  readonly now: Date;
  /** The totals if an earlier attempt staged the whole source; null if it must be read again. */
  readonly staged: StagedTotals | null;
  /** Copies rows to the staging tables; the catalog does not change yet. */
  stageBatch(batch: Batch): Promise<void>;
  /** Marks the source as completely staged. From here on the run can be resumed. */
  seal(totals: StagedTotals): Promise<void>;
  /** Merges the staged rows into the catalog, batch by batch, each atomically. `onProgress` gets 0 to 1. */
  apply(onProgress: (share: number) => void): Promise<AppliedChanges>;
  /** Returns the ids that this run has changed, earlier attempts included. */
  changedIds(): Promise<ChangedIds>;
  /** Ends the run: refreshes the totals of the lists, drops the staged rows, and records the result. */
  finish(totals: StagedTotals, changes: AppliedChanges): Promise<void>;
  /** Drops the staged rows and records why; the catalog is unchanged. */
  discard(totals: StagedTotals, reason: string): Promise<void>;
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

/** The record of an import of search interest in progress, which administrators see beside those into the catalog. */
export interface InterestImportRun {
  /** The number of the import, which what it stores is marked with. */
  readonly id: number;
  /** What is stored is recorded there; undefined if imports cannot be taken back. */
  readonly journalId: number | undefined;
  /** The source was read and accepted; storing begins. */
  beginStoring(totals: StagedTotals): Promise<void>;
  finish(series: number): Promise<void>;
  /** The import ended for this reason, and nothing was stored. */
  refuse(totals: StagedTotals, reason: string): Promise<void>;
}

/** The imports into the catalog, and the record of those of search interest. */
export abstract class ImportRuns {
  /** Begins an import, or resumes an interrupted one with the same fingerprint. */
  abstract begin(scope: WriterScope, request: ImportRequest): Promise<ImportRun>;

  /** Records that an import of search interest begins. What an unfinished one with the same fingerprint stored belongs to this one from here on. */
  abstract beginInterest(scope: WriterScope, request: Omit<ImportRequest, 'kind'>): Promise<InterestImportRun>;
}
