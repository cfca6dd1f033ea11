import { useSnapshot } from 'valtio';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import { useCatalogStats } from '../../api/catalog-stats';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { SeePremium } from '../../ui/navigation/see-premium';
import { Button } from '../../ui/form/button';
import type { ListPage } from './list-page';
import { freePagesOf } from './list-search';
import { lists, openPage } from './list-state';

interface PremiumPanelProps {
  readonly variant: Variant;
  /** The server's reason, as a sentence; null if the page is one that only Premium includes. */
  readonly reason: string | null;
  /** The page that was asked for. */
  readonly pageNumber: number;
  /** The last page on screen; null without one. */
  readonly page: ListPage | null;
}

/** Takes the place of a page that only Premium includes: what is free, what Premium adds, and the way back. */
export function PremiumPanel({ variant, reason, pageNumber, page }: PremiumPanelProps) {
  const { data: stats } = useCatalogStats();
  const { many } = variantNouns[variant];
  const { search } = useSnapshot(lists)[variant];
  const total = page?.total ?? (Object.keys(search.filters).length === 0 ? stats?.[variant] : 0) ?? 0;
  const freePages = freePagesOf(search.query);
  const free = `Free shows the first ${freePages === 1 ? 'page' : `${freePages} pages`} (${freePages * MAX_FREE_PER_PAGE} ${many}).`;
  const premium = `Premium shows all ${total > 0 ? wholeNumber(total) : many}.`;
  return (
    <EmptyPanel title={reason ?? `${free} ${premium}`} label="Premium" testId="premium-panel">
      <p>
        <SeePremium />
      </p>
      {pageNumber > freePages && <Button onClick={() => openPage(variant, freePages)}>Back to page {freePages}</Button>}
    </EmptyPanel>
  );
}
