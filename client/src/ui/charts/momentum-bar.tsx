import { SpokenAs } from '../count';
import { formatScore } from '../format';
import styles from './momentum-bar.module.css';

/** A momentum score as a bar and a whole number; the exact score shows on hover. */
export function MomentumBar({ score }: { readonly score: number | null | undefined }) {
  if (score === null || score === undefined) return <SpokenAs shown="–" spoken="not scored yet" />;
  return (
    <span className="inline-row number gap-2" title={formatScore(score)}>
      {/* The bar is round: no score fills less than its ends, and 0 fills nothing. */}
      <svg viewBox="0 0 40 8" width="40" height="8" aria-hidden="true">
        <rect fill="var(--border)" width="40" height="8" rx="4" />
        <rect fill="var(--primary)" width={score && 8 + score * 0.32} height="8" rx="4" />
      </svg>
      <span className={styles.number}>{Math.round(score)}</span>
    </span>
  );
}
