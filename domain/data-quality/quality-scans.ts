import type { IssueCountsByEntity } from '#domain/data-quality/catalog-quality';

export interface CountedQualityScan {
  readonly counted: IssueCountsByEntity;
  readonly at: Date;
}

/** Scans of the catalogue's quality, shared by everybody who asks at the same time. */
export abstract class QualityScans {
  /** A scan made now; who asks while one is under way gets that one. */
  abstract scan(): Promise<CountedQualityScan>;

  /** The last scan while it is a few seconds old, else one made now. */
  abstract recentOrNew(): Promise<CountedQualityScan>;

  /** Says that the catalogue has changed: what was scanned, or is being scanned, is of no use any more. */
  abstract invalidate(): void;
}
