import { premiumFilterSentence } from '#domain/subscriptions/entitlements';
import { SeePremium } from '../../../ui/navigation/see-premium';
import styles from './filter-bar.module.css';

/** Takes the place of an editor whose filter only Premium has. */
export const LockedFilter = ({ label }: { readonly label: string }) => (
  <div className={styles.editor}>
    <p>{premiumFilterSentence(label)}</p>
    <p>
      <SeePremium />
    </p>
  </div>
);
