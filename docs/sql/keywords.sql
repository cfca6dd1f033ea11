-- server/keywords/postgres/keyword-builder.ts

-- PostgresKeywordBuilder.rebuild
lock table ${keywordTables.join(', ')} in access exclusive mode;

-- PostgresKeywordBuilder.rebuild
insert into keyword_build (id, day, built_at, keywords, pins) values (1, $1, now(), $2, $3)
  on conflict (id) do update
  set day = excluded.day, built_at = excluded.built_at, keywords = excluded.keywords, pins = excluded.pins;

-- PostgresKeywordBuilder.#buildNext
select exists (select from pins offset 5000) many;


-- server/keywords/postgres/keyword-sql.ts

-- keywordPageStatement (name: keywords-${order})
select _id key, name, pins, boards, saves, median_saves "medianSaves", competition, momentum, raw, growth, confidence, fresh, opportunity,
  sparkline, pins_by_month "pinsByMonth" from keywords where ${rankColumn[order]} > $1 and ${rankColumn[order]} <= $2 order by ${rankColumn[order]};

-- selectedKeysStatement
with found as materialized (select _id, ${rankColumn[selection.order]} place from keyword_ranks${condition})
  select (select count(*)::int from found) total, array(select _id from found order by place offset ${skipped} limit ${shown}) keys;

-- keywordKeysStatement
select _id from keyword_ranks${condition} order by ${rankColumn[selection.order]};

-- keywordsByKeyStatement (name: keywords-by-key)
select _id key, name, pins, boards, saves, median_saves "medianSaves", competition, momentum, raw, growth, confidence, fresh, opportunity,
  sparkline, pins_by_month "pinsByMonth" from unnest($1::text[]) with ordinality wanted(wanted_key, position) join keywords on _id = wanted_key order by position;

-- keywordStatement (name: keyword)
select ${pageColumns} from keywords where _id = $1;

-- keywordBuildSql
select built_at "builtAt", keywords, pins from keyword_build;


-- server/keywords/postgres/keyword-worker.ts

-- 
set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set max_parallel_workers_per_gather = 0;


-- server/keywords/postgres/pin-source.ts

-- pinsSql
select p._id, b._id, w._id, p.name, p.description, p.topics, p.queries,
    array[m.saves::float8, floor(date_part('epoch', m.created_at) / 86400), w.follower_count::float8]
  from pins p left join pin_metrics m on m._id = p._id left join boards b on b._id = p.board_id
    left join pinner_metrics w on w._id = p.pinner_id
  order by p._id;

-- seriesSql
select s.at, s.saves from pins p left join pin_series s on s._id = p._id order by p._id;

-- boardsSql
select name, topics from boards;


-- server/keywords/postgres/search-interest.ts

-- storeSql
with stored as (
    insert into search_interest as known (keyword, day, value, name, source, region, imported_at)
    select distinct on (keyword, day) keyword, day, value, name, source, region, $7
    from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[]) with ordinality
      point(keyword, day, value, name, source, region, position)
    order by keyword, day, position desc
    on conflict (keyword, day) do update
    set value = excluded.value, name = excluded.name, source = excluded.source, region = excluded.region,
      imported_at = excluded.imported_at
    where (known.value, known.name, known.source, known.region)
      is distinct from (excluded.value, excluded.name, excluded.source, excluded.region)
    returning keyword
  )
  select count(distinct keyword)::integer keywords from stored;

-- PostgresSearchInterest.find (name: search-interest)
select day, value, source, region, imported_at from search_interest where keyword = $1 order by day;

-- PostgresSearchInterest.clear
with removed as (delete from search_interest returning keyword) select count(distinct keyword)::integer keywords from removed;
