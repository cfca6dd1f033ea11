import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Administrators, type Promotion } from '#domain/auth/account/administrators';
import type { StoredCode } from '#domain/auth/account/codes';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { insertUnlessKnown } from '#server/auth/account/typeorm/accounts';
import { replaceCode } from '#server/auth/account/typeorm/codes';
import { sessionSchema, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';

/** Roles in the table `users`. */
@Injectable()
export class TypeormAdministrators extends Administrators {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  promote(email: string, passwordHash: string | null, code: StoredCode, now: Date): Promise<Promotion> {
    return this.dataSource.transaction(async (manager) => {
      const isNew = await insertUnlessKnown(manager, { email, role_id: ADMIN_ROLE, is_confirmed: true, created_at: now });
      const { id, is_confirmed, password_hash } = await manager.findOneOrFail(userSchema, {
        where: { email },
        lock: { mode: 'pessimistic_write' },
      });
      const finalPasswordHash = passwordHash ?? (is_confirmed ? password_hash : null);
      if (!is_confirmed) await manager.delete(linkedAccountSchema, { user_id: id });
      await manager.update(userSchema, { id }, { role_id: ADMIN_ROLE, is_confirmed: true, password_hash: finalPasswordHash });
      await endSessions(manager, id);
      if (finalPasswordHash === null) await replaceCode(manager, id, code, now);
      return { user_id: id, how: isNew ? 'made' : 'promoted', needsCode: finalPasswordHash === null };
    });
  }

  demote(email: string): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const administrator = await manager.findOne(userSchema, {
        where: { email, role_id: ADMIN_ROLE },
        lock: { mode: 'pessimistic_write' },
      });
      if (!administrator) return null;
      await manager.update(userSchema, { id: administrator.id }, { role_id: USER_ROLE });
      await endSessions(manager, administrator.id);
      return administrator.id;
    });
  }

  list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.dataSource.manager.find(userSchema, {
      select: { id: true, email: true, created_at: true },
      where: { role_id: ADMIN_ROLE },
      order: { email: 'ASC' },
    });
  }
}

async function endSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(sessionSchema, [{ user_id: userId }, { pending_user_id: userId }]);
}
