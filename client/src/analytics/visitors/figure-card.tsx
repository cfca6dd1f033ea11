import { useId, useState } from 'react';
import { growthPercent } from '#domain/analytics/growth/growth';
import { Sparkline } from '../../ui/charts/sparkline';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { IconButton } from '../../ui/form/button';
import { GrowthPercent } from '../../ui/growth-percent';
import { MetricCard } from '../metric-card';
import styles from './figure-card.module.css';
import text from '../../ui/text.module.css';

interface FigureCardProps {
  readonly name: string;
  readonly value: number;
  readonly previous: number;
  /** True if there is no data for the previous period. */
  readonly isEstimated: boolean;
  /** The values of the last days, oldest first. */
  readonly points: readonly number[];
}

/** A figure of the period, its change against the previous period, and a sparkline of the last days. */
export const FigureCard = ({ name, value, previous, isEstimated, points }: FigureCardProps) => (
  <MetricCard name={name} value={Number.isInteger(value) ? <Count value={value} /> : value.toFixed(1)} cardTestId="metric-card">
    <Sparkline points={points} />
    <div className={styles.change}>
      <GrowthPercent percent={growthPercent(value, previous)} /> <span className={text.caption}>vs prev</span>
      {isEstimated && <EstimateNote name={name} />}
    </div>
  </MetricCard>
);

/** A button that explains an estimated previous period. */
function EstimateNote({ name }: { readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <IconButton
        icon="info"
        iconSize={16}
        className={styles.info}
        aria-label={`About the change of ${name}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      />
      <p id={id} className={classes(text.caption, styles.note)} hidden={!isOpen}>
        Estimated: we have no earlier data to compare with.
      </p>
    </>
  );
}
