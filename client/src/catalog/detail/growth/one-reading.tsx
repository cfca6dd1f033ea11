import { classes } from '../../../ui/classes';
import type { TimeSeries, VerdictLine } from '#domain/catalog/detail-contract';
import { type Metric, metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { Card, CardTitle } from '../../../ui/card';
import { knownPoints, ONE_READING_SENTENCE } from '../../../ui/charts/chart-points';
import { CountFact, FactList } from '../../../ui/fact';
import { formatDate } from '../../../ui/format';
import { VerdictPanel } from '../verdict-panel';
import { chartedMetrics } from './detail-view';
import styles from './one-reading.module.css';

interface OneReadingProps {
  readonly entity: EntityType;
  readonly details: { readonly searchable: boolean; readonly verdict: readonly VerdictLine[] } & {
    readonly [M in Metric]?: number | null | undefined;
  };
  readonly series: Partial<Record<Metric, TimeSeries>>;
}

/** The figures of an entity that was read once or never, and when growth appears; what is judged without growth stands above. */
export function OneReading({ entity, details, series }: OneReadingProps) {
  const known = chartedMetrics[entity].flatMap((metric) => {
    const value = details[metric] ?? null;
    return value === null ? [] : [{ metric, value }];
  });
  const days = Object.values(series).flatMap((one) => knownPoints(one).map(({ day }) => day));
  const lastDay = days.toSorted().at(-1);
  const judged = details.searchable ? details.verdict.filter(({ mark }) => mark !== 'unknown') : [];
  return (
    <>
      {judged.length > 0 && <VerdictPanel entity={entity} verdict={judged} />}
      <Card aria-label="Figures" className={classes('stack gap-3', styles.card)} data-testid="one-reading">
        <CardTitle>{lastDay === undefined ? 'No reading yet' : `One reading, ${formatDate(lastDay)}`}</CardTitle>
        <FactList>
          {known.map(({ metric, value }) => (
            <CountFact key={metric} name={metricName(entity, metric)} value={value} />
          ))}
        </FactList>
        <p className="muted">{ONE_READING_SENTENCE}</p>
      </Card>
    </>
  );
}
