import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules about what users watch, what matches them now, and what they have told. */
export class Alerts1790000022000 implements MigrationInterface {
  name = 'Alerts1790000022000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_rules (
        _id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users (id) on delete cascade,
        -- one of both
        watchlist_id uuid references watchlists (_id) on delete cascade,
        saved_search_id uuid references saved_searches (_id) on delete cascade,
        measure text not null,
        direction text not null,
        threshold double precision,
        period text,
        created_at timestamptz not null,
        -- the day of the scores that it was evaluated with; -1: not yet, so that what matches now is no news
        evaluated_day integer not null default -1,
        -- items and rows that were added later are not evaluated yet
        evaluated_until timestamptz not null
      );
      create index alert_rules_user on alert_rules (user_id);
      create index alert_rules_watchlist on alert_rules (watchlist_id);
      create index alert_rules_saved_search on alert_rules (saved_search_id);
      create index alert_rules_due on alert_rules (evaluated_day);

      create table alert_matches (
        rule_id uuid not null references alert_rules (_id) on delete cascade,
        entity text not null,
        entity_id text collate "C" not null,
        primary key (rule_id, entity, entity_id)
      );

      create table alerts (
        _id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users (id) on delete cascade,
        -- an alert outlives its rule
        rule_id uuid references alert_rules (_id) on delete set null,
        day integer not null,
        entity text not null,
        -- empty for a search
        entity_id text collate "C" not null,
        title text not null,
        measure text not null,
        direction text not null,
        threshold double precision,
        period text,
        value double precision not null,
        created_at timestamptz not null,
        read_at timestamptz
      );
      create unique index alerts_once on alerts (rule_id, day, entity, entity_id);
      create index alerts_newest on alerts (user_id, created_at desc, _id);

      -- when the scores of scored_day were published: rows that imports had committed by then
      alter table catalog_stats add column scored_at timestamptz;
      update catalog_stats set scored_at = now() where scored_day is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table alerts, alert_matches, alert_rules; alter table catalog_stats drop column scored_at');
  }
}
