import { Injectable } from '@nestjs/common';
import type { AnalyticsDays } from '#domain/analytics/contract';
import { type TrafficFigures, TrafficLedger } from '#domain/analytics/traffic-ledger';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { PostgresEventFold } from '#server/analytics/postgres-event-fold';
import { figuresSql } from '#server/analytics/figures-sql';
import { Postgres } from '#server/database/postgres';

interface Row {
  readonly kind: 'state' | 'event' | 'before' | 'visitors' | 'unique' | 'registrations' | 'page' | 'referrer';
  readonly day: Day | null;
  readonly key: string | null;
  readonly count: number | null;
  readonly at: Date | null;
}

const byDay = (rows: readonly Row[]): Map<Day, number> => new Map(rows.map(({ day, count }) => [day ?? 0, count ?? 0]));

/** Events as they are counted in Postgres; all figures of an answer are of one moment. */
@Injectable()
export class PostgresTrafficLedger extends TrafficLedger {
  #counting: Promise<number> | null = null;
  /** When everything stored was counted. */
  #countedAt = new Date(0);

  constructor(
    private readonly postgres: Postgres,
    private readonly fold: PostgresEventFold,
    private readonly clock: Clock,
  ) {
    super();
  }

  async count(): Promise<number> {
    const now = this.clock.now();
    const isBehind = this.#counting !== null || (await this.fold.isBehind());
    if (isBehind) this.#counting ??= this.fold.run().finally(() => (this.#counting = null));
    const events = (await this.#counting) ?? 0;
    if (now > this.#countedAt) this.#countedAt = now;
    return events;
  }

  async figures(days: AnalyticsDays): Promise<TrafficFigures> {
    const now = this.clock.now();
    const { rows } = await this.postgres.pool.query<Row>({ name: 'site-figures', text: figuresSql, values: [days, dayOf(now)] });
    const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
    const keyed = (kind: Row['kind']) => of(kind).map(({ key, count }) => ({ key: key ?? '', count: count ?? 0 }));
    const [state] = of('state');
    const today = state?.count ?? dayOf(now);
    const registrations = byDay(of('registrations'));
    const first = today - days + 1;
    const registeredBefore = [...registrations].filter(([day]) => day < first).reduce((sum, [, count]) => sum + count, 0);
    const before = new Map(keyed('before').map(({ key, count }) => [key, count]));
    return {
      days,
      today,
      first_day: state?.day ?? null,
      counted_at: state?.at && state.at > this.#countedAt ? state.at : this.#countedAt,
      unique_visitors: of('unique')[0]?.count ?? 0,
      before: {
        total_events: before.get('events') ?? 0,
        unique_visitors: before.get('visitors') ?? 0,
        registered_users: registeredBefore,
      },
      events: of('event').map(({ day, key, count }) => ({ day: day ?? 0, name: key ?? '', count: count ?? 0 })),
      visitors: byDay(of('visitors')),
      registrations: new Map([...registrations].filter(([day]) => day >= first)),
      pages: keyed('page').map(({ key, count }) => ({ path: key, count })),
      referrers: keyed('referrer').map(({ key, count }) => ({ referrer: key, count })),
    };
  }
}
