-- server/launch/postgres/open-database.ts

-- readRole
select current_user::text "role";


-- server/launch/postgres/served-port.ts

-- saveServedPort
insert into settings values ('served_port', $1) on conflict (name) do update set value = excluded.value;

-- readServedPort
select value from settings where name = 'served_port';
