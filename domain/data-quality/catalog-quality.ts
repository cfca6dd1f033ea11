import type { EntityType } from '#domain/catalog/variants';
import type { CleanupIssue, IssueRow } from '#domain/data-quality/contract';
import type { IssueSlice, IssueTotals } from '#domain/data-quality/issue-pages';
import type { IssueName } from '#domain/data-quality/issues';

/** The number of entities of each type that have each issue; 0 where an issue does not apply to the type. */
export type IssueCountsByEntity = Readonly<Record<EntityType, Readonly<Record<IssueName, number>>>>;

export interface CountedQualityScan {
  readonly counted: IssueCountsByEntity;
  readonly at: Date;
}

/** The data-quality issues of the catalog. A scan counts all of them in one snapshot, and fails after a minute; concurrent callers share one. */
export abstract class CatalogQuality {
  /** Scans now, or joins a scan that is running. */
  abstract scan(): Promise<CountedQualityScan>;

  /** The latest scan if it is only a few seconds old, else a new one. */
  abstract recentOrNewScan(): Promise<CountedQualityScan>;

  /** Discards the latest scan and any running one, because the catalog has changed. */
  abstract invalidateScans(): void;

  /** The number of entities of each type that a cleanup of an issue would remove. */
  abstract countByType(issue: CleanupIssue): Promise<IssueTotals>;

  /** The entities of a slice, by id. */
  abstract listRows(issue: CleanupIssue, slice: IssueSlice): Promise<readonly IssueRow[]>;

  /** All entities that a cleanup of an issue would remove, in batches, in the order of the list. */
  abstract readAll(issue: CleanupIssue): AsyncIterable<readonly IssueRow[]>;
}
