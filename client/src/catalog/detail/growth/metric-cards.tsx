import { classes } from '../../../ui/classes';
import type { ReactNode } from 'react';
import type { DayWindow } from '#domain/analytics/growth/chart/measure';
import { type Metric, metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { dayLabel } from '#domain/days';
import { Count } from '../../../ui/count';
import { formatDay, formatDayRange } from '../../../ui/format';
import { GrowthPercent } from '../../../ui/growth-percent';
import { choiceName, chosenDays, type PeriodChoice } from './detail-view';
import styles from './metric-cards.module.css';

/** A count with its growth over the chosen period. */
export interface MetricFigure {
  readonly metric: Metric;
  readonly value: number | null;
  readonly growth: number | null;
  /** The day of the last reading, where it is old; null otherwise. */
  readonly staleSince: string | null;
  readonly badge?: ReactNode;
}

interface MetricCardsProps {
  readonly entity: EntityType;
  readonly figures: readonly MetricFigure[];
  readonly period: PeriodChoice;
  /** The days of the figures instead of the period. */
  readonly window: DayWindow | null;
  readonly selected: Metric;
  readonly onSelect: (metric: Metric) => void;
}

/** The counts of an entity. Each chooses the line below. */
export const MetricCards = ({ entity, figures, period, window, selected, onSelect }: MetricCardsProps) => (
  <fieldset className={classes('stack gap-3', styles.cards)} aria-label="Figures" data-testid="facts">
    {figures.length === 0 && <p className="muted">No counts are known yet.</p>}
    {figures.map(({ metric, value, growth, staleSince, badge }) => (
      <button
        key={metric}
        type="button"
        className={classes('surface stack at-top to-start tap ink hover choice', styles.card)}
        aria-pressed={metric === selected}
        onClick={() => onSelect(metric)}
        data-testid={`metric-${metric}`}
      >
        <span className="caption">{metricName(entity, metric)}</span>{' '}
        <span className={styles.value}>
          <Count value={value} />
        </span>{' '}
        {growth !== null && (
          <span className="cluster items-baseline strong text-lg gap-1">
            <GrowthPercent percent={growth} isMuted={staleSince !== null} days={window ? window.to - window.from : chosenDays(period)} />{' '}
            <span className="muted text-sm normal">
              {window ? formatDayRange(dayLabel(window.from), dayLabel(window.to)) : choiceName(period)}
              {staleSince !== null && ` to ${formatDay(staleSince)}`}
            </span>
          </span>
        )}
        {badge}
      </button>
    ))}
  </fieldset>
);
