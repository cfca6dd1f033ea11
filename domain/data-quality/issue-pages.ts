import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { CleanupIssue, IssueRow, RemovedFile } from '#domain/data-quality/contract';

/** Entities per page of a list of issues. */
export const ISSUE_ROWS_PER_PAGE = 20;

export type IssueTotals = Readonly<Record<EntityType, number>>;

/** The entities of one type that belong to a page. */
export interface IssueSlice {
  readonly entity: EntityType;
  readonly offset: number;
  readonly limit: number;
}

/** Which entities a page shows: the list has boards, then influencers, then pins. */
export function issueSlices(totals: IssueTotals, page: number): IssueSlice[] {
  const slices: IssueSlice[] = [];
  let offset = (page - 1) * ISSUE_ROWS_PER_PAGE;
  let room = ISSUE_ROWS_PER_PAGE;
  for (const entity of entityTypes) {
    const limit = Math.min(room, Math.max(0, totals[entity] - offset));
    if (limit > 0) slices.push({ entity, offset, limit });
    room -= limit;
    offset = Math.max(0, offset - totals[entity]);
  }
  return slices;
}

/** The entities that a cleanup would remove. */
export abstract class IssueLists {
  abstract countByType(issue: CleanupIssue): Promise<IssueTotals>;

  /** The entities of a slice, by id. */
  abstract listRows(issue: CleanupIssue, slice: IssueSlice): Promise<readonly IssueRow[]>;

  /** All entities in batches, in the order of the list. */
  abstract readAll(issue: CleanupIssue): AsyncIterable<readonly IssueRow[]>;
}

/** What cleanups removed, for as long as it is kept. */
export abstract class RemovedRows {
  /** The type of the entities that a cleanup removed and that are kept; null if there are none. */
  abstract typeOf(cleanupId: number): Promise<EntityType | null>;

  /** The lines of a file that the import reads, in batches. */
  abstract readLines(cleanupId: number, file: RemovedFile): AsyncIterable<string>;

  /** Deletes what was removed before a time. Returns how many entities. */
  abstract deleteBefore(time: Date): Promise<number>;
}
