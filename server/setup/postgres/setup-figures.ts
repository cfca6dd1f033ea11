import { Injectable } from '@nestjs/common';
import type { DataFigures } from '#domain/setup/data-uses';
import type { SetupOverview } from '#domain/setup/contract';
import { dayOf } from '#domain/days';
import { DEMO_SOURCE } from '#domain/site/demo';
import { Postgres } from '#server/database/postgres';
import { demoVisitorId } from '#server/demo/demo-visitor-events';
import { demoEmails } from '#server/demo/postgres/demo-users';
import { isDemoBeingRemoved, isDemoInstalled } from '#server/demo/postgres/demo-settings';

const DATA_SQL = `
  select (select count(*)::int from boards) boards, (select count(*)::int from pinners) pinners, (select count(*)::int from pins) pins,
    (select count(follower_growth_last_90_days)::int from board_metrics) grown_boards,
    (select count(follower_growth_last_90_days)::int from pinner_metrics) grown_pinners,
    (select count(saves_growth_last_90_days)::int from pin_metrics) grown_pins,
    coalesce((select keywords from keyword_build), 0)::int keywords,
    exists (select 1 from search_interest) has_interest,
    greatest((select max(last_crawled_at) from board_metrics), (select max(last_crawled_at) from pinner_metrics),
      (select max(last_crawled_at) from pin_metrics)) newest_at`;

const DEMO_SQL = `
  select (select count(*)::int from boards where source = $1) boards, (select count(*)::int from pinners where source = $1) pinners,
    (select count(*)::int from pins where source = $1) pins, (select count(*)::int from events where visitor between $2 and $3) visitor_events,
    (select count(*)::int from users where email = any($4)) users`;

interface DataRow {
  readonly boards: number;
  readonly pinners: number;
  readonly pins: number;
  readonly grown_boards: number;
  readonly grown_pinners: number;
  readonly grown_pins: number;
  readonly keywords: number;
  readonly has_interest: boolean;
  readonly newest_at: Date | null;
}

/** What the catalog and the demo consist of. */
@Injectable()
export class SetupFigures {
  constructor(private readonly postgres: Postgres) {}

  async countData(): Promise<DataFigures> {
    const { rows } = await this.postgres.pool.query<DataRow>(DATA_SQL);
    const found = rows[0]!;
    return {
      rows: { board: found.boards, pinner: found.pinners, pin: found.pins },
      grown: { board: found.grown_boards, pinner: found.grown_pinners, pin: found.grown_pins },
      keywords: found.keywords,
      hasInterest: found.has_interest,
      newestDay: found.newest_at === null ? null : dayOf(found.newest_at),
    };
  }

  /** What the demo consists of; null without a demo. */
  async countDemo(): Promise<SetupOverview['demo']> {
    const { pool } = this.postgres;
    const isBeingRemoved = await isDemoBeingRemoved(pool);
    if (!isBeingRemoved && !(await isDemoInstalled(pool))) return null;
    const visitors = [demoVisitorId(0), demoVisitorId(2 ** 48 - 1)];
    const { rows } = await pool.query<Omit<NonNullable<SetupOverview['demo']>, 'is_being_removed'>>(DEMO_SQL, [
      DEMO_SOURCE,
      ...visitors,
      demoEmails,
    ]);
    return { is_being_removed: isBeingRemoved, ...rows[0]! };
  }
}
