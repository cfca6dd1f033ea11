import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Account } from '#domain/auth/account/account';
import { Accounts, type NewPassword, type NewAccount } from '#domain/auth/account/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

const ACCOUNT_COLUMNS = 'id, email, password_hash, role_id, is_confirmed';

/** The tables `users` and `codes`. */
@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  findByEmail(email: string): Promise<Account | null> {
    return this.#findOne(`select ${ACCOUNT_COLUMNS} from users where email = $1`, [email]);
  }

  findById(id: string): Promise<Account | null> {
    return this.#findOne(`select ${ACCOUNT_COLUMNS} from users where id = $1`, [id]);
  }

  register({ email, password_hash, code, confirmationEmail, knownAddressEmail }: NewAccount, now: Date): Promise<string | null> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rows: inserted } = await client.query<{ id: string }>(
        'insert into users (email, password_hash, created_at) values ($1, $2, $3) on conflict (email) do nothing returning id',
        [email, password_hash, now],
      );
      const { rows: existing } = await client.query<{ id: string }>('select id from users where email = $1', [email]);
      const isNew = inserted.length === 1;
      const userId = existing[0]?.id ?? '';
      // A known address costs a code too, one that nobody gets and that never works: the time tells nothing.
      await client.query(
        'insert into codes (code_hash, user_id, purpose, created_at, expires_at, used_at) values ($1, $2, $3, $4, $5, $6)',
        [code.hash, userId, code.purpose, now, code.expires_at, isNew ? null : now],
      );
      const outgoingEmail = isNew ? confirmationEmail(userId) : knownAddressEmail(userId);
      await queueEmails(client, outgoingEmail ? [outgoingEmail] : [], now);
      return isNew ? userId : null;
    });
  }

  findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    return this.#findOne(
      `select ${ACCOUNT_COLUMNS} from users where id =
         (select user_id from codes where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3)`,
      [codeHash, purpose, now],
    );
  }

  confirm(codeHash: string, now: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const userId = await consumeCode(client, codeHash, 'confirm', now);
      if (userId === null) return false;
      await client.query('update users set is_confirmed = true where id = $1', [userId]);
      await invalidateCodes(client, userId, 'confirm', now);
      return true;
    });
  }

  replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void> {
    return inTransaction(this.postgres.pool, async (client) => {
      await replaceCode(client, userId, code, now);
      await queueEmails(client, [email], now);
    });
  }

  resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const userId = await consumeCode(client, codeHash, 'reset', now);
      if (userId === null) return false;
      const { rows } = await client.query<{ is_confirmed: boolean }>('select is_confirmed from users where id = $1 for update', [userId]);
      if (!rows[0]?.is_confirmed) await client.query('delete from linked_accounts where user_id = $1', [userId]);
      await client.query('update users set is_confirmed = true where id = $1', [userId]);
      for (const purpose of ['reset', 'confirm'] as const) await invalidateCodes(client, userId, purpose, now);
      await setPassword(client, userId, newPassword, now);
      return true;
    });
  }

  changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void> {
    return inTransaction(this.postgres.pool, async (client) => {
      await invalidateCodes(client, userId, 'reset', now);
      await setPassword(client, userId, newPassword, now);
    });
  }

  async #findOne(text: string, values: readonly unknown[]): Promise<Account | null> {
    const { rows } = await this.postgres.pool.query<Account>(text, [...values]);
    return rows[0] ?? null;
  }
}

/** A new code in the place of the older ones of its purpose. */
export async function replaceCode(client: PoolClient, userId: string, code: StoredCode, now: Date): Promise<void> {
  await invalidateCodes(client, userId, code.purpose, now);
  await client.query('insert into codes (code_hash, user_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)', [
    code.hash,
    userId,
    code.purpose,
    now,
    code.expires_at,
  ]);
}

/** Whose code it was; null when another use was first. One statement: parallel uses have one winner. */
async function consumeCode(client: PoolClient, codeHash: string, purpose: CodePurpose, now: Date): Promise<string | null> {
  const { rows } = await client.query<{ user_id: string }>(
    'update codes set used_at = $3 where code_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 returning user_id',
    [codeHash, purpose, now],
  );
  return rows[0]?.user_id ?? null;
}

async function invalidateCodes(client: PoolClient, userId: string, purpose: CodePurpose, now: Date): Promise<void> {
  await client.query('update codes set used_at = $3 where user_id = $1 and purpose = $2 and used_at is null', [userId, purpose, now]);
}

async function setPassword(client: PoolClient, userId: string, newPassword: NewPassword, now: Date): Promise<void> {
  const { password_hash, notificationEmail: email, session_hash } = newPassword;
  await client.query('update users set password_hash = $2, password_changed_at = $3 where id = $1', [userId, password_hash, now]);
  const ownedByUser = '(user_id = $1 or pending_user_id = $1)';
  await client.query(`delete from sessions where ${ownedByUser} and token_hash is distinct from $2`, [userId, session_hash]);
  await client.query(`update sessions set user_id = null, pending_user_id = null, registering = false where ${ownedByUser}`, [userId]);
  if (email) await queueEmails(client, [email], now);
}
