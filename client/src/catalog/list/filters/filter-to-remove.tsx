import type { FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { api } from '../../../api/api';
import { useResource } from '../../../api/use-resource';
import { navigate } from '../../../site/navigation';
import { EmptyPanel } from '../../../ui/feedback/empty-panel';
import { Button } from '../../../ui/form/button';
import { clearFilters, clearKeywords } from '../list-state';
import { listQuery, type ListSearch, searchUrl } from '../list-search';
import { appliedFilterTexts } from './filter-texts';
import { filterLabel } from './filter-words';

interface FilterToRemoveProps {
  readonly variant: Variant;
  readonly search: ListSearch;
}

/** A list whose filters leave nothing: which one of them to remove, or which two, and how many rows there are without. */
export function FilterToRemove({ variant, search }: FilterToRemoveProps) {
  const applied = appliedFilterTexts(variant, search.filters);
  const names = applied.map(({ name }) => name);
  const { data, dataKey, busy } = useResource(searchUrl(variant, search), (signal) => findRemoval(variant, search, names, signal));
  // Until the counts are there, only what stays: the panel must not offer one filter after the other.
  const removal = dataKey === searchUrl(variant, search) ? data : null;
  const labels = applied.filter(({ name }) => removal?.names.includes(name)).map((one) => `“${filterLabel(one)}”`);
  const number = removal ? wholeNumber(removal.total) : '';
  return (
    <EmptyPanel title={`No ${variantNouns[variant].many} match.`} label="Nothing to show" testId="list-empty">
      {removal && (
        <>
          <p>
            Without {labels.join(' and ')} there {number === '1' ? 'is' : 'are'} {number}.
          </p>
          <Button kind="primary" onClick={() => navigate(searchUrl(variant, without(search, removal.names)))}>
            {labels.length === 1 ? 'Remove it' : 'Remove both'}
          </Button>
        </>
      )}
      {!busy && applied.length > (removal ? removal.names.length : 0) && (
        <Button onClick={() => clearFilters(variant)}>Remove all filters</Button>
      )}
      {search.query !== undefined && <Button onClick={() => clearKeywords(variant)}>Clear search</Button>}
    </EmptyPanel>
  );
}

/** Filters to remove, and how many rows there are without them. */
interface Removal {
  readonly names: readonly FilterName[];
  readonly total: number;
}

/** With more filters, no pairs are counted: each pair is a request. */
const MAX_PAIRED_FILTERS = 5;

/** The filter without which there are the most rows; where there are none without any one, the best pair of three or more. */
async function findRemoval(
  variant: Variant,
  search: ListSearch,
  names: readonly FilterName[],
  signal: AbortSignal,
): Promise<Removal | null> {
  const best = async (removals: readonly (readonly FilterName[])[]) => {
    const counted = await Promise.all(removals.map((removed) => countWithout(variant, search, removed, signal)));
    return counted.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total)[0] ?? null;
  };
  const single = await best(names.map((name) => [name]));
  if (single || names.length < 3 || names.length > MAX_PAIRED_FILTERS) return single;
  return best(names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other])));
}

/** The first page of a search without some of its filters. */
const without = (search: ListSearch, names: readonly FilterName[]): ListSearch => ({
  ...search,
  filters: Object.fromEntries(Object.entries(search.filters).filter(([name]) => !names.some((removed) => removed === name))),
  page: 1,
});

async function countWithout(variant: Variant, search: ListSearch, names: readonly FilterName[], signal: AbortSignal): Promise<Removal> {
  const { total } = await api(`GET /${variant}`, { query: { ...listQuery(without(search, names)), per_page: 1 }, signal });
  return { names, total };
}
