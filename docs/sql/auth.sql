-- server/auth/account/postgres/delete-account.ts

-- deleteAccount
select is_confirmed from users where id = $1 for update;

-- deleteAccount
delete from letters where recipient = $1;

-- deleteAccount
delete from users where email = $1;

-- deleteAccount
delete from users where id = $1;

-- hasRunningSubscription
select from subscriptions where user_id = $1 and status <> 'canceled' and ends_at is null and ended_at is null;

-- anonymizePayer
select provider, event_id, event from billing_events
  where user_id = $1 or (provider, subscription_id) in (select provider, id from subscriptions where user_id = $1) for update;

-- anonymizePayer
update billing_events set event = $3::jsonb where provider = $1 and event_id = $2;

-- eraseRemovedRows
delete from removed_rows where people && (
  select coalesce(array_agg(person), '{}') from linked_accounts,
    unnest(array['#' || external_id, '#~' || lower(username), '@' || lower(username)]) person where user_id = $1);


-- server/auth/account/postgres/own-data.ts

-- exportQueries
select id, email, role_id, is_confirmed, created_at, password_changed_at, unsubscribed_at from users where id = $1;

-- exportQueries
select id, user_agent, sscid, created_at, seen_at, expires_at from sessions where user_id = $1 order by created_at;

-- exportQueries
select created_at, confirmed_at, (select cardinality(hashes) from recovery_codes where user_id = $1) recovery_codes_left
  from second_factors where user_id = $1;

-- exportQueries
select name, added_at, used_at from passkeys where user_id = $1 order by added_at, id;

-- exportQueries
select issuer, subject, linked_at from sign_in_links where user_id = $1 order by linked_at, id;

-- exportQueries
select provider, id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at
  from subscriptions where user_id = $1 order by started_at;

-- exportQueries
select provider, event_id, kind, occurred_at, received_at, event from billing_events where user_id = $1 order by occurred_at;

-- exportQueries
select _id, platform, external_id, username, profile_image, pin_count, website_url, needs_reconnect, linked_at, read_at
  from linked_accounts where user_id = $1 order by linked_at;

-- exportQueries
select l.kind, l.created_at, l.sent_at from letters l join users u on u.id = $1 and u.is_confirmed
  where l.user_id = u.id or l.recipient = u.email order by l.created_at;

-- exportQueries
select c.name campaign, r.created_at, (select json_agg(v.day order by v.day) from campaign_visits v where v.referral_hash = r.referral_hash) visit_days
  from campaign_referrals r join campaigns c on c.id = r.campaign_id where r.user_id = $1 order by r.created_at;

-- exportQueries
select w.name, w.created_at, (select json_agg(json_build_object('entity', i.entity, 'entity_id', i.entity_id, 'title', i.title,
    'note', i.note, 'added_at', i.added_at, 'added_value', i.added_value) order by i.added_at, i._id)
    from watched_items i where i.watchlist_id = w._id) items
  from watchlists w where w.user_id = $1 order by w.created_at, w._id;

-- exportQueries
select name, variant, query, created_at, seen_at from saved_searches where user_id = $1 order by created_at, _id;

-- exportQueries
select name keyword, saved_at from saved_keywords where user_id = $1 order by saved_at, keyword;

-- exportQueries
select topics, site from interests where user_id = $1;

-- exportQueries
select r.measure, r.direction, r.threshold, r.period, coalesce(w.name, i.title, q.name) target, r.created_at
  from alert_rules r left join watchlists w on w._id = r.watchlist_id left join watched_items i on i._id = r.watched_item_id
    left join saved_searches q on q._id = r.saved_search_id where r.user_id = $1 order by r.created_at, r._id;

-- exportQueries
select entity, nullif(entity_id, '') entity_id, title, measure, direction, threshold, period, "value", created_at, read_at
  from alerts where user_id = $1 order by created_at, _id;

-- exportQueries
select kind, is_on, changed_at from email_choices where user_id = $1 order by kind;

-- exportQueries
select action act, details, at, case when admin_id = $1 then 'you' else 'an administrator or operator' end "by" from account_audit
  where user_id = $1 or admin_id = $1 order by id;

-- exportQueries
select entity_type, issue_type, matched, deleted, started_at, finished_at from cleanups where user_id = $1 order by id;

-- FREE_SEARCHES_QUERY
select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') "day", cardinality(search_hashes) searches
  from free_searches where user_id = $1 order by free_searches.day;

-- EVENTS_QUERY
select count(*)::int count, min(at) first_at, max(at) last_at from events where user_id = $1;


-- server/auth/postgres/expired-auth-data.ts

-- DELETE_STATEMENTS
delete from sessions where expires_at < $1 or seen_at < $1::timestamptz - interval '14 days';

-- DELETE_STATEMENTS
delete from sessions where token_hash in (select token_hash from sessions where user_id is null and pending_user_id is null and not registering
  and created_at <= $1 order by seen_at desc, token_hash offset 50000);

-- DELETE_STATEMENTS
delete from codes where expires_at < $1::timestamptz - interval '7 days' or used_at < $1::timestamptz - interval '7 days';

-- DELETE_STATEMENTS
delete from passkey_challenges where expires_at < $1;

-- DELETE_STATEMENTS
delete from rate_limits where expires_at < $1;

-- DELETE_STATEMENTS
delete from users u where is_repeat and not is_confirmed and created_at < $1::timestamptz - interval '30 days'
  and not exists (select from sessions s where s.user_id = u.id or s.pending_user_id = u.id);

-- DELETE_STATEMENTS
delete from free_searches where day < floor(extract(epoch from $1::timestamptz) / 86400);

-- DELETE_STATEMENTS
delete from sign_in_tries where tried_at < $1::timestamptz - interval '30 days';


-- server/auth/postgres/sign-in-attempts.ts

-- PostgresSignInAttempts.recordSuccess
with deleted as (delete from sign_in_tries where subject in ($1, $4))
  insert into sign_in_tries (subject, tries, tried_at) values ($2, 0, $3)
  on conflict (subject) do update set tries = 0, tried_at = excluded.tried_at;

-- PostgresSignInAttempts.recordFailure
insert into sign_in_tries as existing (subject, tries, tried_at) values ($1, 1, $2)
  on conflict (subject) do update set tries = existing.tries + 1, tried_at = excluded.tried_at returning tries;

-- PostgresSignInAttempts.#readState
select subject, tries from sign_in_tries where subject in ($1, $2);

-- PostgresSignInAttempts.#countAttempt
insert into sign_in_tries (subject, tries, tried_at) values ($1, 0, $2) on conflict do nothing;

-- PostgresSignInAttempts.#countAttempt
select tries, tried_at from sign_in_tries where subject = $1 for update;

-- PostgresSignInAttempts.#countAttempt
update sign_in_tries set tries = $2, tried_at = $3 where subject = $1;


-- server/auth/postgres/viewers.ts

-- FIND_SESSION
select s.token_hash, s.user_id, s.pending_user_id, s.password_given, s.registering, s.sscid, s.checked_at, s.created_at, s.seen_at, s.expires_at, u.email, u.role_id, u.is_confirmed,
    case when u.role_id = 1 then exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select from passkeys k where k.user_id = u.id) end has_second_factor,
    (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) username,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from sessions s left join users u on u.id = s.user_id
  where s.token_hash = $1;

-- PostgresViewers.#recordSeen
update sessions set seen_at = $2 where token_hash = $1;
