import { useSnapshot } from 'valtio';
import type { CatalogStats } from '#domain/catalog/detail-contract';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { catalogStats } from '../../api/catalog-stats';
import { useIsAdmin } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { Button } from '../../ui/form/button';
import { changeCollaborators, clearKeywords, type ListPage, openPage, pageCountOf } from './list-state';
import { GROUP_BOARDS, type ListSearch } from './list-search';

interface ListEmptyProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly page: ListPage;
}

const totalOf = (stats: CatalogStats | null): string => (stats ? wholeNumber(stats.boards) : '');

/** A list without rows: why, and the way out. */
export function ListEmpty({ variant, search, page }: ListEmptyProps) {
  const isAdmin = useIsAdmin();
  const { loaded: stats } = useSnapshot(catalogStats);
  const { many } = variantNouns[variant];
  const panel = { label: 'Nothing to show', testId: 'list-empty' };
  if (page.total > 0) {
    const lastPage = page.total_is_exact ? pageCountOf(page) : 1;
    return (
      <EmptyPanel title="That page doesn't exist." {...panel}>
        <Button onClick={() => openPage(variant, lastPage)}>Go to page {wholeNumber(lastPage)}</Button>
      </EmptyPanel>
    );
  }
  const showAllBoards = search.collaborators !== undefined && (
    <Button onClick={() => changeCollaborators(undefined)}>Show all {search.query === undefined && totalOf(stats)} boards</Button>
  );
  const noun = search.collaborators === GROUP_BOARDS ? 'group boards' : many;
  if (search.query !== undefined) {
    return (
      <EmptyPanel title={`No ${noun} match “${search.query}”. Check the spelling or try one word.`} {...panel}>
        {showAllBoards}
        <Button onClick={() => clearKeywords(variant)}>Clear search</Button>
      </EmptyPanel>
    );
  }
  if (showAllBoards && stats?.boards !== 0) {
    const title = search.collaborators === GROUP_BOARDS ? 'No group boards in this catalog.' : 'No boards with as many collaborators.';
    return (
      <EmptyPanel title={title} {...panel}>
        {showAllBoards}
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
