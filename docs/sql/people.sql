-- server/people/postgres/people-sql.ts

-- MATCHING_IDS
select id from users where email like $1
  union select user_id from linked_accounts where lower(username) like $1;

-- countPeopleStatement
select count(*)::int total from users;

-- countPeopleStatement
select count(*)::int total from (
  select id from users where email like $1
  union select user_id from linked_accounts where lower(username) like $1) matching;

-- listPeopleStatement
select 
  u.id, u.email, u.role_id, u.is_confirmed, u.created_at,
  (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) name,
  (select max(seen_at) from sessions where user_id = u.id) last_seen_at,
  (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions from users u ${bounds};

-- listPeopleStatement
select 
  u.id, u.email, u.role_id, u.is_confirmed, u.created_at,
  (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) name,
  (select max(seen_at) from sessions where user_id = u.id) last_seen_at,
  (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions from users u where u.id in (
  select id from users where email like $1
  union select user_id from linked_accounts where lower(username) like $1) ${bounds};

-- findPersonStatement
select 
  u.id, u.email, u.role_id, u.is_confirmed, u.created_at,
  (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) name,
  (select max(seen_at) from sessions where user_id = u.id) last_seen_at,
  (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions from users u where u.id = $1;


-- server/people/postgres/people.ts

-- GIVE_PREMIUM
insert into subscriptions (provider, id, user_id, status, started_at, ends_at, changed_at)
  select 'given', id::text, id, 'active', $2::timestamptz, $3::timestamptz, $2 from users where id = $1
  on conflict (provider, id) do update set status = 'active', started_at = $2, ends_at = $3, ended_at = null, changed_at = $2;

-- END_GIVEN_PREMIUM
update subscriptions set status = 'canceled', ended_at = $2, changed_at = $2
  where provider = 'given' and user_id = $1 and ended_at is null and ends_at > $2;

-- PostgresPeople.endSessions
delete from sessions where user_id = $1 and ($2::uuid is null or id = $2);
