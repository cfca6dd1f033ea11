import type { StagedTotals } from '#domain/catalog/import/import-runs';
import type { WriterScope } from '#domain/jobs/write-lock';

export interface InterestImportRequest {
  readonly source: string;
  /** Identifies the content and the options of an import, so that a repeated one goes on with its record. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** The record of an import in progress. */
export interface InterestImport {
  /** The source was read and accepted; storing begins. */
  beginStoring(totals: StagedTotals): Promise<void>;
  finish(): Promise<void>;
  /** The import ended for this reason, and nothing was stored. */
  refuse(totals: StagedTotals, reason: string): Promise<void>;
}

/** The record of imports of search interest, which administrators see beside those into the catalog. */
export abstract class InterestImports {
  /** Records that an import begins; one of the same content replaces its earlier record. */
  abstract begin(scope: WriterScope, request: InterestImportRequest): Promise<InterestImport>;
}
