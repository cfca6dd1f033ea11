import type { EntityType } from '#domain/catalog/variants';
import type { IssueName } from '#domain/data-quality/issues';

/** The number of entities of each type that have each issue; 0 where an issue does not apply to the type. */
export type IssueCountsByEntity = Readonly<Record<EntityType, Readonly<Record<IssueName, number>>>>;

/** Counts the data-quality issues of the catalog. */
export abstract class CatalogQuality {
  /** Counts every issue as of `now`, in one snapshot; fails after a minute. */
  abstract countIssues(now: Date): Promise<IssueCountsByEntity>;
}

export interface CountedQualityScan {
  readonly counted: IssueCountsByEntity;
  readonly at: Date;
}

/** Scans of the catalog's quality. Concurrent callers share one scan. */
export abstract class QualityScans {
  /** Scans now, or joins a scan that is running. */
  abstract scan(): Promise<CountedQualityScan>;

  /** The latest scan if it is only a few seconds old, else a new one. */
  abstract recentOrNew(): Promise<CountedQualityScan>;

  /** Discards the latest scan and any running one, because the catalog has changed. */
  abstract invalidate(): void;
}
