import type { Variant } from '#domain/catalog/variants';
import { useIsAdmin } from '../../site/session';
import { variantNouns } from '../../ui/entity-names';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { Button } from '../../ui/form/button';
import { clearKeywords, openPage } from './list-state';
import type { ListSearch } from './list-search';

interface ListEmptyProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly total: number;
}

/** A list without rows: why, and the way out. */
export function ListEmpty({ variant, search, total }: ListEmptyProps) {
  const isAdmin = useIsAdmin();
  const { many } = variantNouns[variant];
  const panel = { label: 'Nothing to show', testId: 'list-empty' };
  if (total > 0) {
    return (
      <EmptyPanel title="That page doesn't exist." {...panel}>
        <Button onClick={() => openPage(variant, 1)}>Go to page 1</Button>
      </EmptyPanel>
    );
  }
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
