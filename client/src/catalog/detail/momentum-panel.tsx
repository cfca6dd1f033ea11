import { useId, useState } from 'react';
import { type Metric, metricName, metricsOf, type Period } from '#domain/catalog/metrics';
import type { EntityAnalytics, MomentumReading } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Card, CardHead } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Button } from '../../ui/form/button';
import { formatScore } from '../../ui/format';
import { DirectionLabel, GrowthPercent } from '../../ui/growth-percent';
import { confidenceNames, periodNames, scoreReasons, coverageText, shownTrend, trendName } from '../../ui/momentum-labels';
import { Link } from 'wouter';
import { plainTableClass } from '../../ui/plain-table';
import styles from './momentum-panel.module.css';

interface MomentumPanelProps {
  readonly entity: EntityType;
  readonly analytics: EntityAnalytics;
  /** What the line above shows. */
  readonly metric: Metric;
  readonly period: Period;
}

/** The momentum of what the line shows, and on demand that of every metric and period; nothing without momentum in the response. */
export function MomentumPanel({ entity, analytics, metric, period }: MomentumPanelProps) {
  const [showsAll, setShowsAll] = useState(false);
  const tablesId = useId();
  const readings = analytics.momentum;
  if (!readings || readings.length === 0) return null;
  const shown = readings.find((reading) => reading.metric === metric && reading.period === period);
  return (
    <Card aria-label="Momentum" data-testid="momentum-panel">
      <CardHead>
        <h2>Momentum</h2>
        <Link href={paths.momentum}>How we score it</Link>
      </CardHead>
      {shown && <ScoreLine name={metricName(entity, metric)} reading={shown} />}
      <Button
        kind="quiet"
        className={styles.toggle}
        aria-expanded={showsAll}
        aria-controls={tablesId}
        onClick={() => setShowsAll(!showsAll)}
      >
        {showsAll ? 'Hide details' : 'All metrics and periods'}
      </Button>
      <div id={tablesId}>{showsAll && <MetricTables entity={entity} readings={readings} growth={analytics.growth} />}</div>
    </Card>
  );
}

/** One score in a line, and how sure it is. */
function ScoreLine({ name, reading }: { readonly name: string; readonly reading: MomentumReading }) {
  const { score, rank, previous_rank: previousRank, confidence } = reading;
  return (
    <>
      <p className="cluster items-baseline mt-2 gap-x-3" data-testid="momentum-score">
        <strong className={classes('number', styles.bigScore)}>{formatScore(score)}</strong>{' '}
        {reading.trend !== null && <TrendLabel reading={reading} />}
        <span className="small">
          {name}, {periodNames[reading.period]}
          {rank !== null && ` · rank ${wholeNumber(rank)}`}
          {rank !== null && previousRank !== null && `, was ${wholeNumber(previousRank)}`}
        </span>
      </p>
      <p className="small">
        {score === null ? scoreReasons(reading).join(' ') : `How sure: ${confidenceNames[confidence]}, ${coverageText(reading)}.`}
      </p>
    </>
  );
}

interface MetricTablesProps {
  readonly entity: EntityType;
  readonly readings: readonly MomentumReading[];
  readonly growth: EntityAnalytics['growth'];
}

function MetricTables({ entity, readings, growth }: MetricTablesProps) {
  const metrics = (metricsOf[entity] as readonly Metric[]).filter((metric) => readings.some((reading) => reading.metric === metric));
  return metrics.map((metric) => (
    <MetricTable
      key={metric}
      name={metricName(entity, metric)}
      note={entity === 'pin' && metric === 'follower_count' ? 'The audience that the pin started with.' : null}
      readings={readings.filter((reading) => reading.metric === metric)}
      growth={growth[metric]}
    />
  ));
}

interface MetricTableProps {
  readonly name: string;
  /** What the metric says about the entity, where that is not plain. */
  readonly note: string | null;
  readonly readings: readonly MomentumReading[];
  readonly growth: EntityAnalytics['growth'][Metric];
}

function MetricTable({ name, note, readings, growth }: MetricTableProps) {
  if (readings.every(({ score }) => score === null)) return <MissingScores name={name} readings={readings} />;
  return (
    <table className={plainTableClass(styles.table)}>
      <caption>
        {name} {note !== null && <span className="caption">{note}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Score</th>
          <th scope="col">Trend</th>
          <th scope="col">Growth</th>
          <th scope="col" className={styles.rank}>
            Rank
          </th>
          <th scope="col" className={styles.confidence}>
            Confidence
          </th>
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
    <div className={classes('mt-4', styles.unscored)}>
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
          <TrendLabel reading={reading} />
        </td>
        <td>
          <GrowthPercent percent={growth} />
        </td>
        <td className={styles.rank}>
          {hasRank && reading.rank === null ? 'Unranked' : wholeNumber(reading.rank)}
          {hasRank && <span className="caption"> (was {reading.previous_rank === null ? 'N/A' : wholeNumber(reading.previous_rank)})</span>}
        </td>
        <td className={styles.confidence}>
          {confidenceNames[reading.confidence]}
          {isPlain && <span className={classes('caption nowrap', styles.coverage)}> {coverageText(reading)}</span>}
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

function TrendLabel({ reading: { trend, raw } }: { readonly reading: Pick<MomentumReading, 'trend' | 'raw'> }) {
  if (trend === null) return '–';
  return <DirectionLabel direction={trendDirections[shownTrend(trend, raw)]}> {trendName(trend, raw)}</DirectionLabel>;
}
