import type { ReactNode } from 'react';
import type { GrowthAnalytics } from '#domain/analytics/growth/contract';
import { compactNumber, oneDecimal } from '#domain/numbers';
import { Count } from '../../ui/count';
import { SkeletonBar } from '../../ui/feedback/skeleton';

interface StatCardProps {
  readonly name: string;
  readonly testId: string;
  readonly note: string;
  readonly children: ReactNode;
}

const StatCard = ({ name, testId, note, children }: StatCardProps) => (
  <section className="card stat" aria-label={name}>
    <h2 className="metric__name">{name}</h2>
    <p className="metric__value" data-testid={testId}>
      {children}
    </p>
    <p className="caption">{note}</p>
  </section>
);

/** How much is followed, and how fast it grows on average. */
export function StatCards({ analytics: { database_stats: stats, momentum_insights: insights } }: { readonly analytics: GrowthAnalytics }) {
  const average = insights.average_momentum;
  return (
    <div className="admin__cards">
      <StatCard name="Boards" testId="boards-total" note={`${compactNumber(stats.boards.collaborative)} collaborative`}>
        <Count value={stats.boards.total} />
      </StatCard>
      <StatCard name="Creators" testId="creators-total" note="active pinners">
        <Count value={stats.pinners.total} />
      </StatCard>
      <StatCard name="Pins" testId="pins-total" note="content tracked">
        <Count value={stats.pins.total} />
      </StatCard>
      <StatCard name="Avg Growth" testId="avg-growth" note="mean growth score, 0 to 100">
        {average === null ? '–' : oneDecimal(average).toFixed(1)}
      </StatCard>
    </div>
  );
}

/** The cards' room while their figures are on their way. */
export const StatCardsSkeleton = () => (
  <div className="admin__cards" data-testid="growth-skeleton">
    {['boards', 'creators', 'pins', 'growth'].map((name) => (
      <div key={name} className="card stat">
        <SkeletonBar width={40} />
        <SkeletonBar width={50} height={32} />
        <SkeletonBar width={60} />
      </div>
    ))}
  </div>
);
