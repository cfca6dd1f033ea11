-- server/mail/postgres/campaigns.ts

-- SELECT_NEXT_MEMBERS
select id, email, role_id, (select json_agg(to_jsonb(s)) from subscriptions s where s.user_id = u.id) subscriptions
  from users u where is_confirmed and unsubscribed_at is null and ($1::uuid is null or id > $1) order by id limit 500;

-- START_OR_RESUME_CAMPAIGN
insert into campaigns (name, fingerprint, audience, created_at) values ($1, $2, $3, $4)
  on conflict (fingerprint, audience) do update set name = campaigns.name returning id;

-- INSERT_NEW_REFERRALS
insert into campaign_referrals (referral_hash, campaign_id, user_id, created_at)
  select hash, $3, user_id, $4 from unnest($1::text[], $2::uuid[]) as t(hash, user_id) on conflict do nothing returning user_id;

-- PostgresCampaigns.enqueueEmails
update campaigns set finished_at = coalesce(finished_at, $2) where id = $1;


-- server/mail/postgres/old-emails.ts

-- PostgresOldEmails.deleteBefore
delete from letters where created_at < $1;


-- server/mail/postgres/queue-due-emails.ts

-- TAKE_DUE_USERS
select u.id, u.email, c.changed_at since from email_choices c join users u on u.id = c.user_id
  where c.kind = $1 and c.is_on and c.handled_day < $2 and u.is_confirmed
  order by c.user_id limit 200 for update of c skip locked;

-- MARK_HANDLED
update email_choices set handled_day = $3 where kind = $1 and user_id = any($2);


-- server/mail/postgres/queue-emails.ts

-- QUEUE_EMAILS
insert into letters (recipient, user_id, kind, content, created_at, due_at)
  select email->>'to', (email->>'user_id')::uuid, email->>'kind', email, $2, $2 from jsonb_array_elements($1::jsonb) email;
