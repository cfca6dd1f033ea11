import type { Variant } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { Spinner } from '../../ui/feedback/spinner';
import { formatCount, formatDate } from '../../ui/format';
import { pageCountOf, type ListPage } from './list-state';
import type { ListSearch } from './list-search';
import { variantNouns } from './list-row';

interface ResultLineProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly page: ListPage | null;
  readonly busy: boolean;
}

/** `12,480 boards · page 2 of 1,248`: what is shown, announced whenever it changes. */
export function ResultLine({ variant, search, page, busy }: ResultLineProps) {
  return (
    <div className="result-line">
      <output data-testid="result-count">
        {page ? resultSummary(variant, page, search.page) : busy ? <span className="sr-only">Loading</span> : ''}
        {page && page.as_of !== null && page.total > 0 && <span className="result-line__as-of"> · as of {formatDate(page.as_of)}</span>}
      </output>
      <Spinner busy={busy} />
    </div>
  );
}

function resultSummary(variant: Variant, page: ListPage, pageNumber: number): string {
  const { one, many } = variantNouns[variant];
  if (page.total === 0) return `No ${many}`;
  const total = formatCount(page.total, one, many);
  const pageText = `page ${wholeNumber(pageNumber)}`;
  return page.total_is_exact ? `${total} · ${pageText} of ${wholeNumber(pageCountOf(page))}` : `More than ${total} · ${pageText}`;
}

/** How the keywords were taken, when not as they were written. */
export function MatchLine({ query, page }: { readonly query: string | undefined; readonly page: ListPage | null }) {
  const match = page?.match;
  if (!match || match.how === 'whole' || query === undefined || page.rows.length === 0) return null;
  return (
    <p className="notice" data-testid="match-line">
      Nothing matches ‘{query}’ as written. Showing results {match.how === 'nearest' ? 'for' : 'beginning with'} ‘{match.searched_for}’.
    </p>
  );
}
