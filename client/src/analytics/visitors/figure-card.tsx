import { classes } from '../../ui/classes';
import { growthPercent } from '#domain/analytics/growth/growth';
import { Badge } from '../../ui/badge';
import { Sparkline } from '../../ui/charts/sparkline';
import { Count } from '../../ui/count';
import { GrowthPercent } from '../../ui/growth-percent';
import { MetricCard } from '../metric-card';
import styles from './figure-card.module.css';

interface FigureCardProps {
  readonly name: string;
  readonly value: number;
  readonly previous: number;
  /** True if there is no data for the previous period. */
  readonly isEstimated: boolean;
  /** The values of the last days, oldest first. */
  readonly points: readonly number[];
  readonly isChosen: boolean;
  /** Shows the figure as the line of the chart. */
  readonly onChoose: () => void;
}

/** A figure of the period, its change against the previous period, and a sparkline of the last days. */
export const FigureCard = ({ name, value, previous, isEstimated, points, isChosen, onChoose }: FigureCardProps) => (
  <MetricCard
    name={name}
    value={Number.isInteger(value) ? <Count value={value} /> : value.toFixed(1)}
    cardTestId="metric-card"
    choice={{ isChosen, onChoose }}
  >
    <Sparkline points={points} />
    <div className={classes('cluster gap-x-2', styles.change)}>
      <GrowthPercent percent={growthPercent(value, previous)} isMuted={isEstimated} /> <span className="caption">vs prev</span>
      {isEstimated && <Badge isPlain>Estimated</Badge>}
    </div>
  </MetricCard>
);
