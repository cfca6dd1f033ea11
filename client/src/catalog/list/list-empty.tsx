import { type Variant, variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { useIsAdmin } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { Button } from '../../ui/form/button';
import { type ListPage, pageCountOf } from './list-page';
import { clearKeywords, openPage } from './list-state';
import { type ListSearch, listQuery, searchUrl } from './list-search';
import type { FilterName } from '#domain/catalog/filters/filters';
import { api } from '../../api/api';
import { navigate } from '../../site/navigation';
import { NoHits } from '../../ui/filters/no-hits';
import { appliedFilterTexts } from './filters/filter-texts';
import { filterLabel } from './filters/filter-words';

interface FilterToRemoveProps {
  readonly variant: Variant;
  readonly search: ListSearch;
}

/** A list whose filters leave nothing: which of them to remove. */
function FilterToRemove({ variant, search }: FilterToRemoveProps) {
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

interface ListEmptyProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly page: ListPage;
}

/** A list without rows: why, and the way out. */
export function ListEmpty({ variant, search, page }: ListEmptyProps) {
  const isAdmin = useIsAdmin();
  const { many } = variantNouns[variant];
  const panel = { label: 'Nothing to show', testId: 'list-empty' };
  if (page.total > 0) {
    const lastPage = pageCountOf(page);
    return (
      <EmptyPanel title="That page doesn't exist." {...panel}>
        <Button onClick={() => openPage(variant, lastPage)}>Go to page {wholeNumber(lastPage)}</Button>
      </EmptyPanel>
    );
  }
  if (Object.keys(search.filters).length > 0) return <FilterToRemove variant={variant} search={search} />;
  if (search.query !== undefined) {
    return (
      <EmptyPanel title={`No ${many} match “${search.query}”. Check the spelling or try one word.`} {...panel}>
        <Button onClick={() => clearKeywords(variant)}>Clear search</Button>
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel title={`No ${many} yet.`} {...panel}>
      {isAdmin && (
        <p>
          Import data with <code>corklight import</code>.
        </p>
      )}
    </EmptyPanel>
  );
}
