-- server/watching/postgres/alert-sql.ts

-- SCORED
select min(scored_day) "day", max(scored_at) "at" from catalog_stats;

-- TAKE_DUE_RULES
select r._id, r.measure, r.direction, r.threshold, r.period, r.evaluated_until, u.role_id, u.is_confirmed,
    case when q._id is not null then json_build_object('name', q.name, 'variant', q.variant, 'query', q.query) end search,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from alert_rules r join users u on u.id = r.user_id left join saved_searches q on q._id = r.saved_search_id
  where r.evaluated_day < $1 order by r.evaluated_day limit 100
  for key share of u skip locked for update of r skip locked;

-- ITEMS_OF_RULE
(
  select * from watched_items where watchlist_id = r.watchlist_id union all select * from watched_items where _id = r.watched_item_id);

-- figuresSql
select r._id rule_id, '${entity}' entity, i.entity_id, i.title,
      case r.measure when 'growth' then ${growthSql(entity)} when 'momentum' then ${momentum}
        when 'count' then m.${defaultMetric[entity]}::float8 when 'stale' then (${staleSql(entity)})::float8
        when 'jump' then (${JUMP_DAY})::float8 when 'gone' then (t.searchable is not true)::integer::float8 end figure,
      r.evaluated_day >= 0 and i.added_at <= r.evaluated_until "isKnown", x.rule_id is not null "didMatch"
    from alert_rules r join lateral (
  select * from watched_items where watchlist_id = r.watchlist_id union all select * from watched_items where _id = r.watched_item_id) i on i.entity = '${entity}'
      left join alert_matches x on x.rule_id = r._id and x.entity = i.entity and x.entity_id = i.entity_id
      left join ${text} t on t._id = i.entity_id left join ${metrics} m on m._id = t._id left join ${scores} s on s._id = t._id
    where r._id = any($1);

-- FORGET_ENDED_MATCHES
delete from alert_matches x where x.rule_id = any($1) and not exists (
  select from unnest($2::uuid[], $3::text[], $4::text[]) m (rule_id, entity, entity_id)
  where m.rule_id = x.rule_id and m.entity = x.entity and m.entity_id = x.entity_id);

-- KEEP_MATCHES
insert into alert_matches (rule_id, entity, entity_id) select * from unnest($1::uuid[], $2::text[], $3::text[]) on conflict do nothing;

-- INSERT_ALERTS
insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, threshold, period, "value", created_at)
  select r.user_id, r._id, $6, n.entity, n.entity_id, n.title, r.measure, r.direction, r.threshold, r.period, n."value", $7
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::float8[]) n (rule_id, entity, entity_id, title, "value")
    join alert_rules r on r._id = n.rule_id
  on conflict (rule_id, day, entity, entity_id) do nothing;

-- MARK_EVALUATED
update alert_rules r set evaluated_day = $3, evaluated_until = greatest(r.evaluated_until, n.until)
  from unnest($1::uuid[], $2::timestamptz[]) n (rule_id, until) where r._id = n.rule_id;

-- FORGET_OLD_ALERTS
delete from alerts where user_id in (select user_id from alert_rules where _id = any($1)) and day < $2;


-- server/watching/postgres/alerts.ts

-- LIST_ALERTS
select a._id, a.entity, nullif(a.entity_id, '') entity_id, a.title, a.measure, a.direction, a.threshold, a.period,
    a."value", a.day, a.read_at is not null is_read, case when a.entity_id = '' then (
      select json_build_object('variant', q.variant, 'query', q.query) from alert_rules r join saved_searches q on q._id = r.saved_search_id
      where r._id = a.rule_id) end search
  from alerts a where a.user_id = $1 order by a.created_at desc, a._id limit $2;

-- MARK_READ
update alerts set read_at = $3 where user_id = $1 and _id = any($2) and read_at is null;

-- TAKE_UNSENT_ALERTS
with due as (select * from unnest($1::uuid[], $2::timestamptz[]) due (user_id, since)), taken as (
    update alerts a set emailed_at = $3 from due
    where a.user_id = due.user_id and a.created_at >= due.since and a.emailed_at is null returning a.*)
  select a.user_id, a._id, a.entity, nullif(a.entity_id, '') entity_id, a.title, a.measure, a.direction, a.threshold, a.period,
    a."value", a.day, a.read_at is not null is_read, case when a.entity_id = '' then (
      select json_build_object('variant', q.variant, 'query', q.query) from alert_rules r join saved_searches q on q._id = r.saved_search_id
      where r._id = a.rule_id) end search from taken a order by a.created_at desc, a._id;


-- server/watching/postgres/today.ts

-- topicsSql
with top as (select _id, row_number() over (order by saves desc nulls last, _id) position from pin_metrics order by saves desc nulls last, _id limit 50000)
  select topic, count(*)::int pins,
    coalesce((array_agg(p.image_url order by position) filter (where p.image_url is not null))[:${MAX_FOUND_PICTURES}], '{}') pictures
  from top join pins p using (_id) cross join lateral unnest(lower_ascii(p.topics)) topic
  where p.searchable and topic <> '' group by topic order by pins desc, topic limit ${MAX_SUGGESTED_TOPICS};

-- readingsSql
select '${entity}' entity, i.entity_id, i.title, t.searchable is not true is_gone, r.before, r.current, r.read_at / ${MINUTES_PER_DAY} read_on, m.${summaryGrowth[entity]} growth
  from (select item.entity_id, min(item.title) title from watchlists w join watched_items item on item.watchlist_id = w._id
    where w.user_id = $1 and item.entity = '${entity}' group by 1) i
  left join ${text} t on t._id = i.entity_id left join ${metrics} m on m._id = t._id left join ${series} c on c._id = t._id
  left join lateral (
    select (array_agg(count order by at desc) filter (where at < $2))[1] before, (array_agg(count order by at desc))[1] current, max(at) read_at
    from unnest(${last('c.at')}, ${last(`c.${defaultMetric[entity]}`)}) reading(at, count) where count is not null) r on true;

-- alertsSql
select count(*)::int alerts from alerts where user_id = $1 and created_at >= to_timestamp($2::float8 * 86400);

-- linkedSitesSql
select count(*)::int accounts, coalesce(array_agg(website_url order by linked_at, _id) filter (where website_url is not null), '{}') websites
  from linked_accounts where user_id = $1;

-- ownPinsSql
select count(p._id)::int pins, sum(m.saves)::float8 saves, coalesce((array_agg(p._id order by m.saves desc nulls last, p._id) filter (where p._id is not null))[:${MAX_TODAY_ROWS}], '{}') top,
    coalesce(min(named._id), mode() within group (order by p.pinner_id)) pinner
  from (select (select _id from pinners where lower(username collate "C") = $2 order by _id limit 1) _id) named
  left join pins p on (lower(p.domain collate "C") = any($1) or p.pinner_id = named._id) and p.searchable
  left join pin_metrics m on m._id = p._id;

-- ownersSql
with topical as (select board_id, pinner_id from pins where lower_ascii(topics) && $1 and searchable limit 50000)
  select ${mostPinsSql('board_id')} boards, ${mostPinsSql('pinner_id')} pinners;

-- keywordsSql
select key from (
    select distinct k._id key, k.${isRelated ? 'opportunity' : 'momentum'} worth, k.pins
    from (
      select found._id from unnest($1::text[]) query cross join lateral (
        select _id from keyword_ranks where words @@ query::tsquery order by by_pins limit ${MAX_FREE_PAGES * MAX_FREE_PER_PAGE}) found
      ${isRelated ? 'union select unnest(related) from keywords where _id = any($2)' : ''}
    ) candidate join keywords k using (_id) where k.competition < ${MIN_LOCKED_SCORE}
  ) open order by worth desc nulls last, pins desc, key limit 40;


-- server/watching/postgres/weekly-emails.ts

-- watchedSql
select i.user_id, i.entity_id, i.stored_title, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'},
    ${titleSourceSql[entity]}, t.image_url, t.searchable is not true is_gone,
    array(select at / ${MINUTES_PER_DAY} from unnest(c.at${window}) at) "days", coalesce(c.${defaultMetric[entity]}${window}, '{}') counts
  from (select w.user_id, item.entity_id, min(item.title) stored_title
    from watchlists w join watched_items item on item.watchlist_id = w._id
    where w.user_id = any($1) and item.entity = '${entity}' group by 1, 2) i
  left join ${text} t on t._id = i.entity_id left join ${series} c on c._id = t._id order by i.entity_id;
