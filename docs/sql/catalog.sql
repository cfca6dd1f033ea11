-- server/catalog/export/postgres/catalog-dump.ts

-- rowsSql
select ${Object.entries(lineFields(entity))
   .map(([name, sql]) => `${sql} "${name}"`)
   .join(', ')}
  from ${lineSources(entity)} where e.last_crawled_at is not null order by e._id;

-- seriesSql
select _id, at, ${countsOf[entity].join(', ')} from ${entity}_series where cardinality(at) > 0 order by _id;

-- interestSql
select min(name) keyword, source, region, json_agg(json_build_array(date '1970-01-01' + day, value) order by day) points
  from search_interest group by search_interest.keyword, source, region order by search_interest.keyword, source, region;

-- CatalogDump.countEntities
(select count(*) from (select distinct keyword, source, region from search_interest) line);

-- CatalogDump.countEntities
select count(*) from ${entity}_series where cardinality(at) > 0;

-- CatalogDump.countEntities
select count(*) from ${variantOf[entity]} where last_crawled_at is not null;

-- CatalogDump.#count
select (${sql})::text count;


-- server/catalog/free-searches/postgres/free-searches.ts

-- COUNT_SEARCH
insert into free_searches as f (user_id, day, search_hashes) values ($1, $2, array[$3::text])
  on conflict (user_id, day) do update set search_hashes = case
    when $3::text = any (f.search_hashes) or cardinality(f.search_hashes) >= $4::integer then f.search_hashes
    else f.search_hashes || $3::text end
  returning cardinality(search_hashes) counted, $3::text = any (search_hashes) is_counted;

-- FIND_COUNT
select cardinality(search_hashes) counted from free_searches where user_id = $1 and day = $2;


-- server/catalog/import/postgres/import-holder.ts

-- recordHolder
update import_runs set lock_connected_at = (${lockHolderSql('$2')}) where id = $1;


-- server/catalog/import/postgres/import-run.ts

-- PostgresImportRun.seal
create index on ${stagingTable(this.id, entity)} (slice);

-- PostgresImportRun.seal
update import_runs set phase = 'applying', lines = $2, rejected = $3, staged = $4, applied_slice = 0 where id = $1;

-- PostgresImportRun.apply
select applied_slice from import_runs where id = $1 for update;

-- PostgresImportRun.#stagedBatches
select distinct slice from ${stagingTable(this.id, entity)};

-- PostgresImportRun.#applyBatch
set local jit = off; set local synchronous_commit = off; set local work_mem = '64MB';

-- PostgresImportRun.#applyBatch
update catalog_stats set changed_at = clock_timestamp();

-- PostgresImportRun.#applyBatch
update import_runs set applied_slice = $2 where id = $1;

-- PostgresImportRun.changedIds
select distinct _id from ${changedIdsTable(this.id)} where entity = $1 ${dependentIdsSql(entity, changedIdsTable(this.id))} limit ${MAX_CHANGED_IDS + 1};

-- PostgresImportRun.finish
select entity, count(distinct _id)::int changed from ${changedIdsTable(this.id)} group by entity;

-- PostgresImportRun.#close
update import_runs set ${outcomeSql}, finished_at = now() where id = $1;


-- server/catalog/import/postgres/import-runs.ts

-- PostgresImportRuns.begin
select id, phase, lines, staged, rejected, started_at from import_runs where kind = $1 and fingerprint = $2 order by id desc limit 1 for update;

-- PostgresImportRuns.begin
update import_runs set source = $2 where id = $1;

-- PostgresImportRuns.recordUnread
delete from import_runs where kind = $1 and fingerprint = $2;

-- PostgresImportRuns.recordUnread
insert into import_runs (kind, source, fingerprint, phase, reason, started_at, finished_at) values ($1, $2, $3, 'refused', $4, $5, now());

-- PostgresImportRuns.#isFullyStaged
select bool_and(to_regclass(t) is not null) as all_exist from unnest($1::text[]) t;

-- PostgresImportRuns.#isFullyStaged
select (${tables.map((table) => `(select count(*) from ${table})`).join(' + ')})::integer as rows;

-- PostgresImportRuns.#openRun
update import_runs set phase = 'staging', source = $2, lines = 0, staged = 0, rejected = 0, applied_slice = 0, started_at = $3, reason = null, finished_at = case when phase = 'done' then finished_at end
  where id = $1 returning id;

-- PostgresImportRuns.#openRun
insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id;

-- PostgresImportRuns.#openRun
create table if not exists ${changedIdsTable(runId)} (entity text, _id text collate "C");

-- PostgresImportRuns.#discardUnfinished
update import_runs set phase = case when finished_at is null then 'forgotten' else 'done' end
  where phase = 'staging' and id <> $1 returning id;

-- PostgresImportRuns.#discardUnfinished
delete from import_runs where phase = 'forgotten';


-- server/catalog/import/postgres/interest-imports.ts

-- PostgresInterestImports.begin
delete from import_runs where kind = $1 and fingerprint = $2;

-- PostgresInterestImports.begin
insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id;

-- PostgresInterestImports.begin
update import_runs set phase = 'applying', lines = $2, rejected = $3 where id = $1;

-- PostgresInterestImports.begin
update import_runs set phase = 'done', finished_at = now() where id = $1;

-- PostgresInterestImports.begin
update import_runs set phase = 'refused', lines = $2, rejected = $3, reason = $4, finished_at = now() where id = $1;


-- server/catalog/import/postgres/merge-sql.ts

-- collectIncomingSql
create temp table incoming_${entity} on commit drop as
  select s.*, e._id is null as is_new, e._id is null and c._id is null as is_unseen,
    s.last_crawled_at is not null and (e.last_crawled_at is null or s.last_crawled_at >= e.last_crawled_at) as is_newer
  from ${stagingTable(runId, entity)} s
    left join ${variantOf[entity]} e on e._id = s._id left join ${entity}_series c on c._id = s._id
  where s.slice = ${Math.trunc(batch)} and (e._id is null or c.digest is distinct from s.digest);

-- collectIncomingSql
analyze incoming_${entity} (_id, is_new, is_unseen);

-- countIncomingSql
select count(*) filter (where is_unseen)::int unseen, count(*) filter (where not is_unseen)::int seen from incoming_${entity};

-- selectNewWithoutTermsSql
select _id, ${searchedColumns[entity].join(', ')} from incoming_${entity} where is_new and terms is null;

-- setTermsSql
update ${table} c set terms = string_to_array(u.terms, E'\x1f'), term_occurrences = string_to_array(u.occurrences, E'\x1f')::integer[]
  from unnest($1::text[], $2::text[], $3::text[]) u(_id, terms, occurrences) where c._id = u._id;

-- insertNewSql
insert into ${variantOf[entity]} (_id, ${columns.join(', ')}, last_crawled_at, terms, term_occurrences, source, imported_at)
  select _id, ${joinColumns(columns, (column) => (column === 'searchable' ? 'coalesce(searchable, true)' : column))}, last_crawled_at, terms, term_occurrences, $1, $2
  from incoming_${entity} where is_new;

-- insertUnseenSeriesSql
insert into ${entity}_series (_id, digest, at, ${counts})
  select _id, digest, at, ${counts} from incoming_${entity} where is_unseen and cardinality(at) > 0;

-- insertUnseenMetricsSql
insert into ${entity}_metrics (_id, ${[...counts, ...times].join(', ')})
  select i._id, ${joinColumns(counts, (column) => newestValueSql(column, '', 'i'))}, ${joinColumns(times, (column) => `i.${column}`)}
  from incoming_${entity} i where is_unseen;

-- recordNewIdsSql
insert into ${changedIdsTable(runId)} select '${entity}', _id from incoming_${entity} where is_new;

-- collectChangedSql
create temp table changed_${entity} on commit drop as
  select e._id, m.*, i.is_newer, ${rowSql(searched, 'm')} is distinct from ${rowSql(searched, 'e')} as text_changed, null::text[] as terms, null::integer[] as term_occurrences
  from incoming_${entity} i join ${variantOf[entity]} e on e._id = i._id cross join lateral (
    select ${joinColumns(textColumns[entity], mergedColumnSql)}, greatest(e.last_crawled_at, i.last_crawled_at) as last_crawled_at
  ) m
  where not i.is_new and ${rowSql(compared, 'm')} is distinct from ${rowSql(compared, 'e')};

-- selectWithChangedTextSql
select _id, ${searchedColumns[entity].join(', ')} from changed_${entity} where text_changed;

-- updateChangedSql
update ${variantOf[entity]} e set ${joinColumns([...textColumns[entity], 'last_crawled_at'], (column) => `${column} = c.${column}`)},
  source = case when c.is_newer then $1 else e.source end, imported_at = $2,
  terms = case when c.text_changed then coalesce(c.terms, '{}') else e.terms end,
  term_occurrences = case when c.text_changed then coalesce(c.term_occurrences, '{}') else e.term_occurrences end
  from changed_${entity} c where c._id = e._id;

-- mergedDaysSql
select array_agg(d.at order by d.at) as at, ${joinColumns(counts, (column) => `array_agg(d.${column} order by d.at) as ${column}`)} from (
    select case when ${incomingWins} then i.at else t.at end as at,
      ${joinColumns(counts, (column) => `case when ${incomingWins} then coalesce(i.${column}, t.${column}) else coalesce(t.${column}, i.${column}) end as ${column}`)}
    from (select u.*, u.at / 1440 as day from unnest(s.at[a.kept_length + 1:], ${joinColumns(counts, (column) => `s.${column}[a.kept_length + 1:]`)}) u(at, ${counts.join(', ')})) t
    full join (select u.*, u.at / 1440 as day from unnest(a.at, a.timed, ${joinColumns(counts, (column) => `a.${column}`)}) u(at, timed, ${counts.join(', ')})) i
      on i.day = t.day
  ) d;

-- collectSeriesSql
create temp table incoming_series_${entity} on commit drop as
  select i._id, i.digest, i.at, i.timed, ${joinColumns(countsOf[entity], (column) => `i.${column}`)}, cardinality(s.at) as length,
    case when s.at[cardinality(s.at)] / 1440 < i.at[1] / 1440 then cardinality(s.at)
      else (select count(*)::integer from unnest(s.at) u(at) where u.at / 1440 < i.at[1] / 1440) end as kept_length
  from incoming_${entity} i left join ${entity}_series s on s._id = i._id
  where not i.is_unseen and cardinality(i.at) > 0;

-- mergeSeriesSql
with written as (${statement}) insert into ${changedIdsTable(runId)} select '${entity}', _id from written;

-- mergeSeriesSql
update ${entity}_series s set digest = a.digest, ${joinColumns(columns, (column) => `${column} = s.${column} || a.${column}`)}
  from incoming_series_${entity} a where a._id = s._id and a.kept_length = a.length returning s._id;

-- mergeSeriesSql
update ${entity}_series s set digest = x.digest, ${joinColumns(columns, (column) => `${column} = s.${column}[1:x.kept_length] || x.${column}`)}
  from (
    select a._id, a.digest, a.kept_length, d.* from incoming_series_${entity} a join ${entity}_series s on s._id = a._id cross join lateral (${mergedDaysSql(entity)}) d
    where a.kept_length < a.length and ${endsSql('s', '[a.kept_length + 1:]')} is distinct from ${endsSql('d')}
  ) x where x._id = s._id returning s._id;

-- mergeSeriesSql
insert into ${entity}_series (_id, digest, ${columns.join(', ')})
  select a._id, a.digest, ${joinColumns(columns, (column) => `a.${column}`)} from incoming_series_${entity} a where a.length is null returning _id;

-- mergeMetricsSql
create temp table changed_metrics_${entity} (_id text collate "C") on commit drop;

-- mergeMetricsSql
with written as (update ${entity}_metrics t set ${joinColumns(columns, (column) => `${column} = x.${column}`)}
  from (
    select i._id, ${joinColumns(counts, (column) => newestValueSql(column, `, m.${column}`))}, ${joinColumns(times, mergedTimeSql)}
    from incoming_${entity} i join ${entity}_metrics m on m._id = i._id left join ${entity}_series s on s._id = i._id
    where not i.is_unseen
  ) x
  where t._id = x._id and ${rowSql(columns, 't')} is distinct from ${rowSql(columns, 'x')}
  returning t._id) insert into changed_metrics_${entity} select _id from written;

-- mergeMetricsSql
insert into ${entity}_metrics (_id, ${columns.join(', ')})
  select i._id, ${joinColumns(counts, (column) => newestValueSql(column, ''))}, ${joinColumns(times, (column) => `i.${column}`)}
  from incoming_${entity} i left join ${entity}_series s on s._id = i._id
  where not i.is_unseen and not exists (select from ${entity}_metrics m where m._id = i._id);

-- updateContentHashSql
update ${entity}_series s set digest = i.digest from incoming_${entity} i
  where s._id = i._id and not i.is_unseen and s.digest is distinct from i.digest
    and (i.is_new or i._id in (select _id from changed_${entity} union all select _id from changed_metrics_${entity}));

-- recordChangedIdsSql
insert into ${changedIdsTable(runId)} select '${entity}', _id from changed_${entity};


-- server/catalog/import/postgres/refresh-list-stats.ts

-- refreshListStats
update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null has_read_model;

-- refreshListStats
select gin_clean_pending_list('${variant}_terms');

-- refreshListStats
update catalog_stats set known = known || jsonb_build_object(${filterDataSql(variant)}) where variant = $1;

-- refreshListStats
update catalog_stats set total = (select count(*) from ${variant}),
    known = known || (select jsonb_build_object(${knownCounts}) from ${entity}_metrics)
  where variant = $1;

-- analyze
analyze ${target};

-- dataSql
select from ${text} where coalesce(${texts.join(', ')}) is not null;

-- dataSql
select from ${table} where ${column?.kind === 'texts' ? `cardinality(${filter.reads}) > 0` : `${filter.reads} is not null`};


-- server/catalog/import/postgres/staging-tables.ts

-- dropStagingSql
drop table if exists ${entityTypes.map((entity) => stagingTable(runId, entity)).join(', ')};

-- createStagingSql
create unlogged table if not exists ${stagingTable(runId, entity)} (${stagingColumns(entity)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')});

-- readStoredHashes
select e._id, s.digest::text from ${variantOf[entity]} e left join ${entity}_series s on s._id = e._id where e._id = any($1);


-- server/catalog/postgres/catalog.ts

-- PostgresCatalog.#topWorks (name: top-works-${variant})
select ${listRowColumns[variant]}${variant === 'boards' ? `, ${boardPicturesSql}` : ''} from ${text} t join ${metrics} m using (_id) where t.pinner_id = $1
  order by m.${column} desc nulls last, t._id limit 10;

-- PostgresCatalog.findScoredDay
select min(scored_day) "day" from catalog_stats;


-- server/catalog/postgres/choice-counts.ts

-- choiceCountsStatement
select count(*)::int total, array[${counts.join(', ')}]::int[] "rows"
  from ${metrics} m left join ${texts} t on t._id = m._id;


-- server/catalog/postgres/crawled-entities.ts

-- chunkEndStatement (name: chunk-end-${entity})
select _id from ${tableOf(entity)} where _id > $1 order by _id offset $2 limit 1;

-- keyedEntitiesStatement (name: keyed-${entity})
select _id, case when searchable then last_crawled_at end crawled_at from ${tableOf(entity)} where _id > $1 order by _id limit $2;


-- server/catalog/postgres/entity-summaries.ts

-- statements (name: entity-summary-${entity})
select t._id, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'} username,
    left(t.description, ${MAX_TITLE_SOURCE_CHARACTERS}) description, ${titleSource}, t.image_url, t.searchable, t.last_crawled_at,
    json_build_object(${counts}) counts, m.${summaryGrowth[entity]} growth
  from ${text} t join ${metrics} m using (_id) where t._id = $1;


-- server/catalog/postgres/histograms.ts

-- histogramStatement
select width_bucket(${value}::float8, $1::float8[]) position, count(*)::int total
  from ${isMomentum ? scores : metrics} m where ${value} is not null group by 1;


-- server/catalog/postgres/lists/keyword-search.ts

-- findPrefixMatches (name: prefix-terms-${variant}-${Math.min(length, 3)})
select term, total from ${tablesOf(variant).words} where ${prefixCondition(length)} order by total desc, term limit $3;

-- fuzzyTermsSql
with known as materialized (select term, total from ${termTable} where term = any($1))
  select term, total, true is_known from known
  union all select near.term, near.total, false from unnest($2::text[]) word cross join lateral
    (select term, total from ${termTable} where term % word order by similarity(term, word) desc, total desc limit 40) near
    where word not in (select term from known)
  union all select term, total, false from ${termTable} where term = any($3);


-- server/catalog/postgres/lists/list-engine.ts

-- ListEngine.#readStatus (name: list-status)
select total, case when structure = $2 then generation end generation, known, concat_ws(' ', extract(epoch from changed_at), extract(epoch from ordered_at), generation, scored_day, total) "version"
  from catalog_stats where variant = $1;


-- server/catalog/postgres/lists/live-page-sql.ts

-- wholePage
select array(select m._id from ${metrics} m ${joinScores}
  order by ${order.expression} ${orderDirection(sort)}, m.${tieBreaker(sort)} limit $1 offset $2) ids;

-- hits
select t._id, ${order.expression} v${isByMatch ? `, ${matchScoreSql(terms)} score` : ''} from ${texts} t ${joins.join(' ')}
  where ${where.join(' and ')};

-- hitsPage
with hits as materialized (${found.text})
  select (select count(*)::int from hits) total,
    array(select _id from hits order by ${isByMatch ? 'score desc, ' : ''}v ${orderDirection(direction)}, ${tieBreaker(direction)} limit $1 offset $2) ids;


-- server/catalog/postgres/lists/ranked-page-sql.ts

-- idsAtRanksSql
select (select o.ids[((p.rank - 1) % ${BLOCK_ROWS}) + 1] from ${tablesOf(variant).order} o where o.order_key = ${orderKey} and o.block = (p.rank - 1) / ${BLOCK_ROWS})
  from page_ranks p order by p.i;

-- idsAtRanks (name: ids-at-ranks-${variant}-${orderKey})
with page_ranks as materialized (select i, rank::int from unnest($1::int[]) with ordinality p(rank, i))
  select generation, ordered_at, array(${idsAtRanksSql(variant, orderKey)}) ids from catalog_stats where variant = '${variant}';

-- statsSql
select total, ordered_at, ${sort === 'asc' ? knownCount : '0'} known from catalog_stats where variant = '${variant}';

-- consecutiveIdsSql
select unnest((select o.ids[greatest($2 - b * ${BLOCK_ROWS}, 0) + 1 : least($2 + $1 - b * ${BLOCK_ROWS}, ${BLOCK_ROWS})]
    from ${tablesOf(variant).order} o where o.order_key = ${order.orderKey} and o.block = b))
  from generate_series($2::int / ${BLOCK_ROWS}, (least($2 + $1, s.total) - 1) / ${BLOCK_ROWS}) b;

-- rankedPage
with s as materialized (${statsSql(variant, request)})${pageRanks}
  select s.total, s.ordered_at, array(${ids}) ids from s;


-- server/catalog/postgres/lists/row-sets.ts

-- generationSql
(select generation from catalog_stats where variant = '${variant}');

-- RowSets.#postings (name: postings-${variant})
select s.generation, p.term, p.ranks, p.occurrences from (select ${generationSql(variant)} generation) s
  left join ${tablesOf(variant).postings} p on p.term = any($1);

-- RowSets.#array (name: filter-array-${list.variant})
select ${generationSql(list.variant)} generation, numbers from ${tablesOf(list.variant).arrays} where name = $1 order by block;

-- RowSets.#facetRows (name: filter-facet-${list.variant})
select s.generation, f.numbers from (select ${generationSql(list.variant)} generation) s
  left join ${tablesOf(list.variant).facets} f on f.facet = $1 and f.value = any($2);


-- server/catalog/postgres/new-rows.ts

-- newRowsStatement
select count(*)::int total from ${texts} t join ${metrics} m on m._id = t._id ${joinScores}
  where ${['t.added_at > $1', 't.added_at <= $2', ...conditions, termsCondition(terms, 3)].join(' and ')};

-- PostgresNewRows.#hasRows
select from ${tablesOf(variant).text} t where ${termsCondition(terms, 1)} limit 1;


-- server/catalog/postgres/read-catalog-stats.ts

-- readCatalogStats
select variant, total, changed_at, known, exists (select from board_metrics where collaborator_count > 0) has_group_boards from catalog_stats;


-- server/catalog/postgres/rows/list-rows.ts

-- fetchListRows (name: list-rows-${variant}-${scoreColumn ?? 'plain'}${withTexts ? '-texts' : ''}${pictures === '' ? '' : '-pictures'}${withSearchable ? '-searchable' : ''})
select ${listRowColumns[variant]}${pictures}${momentum}${withTexts ? searchedTextsSql(variant) : ''}${withSearchable ? ', t.searchable' : ''}
  from ${text} t join ${metrics} m using (_id) where t._id = any($1);


-- server/catalog/postgres/rows/row-extras.ts

-- extrasSql
select _id, ${recent('at')} "at", ${recent(metric)} counts, s.growth[${scoreColumnOf(entity, metric, '30_days') + 1}] growth
  from ${series} c left join ${scores} s using (_id) where _id = any($1);


-- server/catalog/postgres/similar.ts

-- similarSql
(select _id, ${size} size from ${metrics} where ${size} ${comparison} own.size order by ${order} limit ${NEAREST_PER_SIDE});

-- similarSql
select ${listRowColumns[variant]}${picturesOf(variant)}
  from (
    select near._id, shared, abs(ln((near.size + 1.0) / (own.size + 1.0))) distance
    from (select t.topics, m.${size} size from ${text} t join ${metrics} m using (_id) where t._id = $1) own
      cross join lateral (
        ${side('<=', `${size} desc nulls last, _id`)} union ${side('>=', `${size} asc nulls first, _id desc`)}) near
      cross join lateral (select topics from ${text} where _id = near._id and searchable limit 1) t
      cross join lateral (select count(*) shared from (select unnest(t.topics) intersect select unnest(own.topics)) s) c
    where shared > 0 and near._id <> $1
    order by shared desc, distance, near._id limit ${MAX_SIMILAR}) best
    join ${text} t using (_id) join ${metrics} m using (_id)
  order by best.shared desc, best.distance, t._id;

-- topPinsSql
select ${listRowColumns.pins} from (select * from pins where board_id = $1 order by _id limit 10000) t join pin_metrics m using (_id)
  where t.searchable order by m.saves desc nulls last, t._id limit ${MAX_TOP_PINS};


-- server/catalog/postgres/stored-entity.ts

-- entityStatement (name: entity-${entity})
select t.*, m.*, array_send(c.at) "at", ${counts}, s.rank, s.previous_rank${related}
  from ${text} t join ${metrics} m using (_id) left join ${series} c using (_id) left join ${scores} s using (_id) where t._id = $1;


-- server/catalog/read-model/postgres/read-model-builder.ts

-- readRecentDays
(select * from ${table} where ${isGroup} or not exists (select from ${table} where ${isGroup}));

-- readRecentDays
select ${days.join(', ')};


-- server/catalog/read-model/postgres/read-model-source.ts

-- loadRows
select count(*)::int total from ${metrics};

-- loadRows
select m._id, ${scriptTextSql(variant)}${facetsSql}, array[${numbers.sql}], s.raw,
    t.terms || case when ${isJumpSql} then '{${JUMP_TERM}}'::text[] end, t.term_occurrences
  from ${metrics} m join ${variant} t on t._id = m._id left join ${scores} s on s._id = m._id order by m._id;


-- server/catalog/read-model/postgres/read-model-worker.ts

-- 
set work_mem = '256MB'; set maintenance_work_mem = '512MB';


-- server/catalog/read-model/postgres/read-model.ts

-- PostgresReadModel.listStale
select variant from catalog_stats where (behind or structure <> $2::jsonb ->> variant)
  and (generation is not null or total >= $1) order by variant;

-- PostgresReadModel.#build
select exists (select from ${tablesOf(request.variant).text} offset 5000) many;
