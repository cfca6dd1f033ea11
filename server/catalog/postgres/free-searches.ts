import { Injectable } from '@nestjs/common';
import type { Day } from '#domain/days';
import { Postgres } from '#server/database/postgres';

/** One statement, so that concurrent searches wait for each other's row and never exceed the limit. */
const COUNT_SEARCH = `
  insert into free_searches as f (user_id, day, search_hashes) values ($1, $2, array[$3::text])
  on conflict (user_id, day) do update set search_hashes = case
    when $3::text = any (f.search_hashes) or cardinality(f.search_hashes) >= $4::integer then f.search_hashes
    else f.search_hashes || $3::text end
  returning cardinality(search_hashes) counted, $3::text = any (search_hashes) is_counted`;

const FIND_COUNT = 'select cardinality(search_hashes) counted from free_searches where user_id = $1 and day = $2';

/** Counts the free searches of people: one row per person and day. Its `user_id` is that of no user, but a `searcherIdOf`. */
@Injectable()
export class FreeSearches {
  constructor(private readonly postgres: Postgres) {}

  /**
   * Counts a search, once a day, and returns how many of the day have been counted. Returns null, and counts nothing, beyond `limit`, also
   * under concurrency. A search that was counted on this day is free.
   */
  async count(searcherId: string, day: Day, searchHash: string, limit: number): Promise<number | null> {
    const { rows } = await this.postgres.pool.query<{ counted: number; is_counted: boolean }>(COUNT_SEARCH, [
      searcherId,
      day,
      searchHash,
      limit,
    ]);
    return rows[0]?.is_counted ? rows[0].counted : null;
  }

  /** Returns how many searches of a day have been counted. */
  async findCount(searcherId: string, day: Day): Promise<number> {
    const { rows } = await this.postgres.pool.query<{ counted: number }>(FIND_COUNT, [searcherId, day]);
    return rows[0]?.counted ?? 0;
  }
}
