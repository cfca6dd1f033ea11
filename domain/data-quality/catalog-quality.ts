import type { EntityType } from '#domain/catalog/variants';
import type { IssueName } from '#domain/data-quality/issues';

/** How many entities of each type have each issue; 0 where an issue does not know the type. */
export type IssueCountsByEntity = Readonly<Record<EntityType, Readonly<Record<IssueName, number>>>>;

/** What is wrong in the catalogue. */
export abstract class CatalogQuality {
  /** Counts every issue as of `now`, all at one moment; gives up after a minute. */
  abstract countIssues(now: Date): Promise<IssueCountsByEntity>;
}
