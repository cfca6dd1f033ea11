import type { Variant } from '#domain/catalog/variants';
import { variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { api } from '../../../api/api';
import { useResource } from '../../../api/use-resource';
import { EmptyPanel } from '../../../ui/feedback/empty-panel';
import { Button } from '../../../ui/form/button';
import { changeFilter, clearFilters, clearKeywords } from '../list-state';
import { listQuery, type ListSearch, searchUrl } from '../list-search';
import { appliedFilterTexts } from './filter-texts';
import { filterLabel } from './filter-words';

interface FilterToRemoveProps {
  readonly variant: Variant;
  readonly search: ListSearch;
}

/** A list whose filters leave nothing: which of them to remove, and how many rows there are without it. */
export function FilterToRemove({ variant, search }: FilterToRemoveProps) {
  const applied = appliedFilterTexts(variant, search.filters);
  const { data, dataKey, busy } = useResource(searchUrl(variant, search), (signal) =>
    Promise.all(applied.map(({ name }) => countWithout(variant, search, name, signal))),
  );
  const counts = dataKey === searchUrl(variant, search) ? data : null;
  const largest = counts?.reduce((best, { total }, index) => (total > (counts[best]?.total ?? 0) ? index : best), 0) ?? 0;
  const [tightest, count] = [applied[largest], counts?.[largest]];
  const title = `No ${variantNouns[variant].many} match.`;
  // Until the counts are there, only what stays: the panel must not offer one filter after the other.
  const hasCount = count !== undefined && count.total > 0 && tightest !== undefined;
  const number = count ? `${wholeNumber(count.total)}${count.total_is_exact ? '' : '+'}` : '';
  return (
    <EmptyPanel title={title} label="Nothing to show" testId="list-empty">
      {hasCount && (
        <>
          <p>
            Without “{filterLabel(tightest)}” there {number === '1' ? 'is' : 'are'} {number}.
          </p>
          <Button onClick={() => changeFilter(variant, tightest.name, null)}>Remove it</Button>
        </>
      )}
      {!hasCount && !busy && applied.length > 0 && <Button onClick={() => clearFilters(variant)}>Remove all filters</Button>}
      {search.query !== undefined && <Button onClick={() => clearKeywords(variant)}>Clear search</Button>}
    </EmptyPanel>
  );
}

async function countWithout(variant: Variant, search: ListSearch, name: keyof ListSearch['filters'], signal: AbortSignal) {
  const { [name]: _removed, ...filters } = search.filters;
  const { total, total_is_exact } = await api(`GET /${variant}`, {
    query: { ...listQuery({ ...search, filters }), page: 1, per_page: 1 },
    signal,
  });
  return { total, total_is_exact };
}
