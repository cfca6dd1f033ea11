import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Interests, StoredInterests } from '#domain/watching/today/interests';
import { interestsSchema } from '#server/database/schema/watching.schema';

/** The table `interests`. */
@Injectable()
export class TypeormInterests implements Interests {
  constructor(private readonly dataSource: DataSource) {}

  async find(userId: string): Promise<StoredInterests | null> {
    const row = await this.dataSource.manager.findOneBy(interestsSchema, { user_id: userId });
    return row && { topics: row.topics, site: row.site };
  }

  async saveTopics(userId: string, topics: readonly string[]): Promise<void> {
    await this.dataSource.manager.upsert(interestsSchema, { user_id: userId, topics: [...topics] }, ['user_id']);
  }

  async saveSite(userId: string, site: string | null): Promise<void> {
    await this.dataSource.manager.upsert(interestsSchema, { user_id: userId, site }, ['user_id']);
  }
}
