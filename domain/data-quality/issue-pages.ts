import { type EntityType, entityTypes } from '#domain/catalog/variants';

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
