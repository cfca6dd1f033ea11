import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Administrators, type Promotion } from '#domain/auth/account/administrators';
import type { StoredCode } from '#domain/auth/account/codes';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { replaceCode } from '#server/auth/account/typeorm/accounts';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

interface AccountRow {
  readonly id: string;
  readonly password_hash: string | null;
  readonly is_confirmed: boolean;
}

/** Roles in the table `users`. */
@Injectable()
export class TypeormAdministrators extends Administrators {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  promote(email: string, passwordHash: string | null, code: StoredCode, now: Date): Promise<Promotion> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rowCount: insertedCount } = await client.query(
        'insert into users (email, role_id, is_confirmed, created_at) values ($1, $2, true, $3) on conflict (email) do nothing',
        [email, ADMIN_ROLE, now],
      );
      const { rows } = await client.query<AccountRow>('select id, password_hash, is_confirmed from users where email = $1 for update', [
        email,
      ]);
      const [account] = rows;
      if (!account) throw new Error('the account went away');
      const finalPasswordHash = passwordHash ?? (account.is_confirmed ? account.password_hash : null);
      if (!account.is_confirmed) await client.query('delete from linked_accounts where user_id = $1', [account.id]);
      await client.query('update users set role_id = $2, is_confirmed = true, password_hash = $3 where id = $1', [
        account.id,
        ADMIN_ROLE,
        finalPasswordHash,
      ]);
      await endSessions(client, account.id);
      if (finalPasswordHash === null) await replaceCode(client, account.id, code, now);
      return { user_id: account.id, how: insertedCount ? 'made' : 'promoted', needsCode: finalPasswordHash === null };
    });
  }

  demote(email: string): Promise<string | null> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { rows } = await client.query<{ id: string }>('update users set role_id = $2 where email = $1 and role_id = $3 returning id', [
        email,
        USER_ROLE,
        ADMIN_ROLE,
      ]);
      const id = rows[0]?.id ?? null;
      if (id !== null) await endSessions(client, id);
      return id;
    });
  }

  async list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    const { rows } = await this.postgres.pool.query<{ email: string; created_at: Date }>(
      'select email, created_at from users where role_id = $1 order by email',
      [ADMIN_ROLE],
    );
    return rows;
  }
}

async function endSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from sessions where user_id = $1 or pending_user_id = $1', [userId]);
}
