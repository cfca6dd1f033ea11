import { useId, useState } from 'react';
import { type Metric, metricName, metricsOf, type Period } from '#domain/catalog/metrics';
import type { EntityAnalytics, MomentumReading } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { formatCount, wholeNumber } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Button } from '../../ui/form/button';
import { formatScore, formatShare } from '../../ui/format';
import { DirectionLabel, GrowthPercent } from '../../ui/growth-percent';
import { confidenceNames, periodNames, shownTrend, trendName } from '../../ui/momentum-labels';
import { flagDescriptions } from '#domain/analytics/growth/momentum-flags';
import { Link } from 'wouter';
import { type TableColumn, DataTable } from '../../ui/data-table';
import box from '../../ui/charts/chart-box.module.css';
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
    <Card title="Momentum" side={<Link href={paths.momentum}>How we score it</Link>} data-testid="momentum-panel">
      {shown && <ScoreLine name={metricName(entity, metric)} reading={shown} />}
      <Button kind="quiet" className={box.toggle} aria-expanded={showsAll} aria-controls={tablesId} onClick={() => setShowsAll(!showsAll)}>
        {showsAll ? 'Hide details' : 'All metrics and periods'}
      </Button>
      <div id={tablesId}>
        {showsAll &&
          (metricsOf[entity] as readonly Metric[])
            .filter((one) => readings.some((reading) => reading.metric === one))
            .map((one) => (
              <MetricTable
                key={one}
                name={metricName(entity, one)}
                note={entity === 'pin' && one === 'follower_count' ? 'The audience that the pin started with.' : null}
                readings={readings.filter((reading) => reading.metric === one)}
                growth={analytics.growth[one]}
              />
            ))}
      </div>
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

interface MetricTableProps {
  readonly name: string;
  /** What the metric says about the entity, where that is not plain. */
  readonly note: string | null;
  readonly readings: readonly MomentumReading[];
  readonly growth: EntityAnalytics['growth'][Metric];
}

function MetricTable({ name, note, readings, growth }: MetricTableProps) {
  // Without any score: the reasons instead of a table.
  if (readings.every(({ score }) => score === null))
    return (
      <div className={classes('mt-4', styles.unscored)}>
        <h3>{name}</h3>
        <p className="muted text-md">{[...new Set(readings.flatMap(scoreReasons))].join(' ')}</p>
      </div>
    );
  return (
    <DataTable
      name={name}
      caption={
        <>
          {name} {note !== null && <span className="caption">{note}</span>}
        </>
      }
      columns={[
        ...columns.slice(0, 3),
        { name: 'Growth', render: ({ period }) => <GrowthPercent percent={growth?.[period]} /> },
        ...columns.slice(3),
      ]}
      rows={readings}
      keyOf={({ period }) => period}
      renderBelow={(reading) => (isPlain(reading) ? null : <span className="caption">{scoreReasons(reading).join(' ')}</span>)}
      className={classes('mt-4', styles.table)}
    />
  );
}

/** Whether the figures of a reading explain themselves. */
const isPlain = ({ score, confidence, flags }: MomentumReading): boolean => score !== null && confidence === 'high' && flags.length === 0;

const columns: readonly TableColumn<MomentumReading>[] = [
  { name: 'Period', render: ({ period }) => periodNames[period] },
  { name: 'Score', className: styles.score, render: ({ score }) => formatScore(score) },
  { name: 'Trend', render: (reading) => <TrendLabel reading={reading} /> },
  {
    name: 'Rank',
    className: styles.rank,
    render: ({ rank, previous_rank: previous }) => (
      <>
        {rank === null && previous !== null ? 'Unranked' : wholeNumber(rank)}
        {(rank !== null || previous !== null) && (
          <span className="caption"> (was {previous === null ? 'N/A' : wholeNumber(previous)})</span>
        )}
      </>
    ),
  },
  {
    name: 'Confidence',
    className: styles.confidence,
    render: (reading) => (
      <>
        {confidenceNames[reading.confidence]}
        {isPlain(reading) && <span className={classes('caption nowrap', styles.coverage)}> {coverageText(reading)}</span>}
      </>
    ),
  },
];

const trendDirections = { rising: 'up', flat: 'flat', falling: 'down' } as const;

function TrendLabel({ reading: { trend, raw } }: { readonly reading: Pick<MomentumReading, 'trend' | 'raw'> }) {
  if (trend === null) return '–';
  return <DirectionLabel direction={trendDirections[shownTrend(trend, raw)]}> {trendName(trend, raw)}</DirectionLabel>;
}

/** The readings behind a score: `87 readings in 90 days`. Not `of 90 days`: one a week covers them as well. */
const coverageText = ({ points, period }: MomentumReading): string =>
  `${formatCount(points, 'reading', 'readings')} in ${periodNames[period]}`;

/** Explains a score: ignored readings, and how well the readings cover the period. */
function scoreReasons(reading: MomentumReading): readonly string[] {
  const flagTexts = reading.flags.map((flag) => flagDescriptions[flag]);
  if (reading.score === null) return flagTexts.length > 0 ? flagTexts : ['No score yet.'];
  const coverage = `Based on ${formatCount(reading.points, 'day', 'days')} of readings (${formatShare(reading.coverage)} of the period`;
  const gapText = reading.largest_gap > 1 ? `, longest gap ${formatCount(Math.round(reading.largest_gap), 'day', 'days')}` : '';
  return [...flagTexts, `${coverage}${gapText}).`];
}
