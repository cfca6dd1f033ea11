-- server/linked-accounts/postgres/token-rotation.ts

-- PostgresTokenRotation.countPending
select (select count(*) from linked_accounts where key_id <> $1)
  + (select count(*) from second_factors where not starts_with(sealed_key, $2)) pending;

-- PostgresTokenRotation.#resealFactors
select user_id, sealed_key from second_factors where not starts_with(sealed_key, $1);

-- PostgresTokenRotation.#resealFactors
update second_factors set sealed_key = $3 where user_id = $1 and sealed_key = $2;

-- PostgresTokenRotation.#rotateBatch
select _id, user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at
  from linked_accounts where key_id <> $1 and _id > $2 order by _id limit 500 for update;

-- PostgresTokenRotation.#rotateOne
update linked_accounts set access_token = $2, refresh_token = $3, key_id = $4 where _id = $1;
