import { Injectable } from '@nestjs/common';
import { DataSource, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Instance } from '#domain/operations/contract';
import { Instances, type RunningInstance, STALE_AFTER_MS } from '#domain/operations/instances';
import { instanceSchema } from '#server/database/schema/operations.schema';

const staleBefore = (now: Date): Date => new Date(now.getTime() - STALE_AFTER_MS);

/** The table `instances`. */
@Injectable()
export class TypeormInstances extends Instances {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async beat(instance: RunningInstance, now: Date): Promise<void> {
    await this.dataSource.manager.upsert(instanceSchema, { ...instance, seen_at: now }, ['id']);
    await this.dataSource.manager.delete(instanceSchema, { seen_at: LessThan(staleBefore(now)) });
  }

  async remove(id: string): Promise<void> {
    await this.dataSource.manager.delete(instanceSchema, { id });
  }

  async list(now: Date): Promise<readonly Instance[]> {
    const rows = await this.dataSource.manager.find(instanceSchema, {
      where: { seen_at: MoreThanOrEqual(staleBefore(now)) },
      order: { started_at: 'ASC', id: 'ASC' },
    });
    return rows.map(({ started_at, seen_at, ...instance }) => ({
      ...instance,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    }));
  }
}
