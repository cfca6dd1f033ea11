import { engagementRate } from '#domain/analytics/engagement';
import type { EventDay, TrafficSummary } from '#domain/analytics/site-analytics';

interface Measure {
  readonly name: string;
  readonly of: (summary: TrafficSummary) => number;
  readonly ofDay: (day: EventDay) => number;
}

/** The four figures above everything else: of a whole period, and of a day. */
export const measures: readonly Measure[] = [
  { name: 'Total Events', of: ({ total_events: events }) => events, ofDay: ({ count }) => count },
  { name: 'Unique Visitors', of: ({ unique_visitors: visitors }) => visitors, ofDay: ({ visitors }) => visitors },
  { name: 'Registered Users', of: ({ registered_users: users }) => users, ofDay: ({ registrations }) => registrations },
  {
    name: 'Engagement Rate',
    of: ({ total_events: events, unique_visitors: visitors }) => engagementRate(events, visitors),
    ofDay: ({ count, visitors }) => engagementRate(count, visitors),
  },
];
