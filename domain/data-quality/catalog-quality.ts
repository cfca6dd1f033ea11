import type { EntityType } from '#domain/catalog/variants';
import type { IssueName } from '#domain/data-quality/issues';

/** The number of entities of each type that have each issue; 0 where an issue does not apply to the type. */
export type IssueCountsByEntity = Readonly<Record<EntityType, Readonly<Record<IssueName, number>>>>;

/** Counts the data-quality issues of the catalog. */
export abstract class CatalogQuality {
  /** Counts every issue as of `now`, in one snapshot; fails after a minute. */
  abstract countIssues(now: Date): Promise<IssueCountsByEntity>;
}
