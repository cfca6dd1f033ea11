import type { Variant } from '#domain/catalog/variants';
import { variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { useIsAdmin } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { Button } from '../../ui/form/button';
import { FilterToRemove } from './filters/filter-to-remove';
import { type ListPage, pageCountOf } from './list-page';
import { clearKeywords, openPage } from './list-state';
import type { ListSearch } from './list-search';

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
