import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { paths } from '../site/paths';
import { session, useEntitlement } from '../site/session';
import { Icon } from '../ui/icon';
import { savePreference, readPreference } from '../site/preferences';

const BANNER_DISMISSED_KEY = 'premium-folded';
const BANNER_DISMISSED_MS = 14 * 86_400_000;

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

/** A place that speaks of Premium: not to those who have it; until that is known only its room is kept. */
function PremiumOffer({ className, label, testId, children }: PremiumOfferProps) {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return (
    <aside className={`${className} ${isLoaded ? '' : 'is-undecided'}`} aria-label={label} data-testid={testId}>
      {children}
    </aside>
  );
}

/** The box beside the headline of the home page. */
export function PremiumBox() {
  return (
    <PremiumOffer className="premium-box" label="Premium">
      <h2 className="premium-box__title">Premium</h2>
      <ul className="premium-box__list">
        {['Search by keyword', 'See momentum and the whole history', 'Read every page of every list'].map((benefit) => (
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

/** The same in one line, at the end of the home page. */
export function PremiumLine() {
  return (
    <PremiumOffer className="premium-line" label="Premium, in short">
      <p>
        Premium searches all boards, pins and influencers by keyword. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
    </PremiumOffer>
  );
}

/** The banner of the lists; dismissed, it folds to a text button for 14 days. */
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
          What Premium adds
        </button>
      </PremiumOffer>
    );
  }
  return (
    <PremiumOffer className="premium-banner" label="Premium" testId="premium-banner">
      <p>
        <strong>Premium:</strong> every page and keyword search. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
      <button type="button" className="icon-button" aria-label="Hide for two weeks" onClick={() => dismiss(true)}>
        <Icon name="close" />
      </button>
    </PremiumOffer>
  );
}
