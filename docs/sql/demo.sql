-- server/demo/postgres/demo-settings.ts

-- readSetting
select value from settings where name = $1;

-- saveSetting
insert into settings values ($1, $2) on conflict (name) do update set value = excluded.value;

-- readDemoStatus
select (select value = 'true' from settings where name = 'demo') "isInstalled",
  exists (select from boards) or exists (select from pins) "hasCatalog",
  exists (select from catalog_stats where scored_day is not null) "isScored",
  exists (select from keyword_build) "hasKeywords";

-- saveDemoEventsDay
insert into settings values ('demo_events', $1);

-- deleteDemoEventsDay
delete from settings where name = 'demo_events';


-- server/demo/postgres/demo-users.ts

-- hasDemoUsers
select count(*) from users where email = any($1) and is_confirmed and password_hash is not null;

-- upsertDemoUsers
insert into users (email, password_hash, role_id, is_confirmed, created_at) values ($1, $2, $3, true, $4)
  on conflict (email) where is_confirmed do update set password_hash = excluded.password_hash, role_id = excluded.role_id;

-- upsertDemoUsers
insert into subscriptions (provider, id, user_id, status, started_at, changed_at)
  select 'sandbox', 'demo', id, 'active', $2, $2 from users where email = $1 and is_confirmed
  on conflict (provider, id) do update set user_id = excluded.user_id, period_ends_at = null;

-- removeDemoUsers
delete from billing_events where user_id in (select id from users where email = any($1))
  or (provider, subscription_id) in (select provider, id from subscriptions where user_id in (select id from users where email = any($1)));

-- removeDemoUsers
delete from subscriptions where user_id in (select id from users where email = any($1));

-- removeDemoUsers
delete from letters where recipient = any($1);

-- removeDemoUsers
delete from users where email = any($1);


-- server/demo/postgres/load-demo-events.ts

-- loadDemoEvents
analyze events;

-- clearDemoEvents
delete from events where visitor between $1 and $2;


-- server/demo/postgres/load-demo.ts

-- loadEntities
analyze ${text}; analyze ${metrics}; analyze ${series};

-- loadDemo
update catalog_stats set changed_at = $1;

-- clearDemo
delete from ${table} where _id in (select _id from ${text} where source = $1);

-- clearDemo
delete from ${text} where source = $1;

-- clearDemo
update catalog_stats set changed_at = $1;
