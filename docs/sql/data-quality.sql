-- server/data-quality/postgres/catalog-quality.ts

-- issueCountsQuery
select '${entity}' entity, ${countedIssues.map((issue) => `${issueCountSql(issue, entity, '$1')}::int ${issue}`).join(', ')};

-- PostgresCatalogQuality.countIssues
set local transaction_read_only = on;


-- server/data-quality/postgres/cleanup-audit.ts

-- PostgresCleanupAudit.#list
select c.id, u.email, c.entity_type, c.issue_type, c.matched, c.deleted, c.started_at, c.finished_at, k.kept, k.removed_at
  from (select * from cleanups where ${where} order by id desc limit $1) c left join users u on u.id = c.user_id
    cross join lateral (select count(*)::int kept, max(removed_at) removed_at from removed_rows where cleanup_id = c.id) k
  order by c.id desc;


-- server/data-quality/postgres/cleanups.ts

-- PostgresCleanups.countMatching
select count(*) from ${from} where ${where};

-- PostgresCleanups.removeBatch
set local lock_timeout = '10s';

-- PostgresCleanups.removeBatch
update cleanups set deleted = deleted + $2, active_at = $3 where id = $1;

-- PostgresCleanups.listInterrupted
select id, entity_type, issue_type, greatest(0, matched - deleted) remaining from cleanups
  where finished_at is null and active_at < $1 order by id;

-- PostgresCleanups.finish
update cleanups c set finished_at = $2 from cleanups done
  where done.id = $1 and c.id <= done.id and c.entity_type = done.entity_type and c.issue_type = done.issue_type and c.finished_at is null;

-- beginCleanup
update cleanups set active_at = $4 where id = (select min(id) from cleanups
  where user_id = $1 and entity_type = $2 and issue_type = $3 and finished_at is null) returning id;

-- beginCleanup
insert into cleanups (user_id, entity_type, issue_type, matched, started_at, active_at)
  values ($1, $2, $3, (select count(*) from ${from} where ${where}), $4, $4)
  returning id, matched, exists (select from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null) "hasLeftovers";

-- lockMatchingIds
select t._id from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 for update of ${lead === 'm' ? 't, m' : 't'};

-- removeEntities
delete from ${table} where _id = any($1);

-- removeEntities
with gone as (delete from ${metrics} where _id = any($1) returning *)
  select ${columns.map((column) => `count(${column})::int ${column}`).join(', ')} from gone;

-- removeEntities
delete from ${text} where _id = any($1);

-- removeEntities
update catalog_stats set total = greatest(0, total - $2), changed_at = clock_timestamp(),
    known = case when generation is null then known || jsonb_build_object(${knownCountsSql.join(', ')}) else known end
  where variant = $1;


-- server/data-quality/postgres/detach-works.ts

-- copyUsername
select _id, username from pinners p where _id = any($1) and username is not null
  and exists (select from ${table} w where w.pinner_id = p._id and w.pinner_username is null);

-- copyUsername
update ${table} w set pinner_username = $2, terms = w.terms || added.terms,
    term_occurrences = w.term_occurrences || case when cardinality(w.term_occurrences) = cardinality(w.terms) then added.occurrences end
  from ${table} before cross join lateral (
    select coalesce(array_agg(term), '{}') terms, coalesce(array_agg(occurrence), '{}') occurrences
    from unnest($3::text[], $4::integer[]) u(term, occurrence) where term <> all (before.terms)) added
  where before._id = w._id and w.pinner_id = $1 and w.pinner_username is null;

-- detachWorks
update ${table} set pinner_id = null where pinner_id = any($1);


-- server/data-quality/postgres/issue-lists.ts

-- rowsSql
select t._id, t.name, ${titleSourceSql[entity]}, ${entity === 'pinner' ? 't.username' : 't.pinner_username'} pinner_username, t.url, t.source,
    (select c.${mainCounts[entity]} from ${metrics} c where c._id = t._id) count,
    coalesce((select cardinality(r.at) from ${series} r where r._id = t._id), 0) readings, t.last_crawled_at
  from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 offset $3;

-- PostgresIssueLists.countByType
select ${counts.join(', ')};


-- server/data-quality/postgres/issue-sql.ts

-- issueCountSql
(select count(*) from ${metrics} m where ${allCountsZeroSql(entity)}
  and not exists (select from ${text} t where t._id = m._id and t.last_crawled_at is null));

-- issueCountSql
(select count(*) from ${table} ${alias} where ${condition});


-- server/data-quality/postgres/removed-rows.ts

-- keepRows
insert into removed_rows (cleanup_id, line, series, people, removed_at)
  select $1, jsonb_strip_nulls(${objectSql(lineFields(entity))}), case when cardinality(s.at) > 0 then ${objectSql(series)} end,
    array_remove(array[${peopleSql[entity]}], null), $3
  from ${lineSources(entity)} where e._id = any($2) order by e._id;

-- PostgresRemovedRows.typeOf
select entity_type from cleanups where id = $1 and exists (select from removed_rows where cleanup_id = $1);

-- PostgresRemovedRows.readLines
select id, line, ${file === 'series' ? 'series' : 'null'} series from removed_rows where cleanup_id = $1 and id > $2 order by id limit $3;

-- PostgresRemovedRows.deleteBefore
delete from removed_rows where id in (select id from removed_rows where removed_at < $1 limit $2);
