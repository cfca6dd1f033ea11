import type { Cleanup } from '#domain/data-quality/contract';
import type { QualityTotals } from '#domain/data-quality/quality-totals';
import { entityTypes } from '#domain/catalog/variants';
import { api } from '../api/api';

export interface CleanupKind {
  /** The test id of its button. */
  readonly id: string;
  /** The label of its button. */
  readonly name: string;
  readonly issue: Cleanup['issue_type'];
  readonly total: keyof QualityTotals;
  readonly confirmText: (count: number) => string;
  readonly doneText: (count: number) => string;
  /** True: a failure is logged and shown inline, without a toast. */
  readonly isSilent: boolean;
}

const removedText = (count: number): string => `Removed ${count} items`;

/** The cleanups that the tools offer. */
export const cleanups: readonly CleanupKind[] = [
  {
    id: 'remove-deleted',
    name: 'Remove Deleted',
    issue: 'not_searchable',
    total: 'deleted',
    confirmText: (count) => `Remove ${count} deleted items?`,
    doneText: removedText,
    isSilent: true,
  },
  {
    id: 'remove-never-crawled',
    name: 'Remove Never Crawled',
    issue: 'never_crawled',
    total: 'neverCrawled',
    confirmText: (count) => `Remove ${count} never-crawled items? This action cannot be undone.`,
    doneText: (count) => `Removed ${count} never-crawled items`,
    isSilent: false,
  },
  {
    id: 'remove-all-zero',
    name: 'Remove All Zero',
    issue: 'all_zero',
    total: 'suspicious',
    confirmText: (count) => `Remove ${count} items with all zero metrics? This action cannot be undone.`,
    doneText: removedText,
    isSilent: false,
  },
];

/** Removes all rows with an issue, one entity type after another and in all at most `expected`, and returns their number. Throws `ApiError`; rows already removed stay removed. */
export async function removeAllWithIssue(issue: Cleanup['issue_type'], expected: number): Promise<number> {
  let total = 0;
  for (const entity of entityTypes) {
    const { deleted } = await api('POST /admin/data-quality/cleanup', {
      body: { entity_type: entity, issue_type: issue, expected: Math.max(0, expected - total) },
    });
    total += deleted;
  }
  return total;
}
