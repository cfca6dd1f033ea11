import { lazy, Suspense, useRef } from 'react';
import { eventShares } from '#domain/analytics/visitors/event-shares';
import { Count } from '../../ui/count';
import { ErrorBoundary } from '../../ui/feedback/error-boundary';
import { useNearViewport } from '../../ui/charts/use-near-viewport';

const DoughnutChart = lazy(() => import('../../ui/charts/doughnut-chart').then((module) => ({ default: module.DoughnutChart })));

/** What kinds of events there were: a ring, and beside it each part as text. */
export function EventTypes({ byType }: { readonly byType: Readonly<Record<string, number>> }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const shares = eventShares(byType);
  return (
    <section className="card chart" aria-label="Events by Type">
      <h2 className="chart__title">Events by Type</h2>
      <p className="caption">Distribution by event type</p>
      {shares.length === 0 ? (
        <p className="chart__none">No data available</p>
      ) : (
        <div className="event-types">
          {/* The list beside it says the same. */}
          <div ref={container} className="event-types__ring" aria-hidden="true">
            {isNear && (
              <ErrorBoundary fallback={null}>
                <Suspense fallback={null}>
                  <DoughnutChart slices={shares} />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
          <ul className="event-types__legend">
            {shares.map(({ name, count, percent }, index) => (
              <li key={name}>
                <span className={`event-types__sign event-types__sign--${index + 1}`} aria-hidden="true" />
                <span className="event-types__name">{name}</span> <Count value={count} />{' '}
                <span className="event-types__percent">{percent.toFixed(1)}&nbsp;%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
