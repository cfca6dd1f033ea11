import { engagementRate } from '#domain/analytics/visitors/engagement-rate';
import type { EventDay, PeriodSummary } from '#domain/analytics/visitors/contract';

/** A figure of the overview. */
export interface OverviewFigure {
  readonly name: string;
  readonly forPeriod: (summary: PeriodSummary) => number;
  readonly forDay: (day: EventDay) => number;
}

/** The four figures of the overview, for a whole period and for a single day. */
export const overviewFigures: readonly [OverviewFigure, ...OverviewFigure[]] = [
  { name: 'Total Events', forPeriod: ({ total_events: events }) => events, forDay: ({ count }) => count },
  { name: 'Unique Visitors', forPeriod: ({ unique_visitors: visitors }) => visitors, forDay: ({ visitors }) => visitors },
  { name: 'Registered Users', forPeriod: ({ registered_users: users }) => users, forDay: ({ registrations }) => registrations },
  {
    name: 'Engagement Rate',
    forPeriod: ({ total_events: events, unique_visitors: visitors }) => engagementRate(events, visitors),
    forDay: ({ count, visitors }) => engagementRate(count, visitors),
  },
];
