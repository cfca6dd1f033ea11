import type { Variant } from '#domain/catalog/variants';
import { MAX_FREE_PAGES } from '#domain/subscriptions/entitlements';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { SeePremium } from '../../ui/navigation/see-premium';
import { Button } from '../../ui/form/button';
import { openPage } from './list-state';

interface PremiumPanelProps {
  readonly variant: Variant;
  /** The server's reason, as a sentence. */
  readonly reason: string;
  /** The page that was asked for. */
  readonly page: number;
}

/** Takes the place of a page that only Premium includes: what it is part of, the offer, and the way back. */
export const PremiumPanel = ({ variant, reason, page }: PremiumPanelProps) => (
  <EmptyPanel title={reason} label="Premium" testId="premium-panel">
    <p>
      <SeePremium />
    </p>
    {page > MAX_FREE_PAGES && <Button onClick={() => openPage(variant, MAX_FREE_PAGES)}>Back to page {MAX_FREE_PAGES}</Button>}
  </EmptyPanel>
);
