import { SECOND_MS } from '#domain/durations';
import { Injectable } from '@nestjs/common';
import { DataSource, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Instance } from '#domain/operations/contract';
import { instanceSchema } from '#server/database/schema/operations.schema';

/** How often a server says that it runs. */
export const HEARTBEAT_INTERVAL_MS = 10 * SECOND_MS;

/** A server that has not been heard of for this long does not run. */
export const STALE_AFTER_MS = 6 * HEARTBEAT_INTERVAL_MS;

/** A server as it introduces itself. */
export interface RunningInstance extends Pick<Instance, 'id' | 'host' | 'version'> {
  readonly started_at: Date;
}

const staleBefore = (now: Date): Date => new Date(now.getTime() - STALE_AFTER_MS);

/** The servers that run. */
@Injectable()
export class Instances {
  constructor(private readonly dataSource: DataSource) {}

  /** Says that a server runs, and removes those that have not been heard of for `STALE_AFTER_MS`. */
  async beat(instance: RunningInstance, now: Date): Promise<void> {
    await this.dataSource.manager.upsert(instanceSchema, { ...instance, seen_at: now }, ['id']);
    await this.dataSource.manager.delete(instanceSchema, { seen_at: LessThan(staleBefore(now)) });
  }

  /** Removes a server that stops. */
  async remove(id: string): Promise<void> {
    await this.dataSource.manager.delete(instanceSchema, { id });
  }

  /** Returns the servers that were heard of lately, oldest first. */
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
