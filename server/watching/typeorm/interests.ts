import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredInterests } from '#domain/watching/today/interests';
import { interestsSchema } from '#server/database/schema/watching.schema';

/** Stores what users pin about. */
@Injectable()
export class Interests {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns what a user has chosen; null before the first choice, which may be to skip. */
  async find(userId: string): Promise<StoredInterests | null> {
    const row = await this.dataSource.manager.findOneBy(interestsSchema, { user_id: userId });
    return row && { topics: row.topics, site: row.site };
  }

  /** Replaces a user's topics. */
  async saveTopics(userId: string, topics: readonly string[]): Promise<void> {
    await this.dataSource.manager.upsert(interestsSchema, { user_id: userId, topics: [...topics] }, ['user_id']);
  }

  /** Replaces a user's site. */
  async saveSite(userId: string, site: string | null): Promise<void> {
    await this.dataSource.manager.upsert(interestsSchema, { user_id: userId, site }, ['user_id']);
  }
}
