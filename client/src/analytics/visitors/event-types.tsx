import { lazy, Suspense, useRef } from 'react';
import { eventShares } from '#domain/analytics/visitors/event-shares';
import { Card, CardTitle } from '../../ui/card';
import { useNearViewport } from '../../ui/charts/use-near-viewport';
import { Count } from '../../ui/count';
import { EmptyText } from '../../ui/feedback/empty-text';
import { ErrorBoundary } from '../../ui/feedback/error-boundary';
import styles from './event-types.module.css';

const DoughnutChart = lazy(() => import('../../ui/charts/doughnut-chart').then((module) => ({ default: module.DoughnutChart })));

/** The names of the event types on screen; types that we don't know keep their own name. */
const eventNames = new Map([
  ['page_view', 'Page view'],
  ['visit_click', 'Visit on Pinterest'],
  ['search', 'Search'],
  ['registered', 'Sign-up'],
  ['confirmed', 'Email confirmed'],
  ['purchase_opened', 'Checkout opened'],
  ['premium_started', 'Premium started'],
  ['campaign_visit', 'Campaign visit'],
  ['other', 'Other event'],
]);

/** The shares of the event types, as a doughnut chart and as text. */
export function EventTypes({ byType }: { readonly byType: Readonly<Record<string, number>> }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const shares = eventShares(byType).map((share) => ({ ...share, name: eventNames.get(share.name) ?? share.name }));
  return (
    <Card aria-label="Events by Type">
      <CardTitle>Events by Type</CardTitle>
      <p className="caption">Distribution by event type</p>
      {shares.length === 0 ? (
        <EmptyText>No data available</EmptyText>
      ) : (
        <div className="stack mt-3 gap-4">
          {/* The legend has the same content as text. */}
          <div ref={container} className={styles.chart} aria-hidden="true">
            {isNear && (
              <ErrorBoundary fallback={null}>
                <Suspense fallback={null}>
                  <DoughnutChart slices={shares} />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
          <ul className={styles.legend}>
            {shares.map(({ name, count, percent }, index) => (
              <li key={name}>
                <span className={styles.swatch} style={{ background: `var(--category-${index + 1})` }} aria-hidden="true" />
                <span className="shrink anywhere">{name}</span> <Count value={count} />{' '}
                <span className={styles.percent}>{percent.toFixed(1)}%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
