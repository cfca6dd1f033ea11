import { useState } from 'react';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { indicatorsOf } from '#domain/analytics/growth/indicators';
import { metricName } from '#domain/catalog/metrics';
import { wholeNumber } from '#domain/numbers';
import { useResource } from '../../api/use-resource';
import { paths } from '../../site/paths';
import { copyLink } from '../../site/clipboard';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button, ButtonLink, ButtonRow } from '../../ui/form/button';
import { formatScore } from '../../ui/format';
import type { GrowthView } from './growth-view';
import { fetchSeries, hasLine, illustrativeLine, lastDaysOf } from './trajectory';
import styles from './performer-details.module.css';

interface PerformerDetailsProps {
  readonly performer: TopPerformer;
  readonly view: Pick<GrowthView, 'entity' | 'metric' | 'period'>;
}

/** The content of the side panel: facts, trajectory, indicators, and actions. */
export function PerformerDetails({ performer, view }: PerformerDetailsProps) {
  const { _id: id, current_value: value, momentum_score: score, current_rank: rank, previous_rank: previousRank } = performer;
  return (
    <>
      <FactList className={styles.facts}>
        <CountFact name="Current Value" value={value} />
        <Fact name="Growth Score">{formatScore(score)}</Fact>
        <Fact name="Current Rank">{wholeNumber(rank)}</Fact>
        <Fact name="Prev Rank">{previousRank === null ? 'N/A' : wholeNumber(previousRank)}</Fact>
      </FactList>
      <Trajectory performer={performer} view={view} />
      <PerformanceIndicators performer={performer} />
      <ButtonRow>
        <ButtonLink kind="primary" href={paths[view.entity](id)}>
          View Profile
        </ButtonLink>
        <Button onClick={() => void copyLink()}>Share</Button>
      </ButtonRow>
    </>
  );
}

/** The metric's time series within the period; without one, a sample labeled as illustrative. */
function Trajectory({ performer: { _id: id, current_value: value }, view: { entity, metric, period } }: PerformerDetailsProps) {
  const { data, error, busy, reload } = useResource(`${entity} ${id} ${metric}`, (signal) => fetchSeries[entity](id, metric, signal));
  const [today] = useState(() => new Date());
  if (busy) return <SkeletonBar height={200} />;
  if (error || !data) return <LoadError onRetry={() => void reload()} />;
  const series = lastDaysOf(data, period);
  if (hasLine(series)) return <GrowthChart title="Growth Trajectory" name={metricName(entity, metric)} metric={metric} series={series} />;
  return (
    <GrowthChart
      title="Growth Trajectory"
      name="Illustrative line"
      note="Illustrative: no readings for this metric yet."
      series={illustrativeLine(value, period, today)}
    />
  );
}

function PerformanceIndicators({ performer }: { readonly performer: TopPerformer }) {
  const { growth, pace, quality } = indicatorsOf(performer);
  return (
    <section aria-label="Performance Indicators">
      <h3 className={styles.title}>Performance Indicators</h3>
      <FactList className={styles.indicators}>
        <Fact name="Growth">{growth ?? 'Unknown'}</Fact>
        <Fact name="Pace">{pace ?? 'Unknown'}</Fact>
        <Fact name="Data quality">{quality}</Fact>
      </FactList>
    </section>
  );
}
