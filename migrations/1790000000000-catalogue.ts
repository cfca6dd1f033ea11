import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list orders with posting lists. */
const postingOrders = {
  board: [
    'follower_count',
    'follower_growth_last_90_days',
    'collaborator_count',
    'collaborator_growth_last_90_days',
    'board_order_modified_at',
    'created_at',
    'momentum',
  ],
  pinner: ['follower_count', 'profile_views', 'follower_growth_last_90_days', 'viewer_growth_last_90_days', 'created_at', 'momentum'],
  pin: ['saves', 'repin_count', 'saves_growth_last_90_days', 'created_at', 'momentum'],
};

/** The counts of a crawl, and the number of their score columns. */
const crawlCounts = {
  board: { counts: 'follower_count, collaborator_count, pin_count', slots: 15 },
  pinner: { counts: 'follower_count, profile_views', slots: 10 },
  pin: { counts: 'saves, repin_count', slots: 10 },
};

/** Partial indexes of the rows with a data quality issue, so that a scan reads only those. */
function issueIndexes(entity: keyof typeof crawlCounts): string {
  const { counts, slots } = crawlCounts[entity];
  const flags = Array.from({ length: slots }, (_, index) => `flags[${index + 1}]`).join(' | ');
  return `
    create index ${entity}s_uncrawled on ${entity}s (_id) where last_crawled_at is null;
    create index ${entity}s_unsearchable on ${entity}s (_id) where not searchable;
    create index ${entity}s_crawled on ${entity}s (last_crawled_at) where last_crawled_at is not null;
    create index ${entity}_metrics_all_zero on ${entity}_metrics (_id) where greatest(${counts}) = 0 and least(${counts}) = 0;
    create index ${entity}_scores_spam on ${entity}_scores (_id) where (${flags}) & 32 <> 0;
  `;
}

/** Entities: texts, a narrow table that lists are ordered by, daily counts as arrays, and scores as arrays (docs/decisions/0004). */
export class Catalogue1790000000000 implements MigrationInterface {
  name = 'Catalogue1790000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists intarray;
      create extension if not exists pg_trgm;

      create table boards (
        _id text collate "C" primary key,
        name text, description text, url text, image_url text,
        pinner_id text collate "C", pinner_username text,
        topics text[] not null default '{}',
        searchable boolean not null default true,
        last_crawled_at timestamptz, imported_at timestamptz not null,
        source text not null,
        terms text[] not null default '{}'
      );
      create table board_metrics (
        _id text collate "C" primary key,
        follower_count integer, collaborator_count integer, pin_count integer,
        follower_growth_last_90_days double precision, collaborator_growth_last_90_days double precision,
        board_order_modified_at timestamptz, created_at timestamptz
      );
      create table board_series (
        _id text collate "C" primary key,
        at integer[] not null,
        follower_count integer[] not null, collaborator_count integer[] not null, pin_count integer[] not null,
        -- what the last row that changed the entity said, as a number: the same again has nothing to add
        digest bigint
      ) with (fillfactor = 80);

      create table pinners (
        _id text collate "C" primary key,
        username text, name text, description text, url text, image_url text,
        domain_url text, website_url text, profile_reach integer,
        topics text[] not null default '{}',
        searchable boolean not null default true,
        last_crawled_at timestamptz, imported_at timestamptz not null,
        source text not null,
        terms text[] not null default '{}'
      );
      create table pinner_metrics (
        _id text collate "C" primary key,
        follower_count integer, profile_views integer,
        follower_growth_last_90_days double precision, viewer_growth_last_90_days double precision,
        created_at timestamptz
      );
      create table pinner_series (
        _id text collate "C" primary key,
        at integer[] not null,
        follower_count integer[] not null, profile_views integer[] not null,
        digest bigint
      ) with (fillfactor = 80);

      create table pins (
        _id text collate "C" primary key,
        name text, description text, url text, image_url text, link text, domain text,
        pinner_id text collate "C", pinner_username text,
        board_id text collate "C",
        queries text[] not null default '{}',
        topics text[] not null default '{}',
        searchable boolean not null default true,
        last_crawled_at timestamptz, imported_at timestamptz not null,
        source text not null,
        terms text[] not null default '{}'
      );
      create table pin_metrics (
        _id text collate "C" primary key,
        saves integer, repin_count integer,
        saves_growth_last_90_days double precision,
        created_at timestamptz
      );
      create table pin_series (
        _id text collate "C" primary key,
        at integer[] not null,
        saves integer[] not null, repin_count integer[] not null,
        digest bigint
      ) with (fillfactor = 80);
    `);
    for (const entity of ['board', 'pinner', 'pin']) {
      await runner.query(`
        create table ${entity}_scores (
          _id text collate "C" primary key,
          growth double precision[] not null, score real[] not null, raw double precision[] not null,
          -- raw as it was one period earlier, which previous ranks are made of
          raw_before double precision[] not null default '{}',
          confidence smallint[] not null, flags integer[] not null,
          rank integer[] not null default '{}', previous_rank integer[] not null default '{}'
        );
        create index ${entity}s_terms on ${entity}s using gin (terms) with (fastupdate = on, gin_pending_list_limit = 65536);
      `);
    }
    for (const [entity, orders] of Object.entries(postingOrders)) {
      await runner.query(`
        create table ${entity}_words (term text collate "C" primary key, total integer not null);
        create index ${entity}_words_trigrams on ${entity}_words using gin (term gin_trgm_ops);
        create table ${entity}_order (order_key smallint, block integer, ids text[] collate "C" not null, primary key (order_key, block));
        create table ${entity}_postings (
          term text collate "C" primary key, total integer not null,
          ${orders.map((order) => `by_${order} integer[] not null`).join(', ')}
        );
      `);
      // Stored uncompressed and without statistics, which take seconds for long arrays and which no query uses.
      for (const order of orders) {
        await runner.query(`alter table ${entity}_postings alter by_${order} set storage external, alter by_${order} set statistics 0`);
      }
    }
    for (const entity of ['board', 'pinner', 'pin'] as const) await runner.query(issueIndexes(entity));
    await runner.query(`
      create index board_metrics_followers on board_metrics (follower_count desc nulls last, _id);
      create index board_metrics_follower_growth on board_metrics (follower_growth_last_90_days desc nulls last, _id);
      create index board_metrics_collaborators on board_metrics (collaborator_count desc nulls last, _id);
      create index board_metrics_collaborator_growth on board_metrics (collaborator_growth_last_90_days desc nulls last, _id);
      create index board_metrics_modified on board_metrics (board_order_modified_at desc nulls last, _id);
      create index board_metrics_created on board_metrics (created_at desc nulls last, _id);
      create index pinner_metrics_followers on pinner_metrics (follower_count desc nulls last, _id);
      create index pinner_metrics_views on pinner_metrics (profile_views desc nulls last, _id);
      create index pinner_metrics_follower_growth on pinner_metrics (follower_growth_last_90_days desc nulls last, _id);
      create index pinner_metrics_viewer_growth on pinner_metrics (viewer_growth_last_90_days desc nulls last, _id);
      create index pinner_metrics_created on pinner_metrics (created_at desc nulls last, _id);
      create index pin_metrics_saves on pin_metrics (saves desc nulls last, _id);
      create index pin_metrics_repins on pin_metrics (repin_count desc nulls last, _id);
      create index pin_metrics_save_growth on pin_metrics (saves_growth_last_90_days desc nulls last, _id);
      create index pin_metrics_created on pin_metrics (created_at desc nulls last, _id);
      create index boards_pinner on boards (pinner_id);
      create index pins_pinner on pins (pinner_id);

      create table catalog_stats (
        variant text primary key,
        total integer not null default 0,
        -- per order-by: how many rows have a value
        known jsonb not null default '{}',
        changed_at timestamptz,
        -- the day the scores are of, and the ordered read model that lists may use (null: none, the live path answers)
        scored_day integer,
        generation integer,
        ordered_at timestamptz,
        -- rows have changed that the ordered read model does not show yet
        behind boolean not null default false
      );
      insert into catalog_stats (variant) values ('boards'), ('pinners'), ('pins');

      create table import_runs (
        id integer generated always as identity primary key,
        kind text not null,
        source text not null,
        fingerprint text not null,
        phase text not null,
        lines integer not null default 0,
        staged integer not null default 0,
        rejected integer not null default 0,
        applied_slice integer not null default 0,
        started_at timestamptz not null,
        finished_at timestamptz
      );
      create index import_runs_fingerprint on import_runs (fingerprint);

      create table job_runs (
        id integer generated always as identity primary key,
        job text not null,
        slot text not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        rows integer,
        error text,
        -- where an interrupted run goes on
        progress jsonb,
        unique (job, slot)
      );

      create table settings (name text primary key, value text not null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table settings, job_runs, import_runs, catalog_stats`);
    for (const entity of ['board', 'pinner', 'pin']) {
      await runner.query(
        `drop table ${entity}_words, ${entity}_order, ${entity}_postings, ${entity}_scores, ${entity}_series, ${entity}_metrics, ${entity}s`,
      );
    }
  }
}
