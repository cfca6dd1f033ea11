import { Link } from 'wouter';
import { type Metric, metricName, metricsOf } from '#domain/catalog/metrics';
import type { EntityAnalytics, MomentumReading } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Card, CardHead } from '../../ui/card';
import { classes } from '../../ui/classes';
import { formatScore } from '../../ui/format';
import { DirectionLabel, GrowthPercent } from '../../ui/growth-percent';
import { confidenceNames, periodNames, scoreReasons, coverageText, trendNames } from '../../ui/momentum-labels';
import { plainTableClass } from '../../ui/plain-table';
import styles from './momentum-panel.module.css';
import text from '../../ui/text.module.css';

/** Momentum and growth of every metric and period, explained; renders nothing without momentum in the response. */
export function MomentumPanel({ entity, analytics }: { readonly entity: EntityType; readonly analytics: EntityAnalytics }) {
  const readings = analytics.momentum;
  if (!readings || readings.length === 0) return null;
  const metrics = (metricsOf[entity] as readonly Metric[]).filter((metric) => readings.some((reading) => reading.metric === metric));
  return (
    <Card aria-label="Momentum" data-testid="momentum-panel">
      <CardHead>
        <h2>Momentum</h2>
        <Link href={paths.momentum}>How we score it</Link>
      </CardHead>
      {metrics.map((metric) => (
        <MetricTable
          key={metric}
          name={metricName(entity, metric)}
          readings={readings.filter((reading) => reading.metric === metric)}
          growth={analytics.growth[metric]}
        />
      ))}
    </Card>
  );
}

interface MetricTableProps {
  readonly name: string;
  readonly readings: readonly MomentumReading[];
  readonly growth: EntityAnalytics['growth'][Metric];
}

function MetricTable({ name, readings, growth }: MetricTableProps) {
  if (readings.every(({ score }) => score === null)) return <MissingScores name={name} readings={readings} />;
  return (
    <table className={plainTableClass(styles.table)}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Score</th>
          <th scope="col">Trend</th>
          <th scope="col" className={styles.growth}>
            Growth
          </th>
          <th scope="col" className={styles.rank}>
            Rank
          </th>
          <th scope="col">Confidence</th>
        </tr>
      </thead>
      {readings.map((reading) => (
        <ReadingRow key={reading.period} reading={reading} growth={growth?.[reading.period]} />
      ))}
    </table>
  );
}

/** A metric without any score: the reasons instead of a table. */
function MissingScores({ name, readings }: Pick<MetricTableProps, 'name' | 'readings'>) {
  return (
    <div className={styles.unscored}>
      <h3>{name}</h3>
      <p>{[...new Set(readings.flatMap(scoreReasons))].join(' ')}</p>
    </div>
  );
}

function ReadingRow({ reading, growth }: { readonly reading: MomentumReading; readonly growth: number | null | undefined }) {
  const hasRank = reading.rank !== null || reading.previous_rank !== null;
  const isPlain = reading.score !== null && reading.confidence === 'high' && reading.flags.length === 0;
  return (
    <tbody className={isPlain ? undefined : styles.explained}>
      <tr>
        <th scope="row">{periodNames[reading.period]}</th>
        <td className={styles.score}>{formatScore(reading.score)}</td>
        <td>
          <TrendLabel trend={reading.trend} />
        </td>
        <td className={styles.growth}>
          <GrowthPercent percent={growth} />
        </td>
        <td className={styles.rank}>
          {hasRank && reading.rank === null ? 'Unranked' : wholeNumber(reading.rank)}
          {hasRank && (
            <span className={text.caption}> (was {reading.previous_rank === null ? 'N/A' : wholeNumber(reading.previous_rank)})</span>
          )}
        </td>
        <td>
          {confidenceNames[reading.confidence]}
          {isPlain && <span className={classes(text.caption, styles.coverage)}> {coverageText(reading)}</span>}
        </td>
      </tr>
      {!isPlain && (
        <tr>
          <td colSpan={6} className={styles.reasons}>
            {scoreReasons(reading).join(' ')}
          </td>
        </tr>
      )}
    </tbody>
  );
}

const trendDirections = { rising: 'up', flat: 'flat', falling: 'down' } as const;

function TrendLabel({ trend }: { readonly trend: MomentumReading['trend'] }) {
  if (trend === null) return '–';
  return <DirectionLabel direction={trendDirections[trend]}> {trendNames[trend]}</DirectionLabel>;
}
