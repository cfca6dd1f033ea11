-- server/audit/postgres/audit-log.ts

-- INSERT_ENTRY
insert into account_audit (at, action, actor_kind, admin_id, actor_label, user_id, target, details, origin)
  values ($1, $2, $3, $4, $5, (select id from users where id = $6), $7, $8, $9);

-- enterOnce
select from information_schema.columns where table_schema = current_schema and table_name = 'account_audit' and column_name = 'origin';

-- COUNT_ENTRIES
select count(*)::int total ${ENTRIES};

-- LIST_ENTRIES
select id, at, act, actor_kind, actor, target, details, origin ${ENTRIES} order by id desc limit $7 offset $8;

-- NEXT_ENTRIES
select id, at, act, actor_kind, actor, target, details, origin ${ENTRIES} and id < $7 order by id desc limit $8;
