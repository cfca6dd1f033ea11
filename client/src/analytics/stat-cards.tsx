import type { ReactNode } from 'react';
import type { GrowthAnalytics } from '#domain/analytics/growth-analytics';
import { compactNumber, oneDecimal } from '#domain/numbers';
import { Count } from '../ui/count';
import { Bone } from '../ui/skeleton';

interface StatProps {
  readonly name: string;
  readonly id: string;
  readonly note: string;
  readonly children: ReactNode;
}

const Stat = ({ name, id, note, children }: StatProps) => (
  <section className="card stat" aria-label={name}>
    <h2 className="metric__name">{name}</h2>
    <p className="metric__value" data-testid={id}>
      {children}
    </p>
    <p className="caption">{note}</p>
  </section>
);

/** How much is followed, and how fast it grows on average. */
export function StatCards({ of: { database_stats: stats, momentum_insights: insights } }: { readonly of: GrowthAnalytics }) {
  const average = insights.average_momentum;
  return (
    <div className="admin__cards">
      <Stat name="Boards" id="boards-total" note={`${compactNumber(stats.boards.collaborative)} collaborative`}>
        <Count value={stats.boards.total} />
      </Stat>
      <Stat name="Creators" id="creators-total" note="active pinners">
        <Count value={stats.pinners.total} />
      </Stat>
      <Stat name="Pins" id="pins-total" note="content tracked">
        <Count value={stats.pins.total} />
      </Stat>
      <Stat name="Avg Growth" id="avg-growth" note="mean growth score, 0 to 100">
        {average === null ? '–' : oneDecimal(average).toFixed(1)}
      </Stat>
    </div>
  );
}

/** The cards' room while their figures are on their way. */
export const StatBones = () => (
  <div className="admin__cards" data-testid="growth-skeleton">
    {['boards', 'creators', 'pins', 'growth'].map((name) => (
      <div key={name} className="card stat">
        <Bone width={40} />
        <Bone width={50} height={32} />
        <Bone width={60} />
      </div>
    ))}
  </div>
);
