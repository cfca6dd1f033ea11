import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Account } from '#domain/auth/account';
import { Accounts, type NewPassword, type SigningUp } from '#domain/auth/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/codes';
import type { Letter } from '#domain/mail/letter';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueLetters } from '#server/mail/outbox';

const COLUMNS = 'id, email, password_hash, role_id, is_confirmed';

/** The tables `users` and `codes`. */
@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  byEmail(email: string): Promise<Account | null> {
    return this.#one(`select ${COLUMNS} from users where email = $1`, [email]);
  }

  byId(id: string): Promise<Account | null> {
    return this.#one(`select ${COLUMNS} from users where id = $1`, [id]);
  }

  signUp({ email, password_hash, code, welcome, known }: SigningUp, now: Date): Promise<string | null> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rows: made } = await client.query<{ id: string }>(
        'insert into users (email, password_hash, created_at) values ($1, $2, $3) on conflict (email) do nothing returning id',
        [email, password_hash, now],
      );
      const { rows: found } = await client.query<{ id: string }>('select id from users where email = $1', [email]);
      const isNew = made.length === 1;
      const user_id = found[0]?.id ?? '';
      // A known address costs a code too, one that nobody gets and that never works: the time tells nothing.
      await client.query(
        'insert into codes (code_hash, user_id, purpose, created_at, expires_at, used_at) values ($1, $2, $3, $4, $5, $6)',
        [code.hash, user_id, code.purpose, now, code.expires_at, isNew ? null : now],
      );
      const letter = isNew ? welcome(user_id) : known(user_id);
      await queueLetters(client, letter ? [letter] : [], now);
      return isNew ? user_id : null;
    });
  }

  ownerOf(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    return this.#one(
      `select ${COLUMNS} from users where id =
         (select user_id from codes where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3)`,
      [codeHash, purpose, now],
    );
  }

  confirm(codeHash: string, now: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const user_id = await useUp(client, codeHash, 'confirm', now);
      if (user_id === null) return false;
      await client.query('update users set is_confirmed = true where id = $1', [user_id]);
      await endCodes(client, user_id, 'confirm', now);
      return true;
    });
  }

  giveCode(user_id: string, code: StoredCode, letter: Letter, now: Date): Promise<void> {
    return inTransaction(this.postgres.pool, async (client) => {
      await giveCode(client, user_id, code, now);
      await queueLetters(client, [letter], now);
    });
  }

  resetPassword(codeHash: string, chosen: NewPassword, now: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const user_id = await useUp(client, codeHash, 'reset', now);
      if (user_id === null) return false;
      const { rows } = await client.query<{ is_confirmed: boolean }>('select is_confirmed from users where id = $1 for update', [user_id]);
      if (!rows[0]?.is_confirmed) await client.query('delete from linked_accounts where user_id = $1', [user_id]);
      await client.query('update users set is_confirmed = true where id = $1', [user_id]);
      for (const purpose of ['reset', 'confirm'] as const) await endCodes(client, user_id, purpose, now);
      await setPassword(client, user_id, chosen, now);
      return true;
    });
  }

  changePassword(user_id: string, chosen: NewPassword, now: Date): Promise<void> {
    return inTransaction(this.postgres.pool, async (client) => {
      await endCodes(client, user_id, 'reset', now);
      await setPassword(client, user_id, chosen, now);
    });
  }

  async #one(text: string, values: readonly unknown[]): Promise<Account | null> {
    const { rows } = await this.postgres.pool.query<Account>(text, [...values]);
    return rows[0] ?? null;
  }
}

/** A new code in the place of the older ones of its purpose. */
export async function giveCode(client: PoolClient, user_id: string, code: StoredCode, now: Date): Promise<void> {
  await endCodes(client, user_id, code.purpose, now);
  await client.query('insert into codes (code_hash, user_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)', [
    code.hash,
    user_id,
    code.purpose,
    now,
    code.expires_at,
  ]);
}

/** Whose code it was; null when another use was first. One statement: parallel uses have one winner. */
async function useUp(client: PoolClient, codeHash: string, purpose: CodePurpose, now: Date): Promise<string | null> {
  const { rows } = await client.query<{ user_id: string }>(
    'update codes set used_at = $3 where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 returning user_id',
    [codeHash, purpose, now],
  );
  return rows[0]?.user_id ?? null;
}

async function endCodes(client: PoolClient, user_id: string, purpose: CodePurpose, now: Date): Promise<void> {
  await client.query('update codes set used_at = $3 where user_id = $1 and purpose = $2 and used_at is null', [user_id, purpose, now]);
}

async function setPassword(client: PoolClient, user_id: string, chosen: NewPassword, now: Date): Promise<void> {
  const { password_hash, letter, session_hash } = chosen;
  await client.query('update users set password_hash = $2, password_changed_at = $3 where id = $1', [user_id, password_hash, now]);
  const theirs = '(user_id = $1 or pending_user_id = $1)';
  await client.query(`delete from sessions where ${theirs} and token_hash is distinct from $2`, [user_id, session_hash]);
  await client.query(`update sessions set user_id = null, pending_user_id = null, registering = false where ${theirs}`, [user_id]);
  if (letter) await queueLetters(client, [letter], now);
}
