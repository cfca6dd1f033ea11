import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { DAY_MS } from '#domain/durations';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { readStored, store } from '../site/storage';
import { session, useEntitlement } from '../site/session';
import { classes } from '../ui/classes';
import { SeePremium } from '../ui/navigation/see-premium';
import { IconButton, TextButton } from '../ui/form/button';
import { Icon } from '../ui/icon';
import styles from './premium-offers.module.css';

const BANNER_DISMISSED_KEY = 'premium-folded';
const BANNER_DISMISSED_MS = 14 * DAY_MS;

const boxBenefits = ['Search by keyword', 'Momentum scores and full history', 'All results, not just the first 3 pages'];

const Price = () => (
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
function PremiumOffer({ className, label, testId, children }: PremiumOfferProps) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return (
    <aside className={classes(className, !isLoaded && 'invisible')} aria-label={label} data-testid={testId}>
      {children}
    </aside>
  );
}

/** What Premium includes, as a list with check marks. */
export const Benefits = ({ names, className }: { readonly names: readonly string[]; readonly className?: string | undefined }) => (
  <ul className={classes('stack gap-1', styles.benefits, className)}>
    {names.map((name) => (
      <li key={name}>
        <Icon name="check" /> {name}
      </li>
    ))}
  </ul>
);

/** The Premium box beside the headline of the home page. */
export const PremiumBox = () => (
  <PremiumOffer className={styles.box} label="Premium">
    <h2>Premium</h2>
    <Benefits names={boxBenefits} />
    <p>
      <Price />
    </p>
    <p>
      <SeePremium />
    </p>
  </PremiumOffer>
);

/** The one-line Premium offer at the end of the home page. */
export const PremiumLine = () => (
  <PremiumOffer className={styles.line} label="Premium, in short">
    <p>
      With Premium you can search every board, pin, and influencer. <Price /> · <SeePremium />
    </p>
  </PremiumOffer>
);

/** The Premium banner of the lists. Dismissing it collapses it to a text button for 14 days. */
export function PremiumBanner() {
  const [isDismissed, setIsDismissed] = useState(() => Date.now() - Number(readStored(BANNER_DISMISSED_KEY) ?? 0) < BANNER_DISMISSED_MS);
  const dismiss = (isDismissing: boolean) => {
    setIsDismissed(isDismissing);
    store(BANNER_DISMISSED_KEY, isDismissing ? String(Date.now()) : null);
  };
  if (isDismissed) {
    return (
      <PremiumOffer className="text-lg" label="Premium">
        <TextButton onClick={() => dismiss(false)}>See what's in Premium</TextButton>
      </PremiumOffer>
    );
  }
  return (
    <PremiumOffer className={classes('row between gap-2', styles.banner)} label="Premium" testId="premium-banner">
      <p>
        <strong>Premium</strong> unlocks keyword search and all results. <Price /> · <SeePremium />
      </p>
      <IconButton icon="close" aria-label="Hide for two weeks" onClick={() => dismiss(true)} />
    </PremiumOffer>
  );
}
