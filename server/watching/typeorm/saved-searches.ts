import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SavedSearches, StoredSearch } from '#domain/watching/saved-searches';
import { searchLimitSentence } from '#domain/watching/watch-limits';
import { WatchLimitReached } from '#domain/watching/watchlists';
import { refuseKnownName } from '#server/database/typeorm/unique-violation';
import { type SavedSearchRow, savedSearchSchema } from '#server/database/schema/watching.schema';
import { lockUser } from '#server/database/typeorm/locked-user';

const toStoredSearch = ({ _id, name, variant, query, seen_at }: SavedSearchRow): StoredSearch => ({ _id, name, variant, query, seen_at });

/** The table `saved_searches`. */
@Injectable()
export class TypeormSavedSearches implements SavedSearches {
  constructor(private readonly dataSource: DataSource) {}

  async listFor(userId: string): Promise<readonly StoredSearch[]> {
    const where = { user_id: userId };
    return (await this.dataSource.manager.find(savedSearchSchema, { where, order: { created_at: 'ASC', _id: 'ASC' } })).map(toStoredSearch);
  }

  save(userId: string, search: Omit<StoredSearch, '_id' | 'seen_at'>, limit: number, now: Date): Promise<StoredSearch> {
    return refuseKnownName('You have a saved search with this name.', () =>
      this.dataSource.transaction(async (manager) => {
        await lockUser(manager, userId);
        const count = await manager.countBy(savedSearchSchema, { user_id: userId });
        if (count >= limit) throw new WatchLimitReached(searchLimitSentence(limit));
        await manager.insert(savedSearchSchema, { ...search, user_id: userId, created_at: now, seen_at: now });
        return toStoredSearch(await manager.findOneByOrFail(savedSearchSchema, { user_id: userId, name: search.name }));
      }),
    );
  }

  async markSeen(userId: string, id: string, now: Date): Promise<boolean> {
    return (await this.dataSource.manager.update(savedSearchSchema, { _id: id, user_id: userId }, { seen_at: now })).affected === 1;
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.dataSource.manager.delete(savedSearchSchema, { _id: id, user_id: userId })).affected === 1;
  }
}
