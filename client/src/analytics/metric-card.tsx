import type { ReactNode } from 'react';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { SkeletonBar } from '../ui/feedback/skeleton';
import rowLink from '../ui/row-link.module.css';
import styles from './metric-card.module.css';

interface MetricCardRowProps {
  /** True: two columns on phones. */
  readonly isCompact?: boolean;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A row of metric cards, or of their skeletons. */
export const MetricCardRow = ({ isCompact = false, testId, children }: MetricCardRowProps) => (
  <div className={classes('stack gap-4', styles.cards, isCompact && styles.isCompact)} data-testid={testId}>
    {children}
  </div>
);

interface MetricCardProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly cardTestId?: string;
  readonly valueTestId?: string;
  /** Makes the card a button that chooses it. */
  readonly choice?: { readonly isChosen: boolean; readonly onChoose: () => void };
  /** What follows the value. */
  readonly children: ReactNode;
}

/** A card with one figure. */
export const MetricCard = ({ name, value, cardTestId, valueTestId, choice, children }: MetricCardProps) => (
  <Card
    className={classes('stack at-top gap-1 gap-x-3 relative', styles.card, choice?.isChosen && 'chosen')}
    aria-label={name}
    data-testid={cardTestId}
  >
    <h2 className={classes('muted text-md', styles.name)}>
      {choice ? (
        <button type="button" className={classes('bare strong', rowLink.link)} aria-pressed={choice.isChosen} onClick={choice.onChoose}>
          {name}
        </button>
      ) : (
        name
      )}
    </h2>
    <p className={styles.value} data-testid={valueTestId}>
      {value}
    </p>
    {children}
  </Card>
);

/** Takes the space of a metric card that is loading. */
export const MetricCardSkeleton = () => (
  <Card className={classes('stack at-top gap-1 gap-x-3 relative', styles.card)}>
    <SkeletonBar width={55} />
    <SkeletonBar width={40} height={32} />
    <SkeletonBar width={70} />
  </Card>
);
