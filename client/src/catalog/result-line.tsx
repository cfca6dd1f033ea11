import type { Variant } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { Spinner } from '../ui/spinner';
import { counted, dateName } from '../ui/words';
import { pagesOf, type ShownPage } from './catalog';
import type { ListSearch } from './list-search';
import { nouns } from './rows';

interface ResultLineProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly page: ShownPage | null;
  readonly busy: boolean;
}

/** `12,480 boards · page 2 of 1,248`: what is shown, announced whenever it changes. */
export function ResultLine({ variant, search, page, busy }: ResultLineProps) {
  return (
    <div className="result-line">
      <output data-testid="result-count">
        {page ? describe(variant, page, search.page) : busy ? <span className="sr-only">Loading</span> : ''}
        {page && page.as_of !== null && page.total > 0 && <span className="result-line__as-of"> · as of {dateName(page.as_of)}</span>}
      </output>
      <Spinner busy={busy} />
    </div>
  );
}

function describe(variant: Variant, page: ShownPage, number: number): string {
  const { one, many } = nouns[variant];
  if (page.total === 0) return `No ${many}`;
  const total = counted(page.total, one, many);
  const place = `page ${wholeNumber(number)}`;
  return page.total_is_exact ? `${total} · ${place} of ${wholeNumber(pagesOf(page))}` : `More than ${total} · ${place}`;
}

/** How the keywords were taken, when not as they were written. */
export function MatchLine({ query, page }: { readonly query: string | undefined; readonly page: ShownPage | null }) {
  const match = page?.match;
  if (!match || match.how === 'whole' || query === undefined || page.rows.length === 0) return null;
  return (
    <p className="notice" data-testid="match-line">
      Nothing matches ‘{query}’ as written. Showing results {match.how === 'nearest' ? 'for' : 'beginning with'} ‘{match.searched_for}’.
    </p>
  );
}
