import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredSearch } from '#domain/watching/saved-searches';
import { NotFound } from '#domain/errors';
import { searchLimitSentence } from '#domain/watching/watch-limits';
import { WatchLimitReached } from '#domain/watching/watchlists';
import { refuseKnownName, lockUser } from '#server/database/typeorm/writes';
import { type SavedSearchRow, savedSearchSchema } from '#server/database/schema/watching.schema';

const missingSearch = () => new NotFound('This saved search no longer exists.');

const toStoredSearch = ({ _id, name, variant, query, seen_at }: SavedSearchRow): StoredSearch => ({ _id, name, variant, query, seen_at });

/** Stores the searches that users save. Throws `NotFound` for one that is missing, as those of other users are. */
@Injectable()
export class SavedSearches {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a user's searches, oldest first. */
  async listFor(userId: string): Promise<readonly StoredSearch[]> {
    const where = { user_id: userId };
    return (await this.dataSource.manager.find(savedSearchSchema, { where, order: { created_at: 'ASC', _id: 'ASC' } })).map(toStoredSearch);
  }

  /**
   * Saves a search as seen now. Concurrent calls cannot exceed `limit`: throws `WatchLimitReached`, or `Conflict` for a name that the
   * user has.
   */
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

  /** Records that its owner has opened it. */
  async markSeen(userId: string, id: string, now: Date): Promise<void> {
    const { affected } = await this.dataSource.manager.update(savedSearchSchema, { _id: id, user_id: userId }, { seen_at: now });
    if (affected !== 1) throw missingSearch();
  }

  /** Deletes a search. */
  async remove(userId: string, id: string): Promise<void> {
    if ((await this.dataSource.manager.delete(savedSearchSchema, { _id: id, user_id: userId })).affected !== 1) throw missingSearch();
  }
}
