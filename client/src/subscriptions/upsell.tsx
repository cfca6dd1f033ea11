import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { paths } from '../app/paths';
import { session, useMay } from '../session';
import { Icon } from '../ui/icon';
import { remember, remembered } from '../ui/remembered';

const FOLDED = 'premium-folded';
const FOLDED_FOR = 14 * 86_400_000;

const Price = () => (
  <>
    <strong>{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
  </>
);

interface OfferProps {
  readonly className: string;
  readonly label: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A place that speaks of Premium: not to those who have it; until that is known only its room is kept. */
function Offer({ className, label, testId, children }: OfferProps) {
  const { known } = useSnapshot(session);
  if (useMay('keyword_search')) return null;
  return (
    <aside className={`${className} ${known ? '' : 'is-undecided'}`} aria-label={label} data-testid={testId}>
      {children}
    </aside>
  );
}

/** The box beside the headline of the home page. */
export function PremiumBox() {
  return (
    <Offer className="premium-box" label="Premium">
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
    </Offer>
  );
}

/** The same in one line, at the end of the home page. */
export function PremiumLine() {
  return (
    <Offer className="premium-line" label="Premium, in short">
      <p>
        Premium searches all boards, pins and influencers by keyword. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
    </Offer>
  );
}

/** The banner of the lists; dismissed, it folds to a text button for 14 days. */
export function PremiumBanner() {
  const [folded, setFolded] = useState(() => Date.now() - Number(remembered(FOLDED) ?? 0) < FOLDED_FOR);
  const fold = (away: boolean) => {
    setFolded(away);
    remember(FOLDED, away ? String(Date.now()) : null);
  };
  if (folded) {
    return (
      <Offer className="premium-folded" label="Premium">
        <button type="button" className="link-button" onClick={() => fold(false)}>
          What Premium adds
        </button>
      </Offer>
    );
  }
  return (
    <Offer className="premium-banner" label="Premium" testId="premium-banner">
      <p>
        <strong>Premium:</strong> every page and keyword search. <Price /> · <Link href={paths.premium}>See Premium</Link>
      </p>
      <button type="button" className="icon-button" aria-label="Hide for two weeks" onClick={() => fold(true)}>
        <Icon name="close" />
      </button>
    </Offer>
  );
}
