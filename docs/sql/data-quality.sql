-- server/data-quality/postgres/catalog-quality.ts

-- issueCountsQuery
select '${entity}' entity, ${countedIssues.map((issue) => `${issueCountSql(issue, entity, '$1')}::int ${issue}`).join(', ')};

-- PostgresCatalogQuality.countIssues
set local transaction_read_only = on;


-- server/data-quality/postgres/cleanups.ts

-- PostgresCleanups.countMatching
select count(*) from ${from} where ${where};

-- PostgresCleanups.begin
select id from cleanups where user_id = $1 and entity_type = $2 and issue_type = $3 and finished_at is null order by id limit 1;

-- PostgresCleanups.begin
insert into cleanups (user_id, entity_type, issue_type, matched, started_at)
  values ($1, $2, $3, (select count(*) from ${from} where ${where}), $4)
  returning id, exists (select from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null) "hasLeftovers";

-- PostgresCleanups.removeBatch
set local lock_timeout = '10s';

-- PostgresCleanups.removeBatch
update cleanups set deleted = deleted + $2 where id = $1;

-- PostgresCleanups.#lockMatchingIds
select t._id from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 for update of ${lockedTables};

-- PostgresCleanups.finish
update cleanups c set finished_at = $2 from cleanups done
  where done.id = $1 and c.id <= done.id and c.entity_type = done.entity_type and c.issue_type = done.issue_type and c.finished_at is null;

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


-- server/data-quality/postgres/issue-sql.ts

-- issueCountSql
(select count(*) from ${metrics} m where ${allCountsZeroSql(entity)}
  and not exists (select from ${text} t where t._id = m._id and t.last_crawled_at is null));

-- issueCountSql
(select count(*) from ${table} ${alias} where ${condition});
