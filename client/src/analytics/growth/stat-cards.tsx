import type { GrowthAnalytics } from '#domain/analytics/growth/contract';
import { compactNumber, oneDecimal } from '#domain/numbers';
import { Count } from '../../ui/count';
import { formatScore } from '../../ui/format';
import { MetricCard, MetricCardRow } from '../metric-card';

/** The size of the catalog and its average growth; while they load, the same cards with "–", so that nothing below moves. */
export function StatCards({ analytics }: { readonly analytics: GrowthAnalytics | null }) {
  const { database_stats: stats, momentum_insights: insights } = analytics ?? {};
  const average = insights?.average_momentum ?? null;
  const cards = [
    {
      name: 'Boards',
      testId: 'boards-total',
      value: <Count value={stats?.boards.total} />,
      note: `${stats ? compactNumber(stats.boards.collaborative) : '–'} collaborative`,
    },
    { name: 'Creators', testId: 'creators-total', value: <Count value={stats?.pinners.total} />, note: 'active pinners' },
    { name: 'Pins', testId: 'pins-total', value: <Count value={stats?.pins.total} />, note: 'content tracked' },
    {
      name: 'Avg Growth',
      testId: 'avg-growth',
      value: formatScore(average && oneDecimal(average)),
      note: 'average score (0\u2060–\u2060100)',
    },
  ];
  return (
    <MetricCardRow isCompact {...(analytics ? {} : { testId: 'growth-skeleton' })}>
      {cards.map(({ name, testId, value, note }) => (
        <MetricCard key={name} name={name} value={value} {...(analytics ? { valueTestId: testId } : {})}>
          <p className="caption">{note}</p>
        </MetricCard>
      ))}
    </MetricCardRow>
  );
}
