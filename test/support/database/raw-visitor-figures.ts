import type { Pool } from 'pg';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { dayLabel, type Day, dayOf } from '#domain/days';

/** The site analytics figures, counted from raw events with plain queries. */
export async function figuresFromEvents(pool: Pool, days: number, today: Day) {
  const first = `'${dayLabel(today - days + 1)}T00:00:00Z'`;
  const start = `'${dayLabel(today - 2 * days + 1)}T00:00:00Z'`;
  const end = `'${dayLabel(today + 1)}T00:00:00Z'`;
  const rows = async <T extends object>(sql: string): Promise<T[]> => (await pool.query<T>(sql)).rows;
  const now = `at >= ${first} and at < ${end}`;
  const before = `at >= ${start} and at < ${first}`;
  const [all] = await rows<{ events: number; visitors: number }>(
    `select count(*)::int events, count(distinct visitor)::int visitors from events where ${now}`,
  );
  const [previous] = await rows<{ events: number; visitors: number; first_at: Date | null }>(
    `select count(*) filter (where ${before})::int events, count(distinct visitor) filter (where ${before})::int visitors, min(at) first_at from events`,
  );
  const types = await rows<{ name: string; count: number }>(`select name, count(*)::int from events where ${now} group by 1`);
  const byDay = await rows<{ date: string; count: number; visitors: number }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') date, count(*)::int, count(distinct visitor)::int visitors from events where ${now} group by 1`,
  );
  const top = (column: string) =>
    rows(`select ${column}, count(*)::int from events where name = 'page_view' and ${column} is not null and ${now}
          group by 1 order by 2 desc, ${column} collate "C" limit 100`);
  const isReal = previous?.first_at != null && dayOf(previous.first_at) <= today - 2 * days + 1;
  return {
    summary: { total_events: all?.events, unique_visitors: all?.visitors },
    previous: isReal ? { total_events: previous.events, unique_visitors: previous.visitors, estimated: false } : { estimated: true },
    types: Object.fromEntries(types.map(({ name, count }) => [name, count])),
    byDay: Array.from({ length: days }, (_, index) => {
      const date = dayLabel(today - days + 1 + index);
      return { date, count: 0, visitors: 0, ...byDay.find((one) => one.date === date) };
    }),
    pages: await top('path'),
    referrers: await top('referrer'),
  };
}

/** The same figures of a response. */
export function comparableFigures({ summary, previous, ...rest }: SiteAnalytics): Awaited<ReturnType<typeof figuresFromEvents>> {
  const { registered_users: _, ...currentCounts } = summary;
  const { registered_users: __, ...before } = previous;
  return {
    summary: currentCounts,
    previous: before.estimated ? { estimated: true } : { ...before, estimated: false },
    types: { ...rest.events_by_type },
    byDay: rest.events_by_day.map(({ date, count, visitors }) => ({ date, count, visitors })),
    pages: rest.top_pages.map(({ path, count }) => ({ path, count })),
    referrers: [...rest.top_referrers],
  };
}
