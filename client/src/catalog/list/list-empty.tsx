import type { Variant } from '#domain/catalog/variants';
import { useIsAdmin } from '../../site/session';
import { Button } from '../../ui/form/button';
import { wholeNumber } from '#domain/numbers';
import { clearKeywords, openPage } from './list-state';
import type { ListSearch } from './list-search';
import { variantNouns } from './list-row';

/** What stands where rows would be when there are none: why, and the way out. */
export function ListEmpty({ variant, search, total }: { readonly variant: Variant; readonly search: ListSearch; readonly total: number }) {
  const isAdmin = useIsAdmin();
  const { many } = variantNouns[variant];
  if (total > 0) {
    return (
      <EmptyPanel text={`There is no page ${wholeNumber(search.page)}.`}>
        <Button onClick={() => openPage(variant, 1)}>Go to page 1</Button>
      </EmptyPanel>
    );
  }
  if (search.query !== undefined) {
    return (
      <EmptyPanel text={`No ${many} match “${search.query}”. Check the spelling or try one word.`}>
        <Button onClick={() => clearKeywords(variant)}>Clear keyword</Button>
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel text={`No ${many} yet.`}>
      {isAdmin && (
        <p>
          Load some with <code>corklight import</code>.
        </p>
      )}
    </EmptyPanel>
  );
}

function EmptyPanel({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <section className="panel panel--empty" data-testid="list-empty" aria-label="Nothing to show">
      <p className="panel__title">{text}</p>
      {children}
    </section>
  );
}
