import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { DAY_MS } from '#domain/durations';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { paths } from '../site/paths';
import { session, useEntitlement } from '../site/session';
import { Icon } from '../ui/icon';
import { savePreference, readPreference } from '../site/preferences';

const BANNER_DISMISSED_KEY = 'premium-folded';
const BANNER_DISMISSED_MS = 14 * DAY_MS;

const Price = () => (
  <>
    <strong>{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
  </>
);

interface PremiumOfferProps {
  readonly className: string;
  readonly label: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Wraps a Premium offer: hidden for premium users, and invisible but taking up space until the session has loaded. */
function PremiumOffer({ className, label, testId, children }: PremiumOfferProps) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return (
    <aside className={`${className} ${isLoaded ? '' : 'is-undecided'}`} aria-label={label} data-testid={testId}>
      {children}
    </aside>
  );
}

/** The Premium box beside the headline of the home page. */
export function PremiumBox() {
  return (
    <PremiumOffer className="premium-box" label="Premium">
      <h2 className="premium-box__title">Premium</h2>
      <ul className="premium-box__list">
        {['Search by keyword', 'Momentum scores and full history', 'All results, not just the first 3 pages'].map((benefit) => (
          <li key={benefit}>
            <Icon name="check" /> {benefit}
          </li>
        ))}
      </ul>
      <p className="premium-box__price">
        <Price />
      </p>
      <p>
        <Link href={paths.premium}>See Premium</Link>
      </p>
    </PremiumOffer>
  );
}

/** The one-line Premium offer at the end of the home page. */
export function PremiumLine() {
  return (
    <PremiumOffer className="premium-line" label="Premium, in short">
      <p>
        With Premium you can search every board, pin and influencer. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
    </PremiumOffer>
  );
}

/** The Premium banner of the lists. Dismissing it collapses it to a text button for 14 days. */
export function PremiumBanner() {
  const [isDismissed, setIsDismissed] = useState(
    () => Date.now() - Number(readPreference(BANNER_DISMISSED_KEY) ?? 0) < BANNER_DISMISSED_MS,
  );
  const dismiss = (isDismissing: boolean) => {
    setIsDismissed(isDismissing);
    savePreference(BANNER_DISMISSED_KEY, isDismissing ? String(Date.now()) : null);
  };
  if (isDismissed) {
    return (
      <PremiumOffer className="premium-folded" label="Premium">
        <button type="button" className="link-button" onClick={() => dismiss(false)}>
          See what's in Premium
        </button>
      </PremiumOffer>
    );
  }
  return (
    <PremiumOffer className="premium-banner" label="Premium" testId="premium-banner">
      <p>
        <strong>Premium</strong> unlocks keyword search and all results. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
      <button type="button" className="icon-button" aria-label="Hide for two weeks" onClick={() => dismiss(true)}>
        <Icon name="close" />
      </button>
    </PremiumOffer>
  );
}
