import type { Pool } from 'pg';
import type { VisitorEvent } from '#domain/analytics/visitors/visitor-events';
import { dayLabel, type Day } from '#domain/days';

/** How many days of events are generated. */
export const EVENT_DAYS = 100;

/**
 * Inserts this many events up to the end of a day, in order of time: one visitor per twenty events, four events per visit,
 * 2,000 pages, 300 hosts.
 */
export async function fillEvents(pool: Pool, events: number, today: Day): Promise<void> {
  await pool.query(
    `insert into events (at, visitor, name, path, referrer)
     select timestamptz '${dayLabel(today - EVENT_DAYS + 1)} 00:00Z' + (i - 1) * (interval '24 hours' * ${EVENT_DAYS} / $1::int),
       ('00000000-0000-4000-9000-' || lpad(to_hex(abs(hashint4(i / 4)::bigint) % ($1::int / 20)), 12, '0'))::uuid,
       (array['page_view', 'page_view', 'page_view', 'page_view', 'search', 'visit_click', 'purchase_opened', 'registered'])[1 + i % 8],
       '/page/' || (random() * random() * 2000)::int,
       case when i % 3 = 0 then 'host' || (random() * random() * 300)::int || '.example' when i % 3 = 1 then '' end
     from generate_series(1, $1::int) i`,
    [events],
  );
  await pool.query('vacuum (analyze) events');
}

/** How an engine's SQL writes a timestamp and extracts its day. */
export interface SqlDialect {
  readonly midnight: (label: string) => string;
  readonly day: string;
}

export const postgresSql: SqlDialect = { midnight: (label) => `timestamptz '${label} 00:00Z'`, day: `("at" at time zone 'UTC')::date` };
export const duckDbSql: SqlDialect = { midnight: (label) => `timestamp '${label} 00:00'`, day: '"at"::date' };

/** The dashboard's figures from raw events, with one plain statement per figure. Returns the total and the visitors. */
export async function queryRawEvents(
  query: (sql: string) => Promise<Record<string, unknown>[]>,
  { midnight, day }: SqlDialect,
  days: number,
  today: Day,
): Promise<{ events: number; visitors: number }> {
  const from = (ago: number) => midnight(dayLabel(today - ago));
  // Quoted, because `at` is a keyword in one of the engines.
  const now = `"at" >= ${from(days - 1)} and "at" < ${from(-1)}`;
  const before = `"at" >= ${from(2 * days - 1)} and "at" < ${from(days - 1)}`;
  const [sums] = await query(`select count(*) events, count(distinct visitor) visitors from events where ${now}`);
  await query(`select count(*), count(distinct visitor) from events where ${before}`);
  await query(`select name, count(*) from events where ${now} group by 1`);
  await query(`select ${day}, count(*), count(distinct visitor) from events where ${now} group by 1 order by 1`);
  for (const column of ['path', 'referrer']) {
    await query(
      `select ${column}, count(*) from events where name = 'page_view' and ${column} is not null and ${now} group by 1 order by 2 desc limit 100`,
    );
  }
  return { events: Number(sums?.['events']), visitors: Number(sums?.['visitors']) };
}

/** Sample events as the client reports them. */
export const sampleEvents = (count: number): VisitorEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    name: index % 4 === 0 ? 'search' : 'page_view',
    visitor: `00000000-0000-4000-9000-${(index % 5_000).toString(16).padStart(12, '0')}`,
    user_id: null,
    path: `/page/${index % 700}`,
    referrer: index % 3 === 0 ? 'www.google.com' : null,
    metadata: index % 4 === 0 ? { query: `word ${index}` } : null,
  }));
