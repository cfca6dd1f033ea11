import type { IssueCountsByEntity } from '#domain/data-quality/catalog-quality';

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
