import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { NotFound } from '#domain/errors';
import { keywordLimitSentence } from '#domain/watching/watch-limits';
import { WatchLimitReached } from '#domain/watching/watchlists';
import { savedKeywordSchema } from '#server/database/schema/watching.schema';
import { lockUser } from '#server/database/typeorm/writes';

/** A keyword that a user has saved; it outlives the keyword's counted figures. */
interface SavedKeywordRecord {
  /** The key that all spellings share. */
  readonly key: string;
  readonly name: string;
  readonly savedAt: Date;
}

/** Stores the list of keywords that each user has saved. */
@Injectable()
export class SavedKeywords {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a user's keywords, the newest first. */
  async listFor(userId: string): Promise<readonly SavedKeywordRecord[]> {
    const where = { user_id: userId };
    const rows = await this.dataSource.manager.find(savedKeywordSchema, { where, order: { saved_at: 'DESC', keyword: 'ASC' } });
    return rows.map(({ keyword, name, saved_at }) => ({ key: keyword, name, savedAt: saved_at }));
  }

  /** Saves all of these keywords or, beyond `limit`, none: throws `WatchLimitReached`, also under concurrency. Saved ones stay unchanged. */
  async save(userId: string, keywords: readonly Omit<SavedKeywordRecord, 'savedAt'>[], limit: number, now: Date): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      const known = await manager.findBy(savedKeywordSchema, { user_id: userId, keyword: In(keywords.map(({ key }) => key)) });
      const knownKeys = new Set(known.map(({ keyword }) => keyword));
      const added = keywords.filter(({ key }) => !knownKeys.has(key));
      if (added.length === 0) return;
      const count = await manager.countBy(savedKeywordSchema, { user_id: userId });
      if (count + added.length > limit) throw new WatchLimitReached(keywordLimitSentence(limit));
      await manager.insert(
        savedKeywordSchema,
        added.map(({ key, name }) => ({ user_id: userId, keyword: key, name, saved_at: now })),
      );
    });
  }

  /** Removes a keyword. Throws `NotFound` when it is not saved. */
  async remove(userId: string, key: string): Promise<void> {
    const { affected } = await this.dataSource.manager.delete(savedKeywordSchema, { user_id: userId, keyword: key });
    if (affected !== 1) throw new NotFound('You have not saved this keyword.');
  }
}
