import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { DAY_MS } from '#domain/durations';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/price-list';
import { useStored } from '../site/storage';
import { session, useEntitlement } from '../site/session';
import { classes } from '../ui/classes';
import { SeePremium } from '../ui/navigation/see-premium';
import { IconButton, TextButton } from '../ui/form/button';
import styles from './premium-offers.module.css';

const BANNER_DISMISSED_KEY = 'premium-folded';
const BANNER_DISMISSED_MS = 14 * DAY_MS;

/** The price of Premium with its terms. */
export const Price = () => (
  <>
    <strong>{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
  </>
);

interface PremiumOfferProps {
  readonly className: string | undefined;
  readonly label: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Wraps a Premium offer: not rendered for premium users, and invisible but taking up space until the session has loaded. */
export function PremiumOffer({ className, label, testId, children }: PremiumOfferProps) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return (
    <aside className={classes(className, !isLoaded && 'invisible')} aria-label={label} data-testid={testId}>
      {children}
    </aside>
  );
}

/** The Premium banner of the lists. Dismissing it collapses it to a text button for 14 days. */
export function PremiumBanner() {
  const [dismissedAt, dismiss] = useStored(BANNER_DISMISSED_KEY);
  const [openedAtMs] = useState(() => Date.now());
  if (openedAtMs - Number(dismissedAt ?? 0) < BANNER_DISMISSED_MS) {
    return (
      <PremiumOffer className="text-lg" label="Premium">
        <TextButton onClick={() => dismiss(null)}>See what's in Premium</TextButton>
      </PremiumOffer>
    );
  }
  return (
    <PremiumOffer className={classes('row between gap-2', styles.banner)} label="Premium" testId="premium-banner">
      <p>
        <strong>Premium</strong> unlocks keyword search and all results. <Price /> · <SeePremium />
      </p>
      <IconButton icon="close" aria-label="Hide for two weeks" onClick={() => dismiss(String(Date.now()))} />
    </PremiumOffer>
  );
}
