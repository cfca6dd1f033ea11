import type { Pool } from 'pg';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import type { Day } from '#domain/days';
import { KeywordCollector, type KeywordTexts } from '#domain/keywords/counting/keyword-collector';
import { UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import { MAX_KEYWORDS, MIN_KEYWORD_PINS } from '#domain/keywords/keywords';
import { readSeries } from '../../support/database/stored-history';

/** What a keyword must be, by its terms. Computed by SQL over the raw rows. */
export interface ExpectedKeyword {
  readonly id: string;
  readonly pins: number;
  readonly known_pins: number;
  readonly saves: number;
  readonly median_saves: number | null;
  readonly competition: number | null;
  readonly fresh: number | null;
  readonly demand_rank: number | null;
  readonly pins_by_month: number[];
  readonly top_pins: string[];
  readonly top_boards: string[];
  readonly top_pinners: string[];
}

const pairsSql = 'with pairs as (select * from expected_pairs)';

const figuresSql = `${pairsSql},
  facts as (
    select id, _id, saves, created_at, board_id, pinner_id,
      row_number() over (partition by id order by saves desc nulls last, _id) place from pairs join pin_metrics using (_id) join pins using (_id)),
  owners as (
    select id, kind, owner, row_number() over (partition by id, kind order by sum(saves) desc, min(number)) place
    from (select f.*, kind, owner, min(f._id) over (partition by kind, owner) number from facts f
      cross join lateral (values ('board', board_id), ('pinner', pinner_id)) o(kind, owner)) o
    where saves > 0 and owner is not null group by id, kind, owner),
  figures as (
    select id, count(*)::int pins, count(saves)::int known_pins, coalesce(sum(saves), 0)::float8 saves, percentile_cont(0.5) within group (order by saves) median_saves,
      percentile_cont(0.5) within group (order by saves) filter (where place <= 10) top_median,
      case when 2 * count(created_at) >= count(*)
        then count(*) filter (where created_at >= $1::timestamptz - interval '89 days')::float8 / nullif(count(created_at), 0) end fresh,
      coalesce(array_agg(_id order by place) filter (where place <= 12 and saves is not null), '{}') top_pins
    from facts group by id)
  select id, pins, known_pins, saves, median_saves,
    round((100 * least(1, log((1 + top_median)::numeric) / 4))::numeric, 1)::float8 competition, fresh,
    case when median_saves is not null then (percent_rank() over (partition by median_saves is null order by median_saves)
      + 1 - percent_rank() over (partition by median_saves is null order by median_saves desc)) / 2 end demand_rank,
    array(select count(f._id)::int from generate_series(1, 12) m left join facts f on f.id = figures.id
      and extract(month from f.created_at at time zone 'UTC') = m group by m order by m) pins_by_month,
    top_pins,
    array(select owner from owners o where o.id = figures.id and kind = 'board' and place <= 6 order by place) top_boards,
    array(select owner from owners o where o.id = figures.id and kind = 'pinner' and place <= 6 order by place) top_pinners
  from figures order by id`;

/** Writes which pins have which keywords, by the rules of the domain, into the table `expected_pairs`, which the other functions read. */
export async function countPairs(pool: Pool): Promise<void> {
  const { rows: pins } = await pool.query<KeywordTexts & { _id: string; pinner_id: string | null }>('select * from pins order by _id');
  const owners = [...new Set(pins.map(({ pinner_id: owner }) => owner))];
  const collector = new KeywordCollector();
  for (const pin of pins) collector.addPin(pin, pin.pinner_id === null ? UNKNOWN_NUMBER : owners.indexOf(pin.pinner_id));
  const index = collector.finish(MIN_KEYWORD_PINS, MAX_KEYWORDS);
  const pairs = index.keys.flatMap((id, keyword) => [...index.pinsOf(keyword)].map((pin) => [pins[pin]!._id, id] as const));
  await pool.query('drop table if exists expected_pairs; create table expected_pairs (_id text not null, id text not null)');
  await pool.query('insert into expected_pairs select * from unnest($1::text[], $2::text[])', [
    pairs.map(([pin]) => pin),
    pairs.map(([, id]) => id),
  ]);
  await pool.query('create index on expected_pairs (id); analyze expected_pairs');
}

/** All keywords as of the midnight that `today` begins with. */
export async function expectedKeywords(pool: Pool, today: Date): Promise<readonly ExpectedKeyword[]> {
  return (await pool.query<ExpectedKeyword>(figuresSql, [today])).rows;
}

/** The related keywords of each keyword with their common pins, by Dunning's formula from the 2x2 table, most surprising first. */
export async function expectedRelated(pool: Pool): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const term = (count: string, first: string, second: string) =>
    `case when ${count} > 0 then ${count} * ln(${count}::float8 * n / (${first}::float8 * ${second})) else 0 end`;
  const { rows } = await pool.query<{ id: string; related: Record<string, number> }>(`${pairsSql},
    totals as (select id, count(*)::int pins from pairs group by id),
    common as (select a.id, b.id other, count(*)::int shared from pairs a join pairs b using (_id) where a.id <> b.id group by 1, 2),
    cells as (
      select c.id, other, shared, t.pins ours, o.pins theirs, (select count(*)::int from pins) n
      from common c join totals t on t.id = c.id join totals o on o.id = c.other
      where shared >= 5 and not string_to_array(other, ' ') <@ string_to_array(c.id, ' ')),
    ratios as (
      select *, 2 * (${term('shared', 'ours', 'theirs')} + ${term('(ours - shared)', 'ours', '(n - theirs)')}
        + ${term('(theirs - shared)', '(n - ours)', 'theirs')} + ${term('(n - ours - theirs + shared)', '(n - ours)', '(n - theirs)')}) ratio
      from cells where shared::bigint * n > ours::bigint * theirs),
    placed as (select *, row_number() over (partition by id order by ratio desc) place from ratios)
    select id, jsonb_object_agg(other, shared) related from placed where place <= 24 group by id`);
  return new Map(rows.map(({ id, related }) => [id, related]));
}

/** The momentum of the pins of a keyword: the sum of their last readings on each day on which one of them was read. */
export async function expectedMomentum(pool: Pool, id: string, today: Day): Promise<number | null> {
  const { rows } = await pool.query<{ _id: string }>(`${pairsSql} select _id from pairs where id = $1`, [id]);
  const series = await readSeries(
    pool,
    'pin',
    rows.map(({ _id }) => _id),
  );
  const pins = series
    .map(({ at, saves = [] }) =>
      at.flatMap((minute, index) => (saves[index] === null ? [] : [[Math.floor(minute / 1440), saves[index]!] as const])),
    )
    .filter((readings) => readings.length >= 2);
  const days = [...new Set(pins.flatMap((readings) => readings.map(([day]) => day)))].toSorted((a, b) => a - b);
  const sums = days.map((day) => pins.reduce((sum, readings) => sum + (readings.findLast(([read]) => read <= day) ?? readings[0]!)[1], 0));
  return momentum(days, sums, days.length, today, 90, priors.saves).score;
}
