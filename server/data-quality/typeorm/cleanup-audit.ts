import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { CleanupAudit } from '#domain/data-quality/cleanups';
import type { CleanupRecord } from '#domain/data-quality/contract';
import { userSchema } from '#server/database/schema/auth.schema';
import { cleanupSchema } from '#server/database/schema/operations.schema';

/** The table `cleanups`, which `PostgresCleanups` writes in the transactions that delete rows. */
@Injectable()
export class TypeormCleanupAudit implements CleanupAudit {
  constructor(private readonly dataSource: DataSource) {}

  async listNewest(limit: number): Promise<readonly CleanupRecord[]> {
    const { manager } = this.dataSource;
    const cleanups = await manager.find(cleanupSchema, { order: { id: 'DESC' }, take: limit });
    const userIds = cleanups.map(({ user_id }) => user_id).filter((id) => id !== null);
    const users = await manager.find(userSchema, { select: { id: true, email: true }, where: { id: In(userIds) } });
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    return cleanups.map(({ id, user_id, started_at, finished_at, ...cleanup }) => ({
      id,
      email: emails.get(user_id ?? '') ?? null,
      ...cleanup,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
    }));
  }
}
