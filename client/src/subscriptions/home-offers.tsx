import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';
import { SeePremium } from '../ui/navigation/see-premium';
import { PremiumOffer, Price } from './premium-offers';
import styles from './premium-offers.module.css';

const boxBenefits = ['Search by keyword', 'Momentum scores and full history', 'All results, not just the first 3 pages'];

/** What Premium includes, as a list with check marks. */
export const Benefits = ({ names, className }: { readonly names: readonly string[]; readonly className?: string | undefined }) => (
  <ul className={classes('stack gap-1', styles.benefits, className)}>
    {names.map((name) => (
      <li key={name} className="row items-stretch gap-2">
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
