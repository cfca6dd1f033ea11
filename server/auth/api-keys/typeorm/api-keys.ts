import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import type { Actor } from '#domain/audit/acts';
import { MAX_PERSONAL_KEYS } from '#domain/auth/api-keys/api-keys';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { apiKeySchema, userSchema } from '#server/database/schema/auth.schema';
import type { StoredRow } from '#server/database/schema/table';
import { lockUser } from '#server/database/typeorm/writes';

type ApiKeyRow = StoredRow<typeof apiKeySchema>;

/** A stored key, without the hash of its token. `prefix`: the beginning of the token, by which its owner recognizes it. */
export type StoredApiKey = Omit<ApiKeyRow, 'token_hash'>;

/** The API keys of all users. Each change is in the audit. */
@Injectable()
export class ApiKeys {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the keys of a user that are not revoked, oldest first. */
  listFor(userId: string): Promise<readonly StoredApiKey[]> {
    return this.dataSource.manager.find(apiKeySchema, {
      where: { user_id: userId, revoked_at: IsNull() },
      order: { created_at: 'ASC', id: 'ASC' },
    });
  }

  /** Returns all keys that are not revoked, with the addresses of their owners. */
  async listAll(): Promise<readonly (StoredApiKey & { readonly email: string })[]> {
    const rows = await this.dataSource
      .createQueryBuilder(apiKeySchema, 'k')
      .innerJoin(userSchema.options.name, 'u', 'u.id = k.user_id')
      .addSelect('u.email', 'email')
      .where('k.revoked_at is null')
      .orderBy('u.email')
      .addOrderBy('k.created_at')
      .getRawAndEntities<{ email: string }>();
    return rows.entities.map((key, index) => ({ ...key, email: rows.raw[index]?.email ?? '' }));
  }

  /** Stores a key and returns it; null when the owner has as many personal keys as one may have. */
  create({ token_hash, ...key }: Omit<ApiKeyRow, 'id' | 'used_at' | 'revoked_at'>, by: Actor): Promise<StoredApiKey | null> {
    return this.dataSource.transaction(async (manager) => {
      if (key.kind === 'personal') {
        await lockUser(manager, key.user_id);
        const owned = { user_id: key.user_id, kind: key.kind, revoked_at: IsNull() };
        const working = [
          { ...owned, expires_at: IsNull() },
          { ...owned, expires_at: MoreThan(key.created_at) },
        ];
        if ((await manager.countBy(apiKeySchema, working)) >= MAX_PERSONAL_KEYS) return null;
      }
      const { identifiers } = await manager.insert(apiKeySchema, { ...key, token_hash });
      await writeEntry(manager, {
        by,
        at: key.created_at,
        act: 'api_key_created',
        target: key.user_id,
        details: { key: key.name, kind: key.kind },
      });
      return { ...key, id: (identifiers[0] as { readonly id: string }).id, used_at: null, revoked_at: null };
    });
  }

  /** Revokes a key, of one owner only if `userId` is given; null when there is none that is not revoked. */
  revoke(id: string, userId: string | undefined, by: Actor, now: Date): Promise<StoredApiKey | null> {
    return this.dataSource.transaction(async (manager) => {
      const where = { id, revoked_at: IsNull(), ...(userId !== undefined && { user_id: userId }) };
      const key = await manager.findOne(apiKeySchema, { where, lock: { mode: 'pessimistic_write' } });
      if (!key) return null;
      await manager.update(apiKeySchema, { id }, { revoked_at: now });
      await writeEntry(manager, { by, at: now, act: 'api_key_revoked', target: key.user_id, details: { key: key.name, kind: key.kind } });
      return key;
    });
  }
}
