import { Link } from 'wouter';
import { type Metric, metricName, metricsOf } from '#domain/catalog/metrics';
import type { EntityAnalytics, MomentumReading } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { paths } from '../../site/paths';
import { GrowthPercent } from '../../ui/growth-percent';
import { Icon } from '../../ui/icon';
import { confidenceNames, periodNames, scoreReasons, coverageText, trendNames } from '../../ui/momentum-labels';

/** Momentum and growth of every metric over every period, with reasons; nothing for those whose answer does not carry it. */
export function MomentumPanel({ entity, analytics }: { readonly entity: EntityType; readonly analytics: EntityAnalytics }) {
  const readings = analytics.momentum;
  if (!readings || readings.length === 0) return null;
  const metrics = (metricsOf[entity] as readonly Metric[]).filter((metric) => readings.some((reading) => reading.metric === metric));
  return (
    <section className="card momentum" aria-label="Momentum" data-testid="momentum-panel">
      <div className="momentum__head">
        <h2>Momentum</h2>
        <Link href={paths.momentum}>How this score is made</Link>
      </div>
      {metrics.map((metric) => (
        <MetricTable
          key={metric}
          name={metricName(entity, metric)}
          readings={readings.filter((reading) => reading.metric === metric)}
          growth={analytics.growth[metric]}
        />
      ))}
    </section>
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
    <table className="plain momentum__table">
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Score</th>
          <th scope="col">Trend</th>
          <th scope="col" className="momentum__growth">
            Growth
          </th>
          <th scope="col" className="momentum__rank">
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

/** A metric without any score: why, once, in place of a table of dashes. */
function MissingScores({ name, readings }: Pick<MetricTableProps, 'name' | 'readings'>) {
  return (
    <div className="momentum__none">
      <h3>{name}</h3>
      <p>{[...new Set(readings.flatMap(scoreReasons))].join(' ')}</p>
    </div>
  );
}

function ReadingRow({ reading, growth }: { readonly reading: MomentumReading; readonly growth: number | null | undefined }) {
  const hasRank = reading.rank !== null || reading.previous_rank !== null;
  // What needs no explaining gets no line of its own: then those that do are seen.
  const isPlain = reading.score !== null && reading.confidence === 'high' && reading.flags.length === 0;
  return (
    <tbody className={isPlain ? '' : 'momentum__reading'}>
      <tr>
        <th scope="row">{periodNames[reading.period]}</th>
        <td className="momentum__score">{reading.score === null ? '–' : reading.score.toFixed(1)}</td>
        <td>
          <TrendLabel trend={reading.trend} />
        </td>
        <td className="momentum__growth">
          <GrowthPercent percent={growth} />
        </td>
        <td className="momentum__rank">
          {wholeNumber(reading.rank)}
          {hasRank && <span className="caption"> (was {reading.previous_rank === null ? 'N/A' : wholeNumber(reading.previous_rank)})</span>}
        </td>
        <td>
          {confidenceNames[reading.confidence]}
          {isPlain && <span className="caption momentum__seen"> {coverageText(reading)}</span>}
        </td>
      </tr>
      {!isPlain && (
        <tr>
          <td colSpan={6} className="momentum__reasons">
            {scoreReasons(reading).join(' ')}
          </td>
        </tr>
      )}
    </tbody>
  );
}

const trendIcons = { rising: 'up', flat: 'flat', falling: 'down' } as const;

function TrendLabel({ trend }: { readonly trend: MomentumReading['trend'] }) {
  if (trend === null) return '–';
  return (
    <span className={`growth growth--${trendIcons[trend]}`}>
      <Icon name={trendIcons[trend]} size={14} /> {trendNames[trend]}
    </span>
  );
}
