import type { CleanupIssue, IssuePage } from '#domain/data-quality/contract';
import type { QualityTotals } from '#domain/data-quality/quality-totals';
import { entityTypes, variantNouns, variantOf } from '#domain/catalog/variants';
import { formatCount } from '#domain/numbers';
import { api } from '../api/api';
import { toApiError } from '../api/api-error';
import { paths } from '../site/paths';

/** A cleanup that administrators can start from the list of its items. */
interface CleanupKind {
  readonly issue: CleanupIssue;
  /** The list of its items. */
  readonly path: string;
  /** The button that opens the list, and its test id. */
  readonly button: string;
  readonly buttonTestId: string;
  /** What its counter is called, and its test id. */
  readonly counter: string;
  readonly counterTestId: string;
  /** What the items have in common, as a sentence. */
  readonly meaning: string;
  readonly confirmText: (count: number) => string;
  readonly doneText: (count: number) => string;
  /** True: a failure is logged and shown inline, without a toast. */
  readonly isSilent: boolean;
}

const removedText = (count: number): string => `Removed ${count} items`;

/** The cleanups by the total that they bring to 0. */
export const cleanups = {
  suspicious: {
    issue: 'all_zero',
    path: paths.allZeroItems,
    button: 'Remove All Zero',
    buttonTestId: 'remove-all-zero',
    counter: 'Suspicious (all zero metrics)',
    counterTestId: 'suspicious-count',
    meaning: 'All counts that are known of them are 0.',
    confirmText: (count) => `Remove ${count} items with all zero metrics? This action cannot be undone.`,
    doneText: removedText,
    isSilent: false,
  },
  neverCrawled: {
    issue: 'never_crawled',
    path: paths.neverCrawledItems,
    button: 'Remove Never Crawled',
    buttonTestId: 'remove-never-crawled',
    counter: 'Never Crawled (missing from the database)',
    counterTestId: 'never-crawled-count',
    meaning: 'Other items name them, but no import has had a row for them.',
    confirmText: (count) => `Remove ${count} never-crawled items? This action cannot be undone.`,
    doneText: (count) => `Removed ${count} never-crawled items`,
    isSilent: false,
  },
  deleted: {
    issue: 'not_searchable',
    path: paths.deletedItems,
    button: 'Remove Deleted',
    buttonTestId: 'remove-deleted',
    counter: 'Deleted (not searchable on Pinterest)',
    counterTestId: 'deleted-count',
    meaning: 'Their source says that they are no longer on Pinterest.',
    confirmText: (count) => `Remove ${count} deleted items?`,
    doneText: removedText,
    isSilent: true,
  },
} as const satisfies Record<keyof QualityTotals, CleanupKind>;

export type CleanupName = keyof typeof cleanups;

/** `12 boards and 3 pins`; types without items are left out. */
export const totalsText = (totals: IssuePage['totals']): string =>
  new Intl.ListFormat('en-US').format(
    entityTypes
      .filter((entity) => totals[entity] > 0)
      .map((entity) => formatCount(totals[entity], variantNouns[variantOf[entity]].one, variantNouns[variantOf[entity]].many)),
  );

export const totalOf = (totals: IssuePage['totals']): number => entityTypes.reduce((sum, entity) => sum + totals[entity], 0);

/** How a removal ended, of all its types together. */
export interface CleanupOutcome {
  readonly message: string;
  readonly level: 'success' | 'error';
}

/**
 * Removes the items that were shown, one request per type. All are sent at once: the server finishes each of them even if this page is
 * left. No more than the shown number of each type are removed.
 */
export async function removeItems(name: CleanupName, totals: IssuePage['totals']): Promise<CleanupOutcome> {
  const { issue, doneText } = cleanups[name];
  const entities = entityTypes.filter((entity) => totals[entity] > 0);
  const calls = await Promise.allSettled(
    entities.map((entity) =>
      api('POST /admin/data-quality/cleanup', { body: { entity_type: entity, issue_type: issue, expected: totals[entity] } }),
    ),
  );
  const removed = calls.reduce((sum, call) => sum + (call.status === 'fulfilled' ? call.value.deleted : 0), 0);
  const errors = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : []));
  if (errors.length === 0) return { message: doneText(removed), level: 'success' };
  for (const error of errors) console.error(error);
  const reasons = [...new Set(errors.map((error) => toApiError(error).message))].join(' ');
  return { message: `Error removing items: ${reasons}${removed > 0 ? ` ${doneText(removed)}.` : ''}`, level: 'error' };
}
