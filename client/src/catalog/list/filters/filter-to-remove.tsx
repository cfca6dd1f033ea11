import type { FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { variantNouns } from '#domain/catalog/variants';
import { api } from '../../../api/api';
import { navigate } from '../../../site/navigation';
import { NoHits } from '../../../ui/filters/no-hits';
import { Button } from '../../../ui/form/button';
import { clearKeywords } from '../list-state';
import { listQuery, type ListSearch, searchUrl } from '../list-search';
import { appliedFilterTexts } from './filter-texts';
import { filterLabel } from './filter-words';

interface FilterToRemoveProps {
  readonly variant: Variant;
  readonly search: ListSearch;
}

/** A list whose filters leave nothing: which of them to remove. */
export function FilterToRemove({ variant, search }: FilterToRemoveProps) {
  const applied = appliedFilterTexts(variant, search.filters).map((one) => ({ name: one.name, label: filterLabel(one) }));
  return (
    <NoHits
      title={`No ${variantNouns[variant].many} match.`}
      url={searchUrl(variant, search)}
      applied={applied}
      testId="list-empty"
      countWithout={async (names, signal) => {
        const query = { ...listQuery(without(search, names)), per_page: 1 };
        return (await api(`GET /${variant}`, { query, signal })).total;
      }}
      onRemove={(names) => navigate(searchUrl(variant, without(search, names)))}
    >
      {search.query !== undefined && <Button onClick={() => clearKeywords(variant)}>Clear search</Button>}
    </NoHits>
  );
}

/** The first page of a search without some of its filters. */
const without = (search: ListSearch, names: readonly FilterName[]): ListSearch => ({
  ...search,
  filters: Object.fromEntries(Object.entries(search.filters).filter(([name]) => !names.some((removed) => removed === name))),
  page: 1,
});
