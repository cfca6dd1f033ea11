import type { UserActor } from '#domain/audit/acts';
import type { EntityType } from '#domain/catalog/variants';
import { DAY_MS } from '#domain/durations';
import type { WriterScope } from '#domain/jobs/write-lock';
import { type BatchRequest, Cleanups, type InterruptedCleanup, type OpenCleanup, type RemovedBatch } from '#domain/data-quality/cleanups';
import type { Cleanup, CleanupIssue, CleanupRecord } from '#domain/data-quality/contract';

/** An entity that a cleanup may match. */
export interface CleanableEntity {
  readonly entity_type: EntityType;
  readonly _id: string;
  readonly issues: readonly Cleanup['issue_type'][];
}

interface StoredCleanup extends Omit<CleanupRecord, 'email'> {
  readonly user_id: string;
  readonly active_at: Date;
}

/** Removed entities are kept for 30 days. */
const keptUntil = (now: Date): string => new Date(now.getTime() + 30 * DAY_MS).toISOString();

/** Cleanups of entities in memory. */
export class FakeCleanups extends Cleanups {
  entities: CleanableEntity[] = [];
  readonly emails = new Map<string, string>();
  batchRows = 2;
  #cleanups: StoredCleanup[] = [];

  async countMatching(cleanup: Cleanup): Promise<number> {
    return this.#matching(cleanup).length;
  }

  async begin({ id: userId }: UserActor, cleanup: Cleanup, now: Date): Promise<OpenCleanup> {
    const open = this.#cleanups.filter((stored) => stored.finished_at === null && isSameKind(stored, cleanup));
    const own = open.find(({ user_id }) => user_id === userId);
    if (own) return { id: own.id, hasLeftovers: true };
    const id = this.#cleanups.length + 1;
    const matched = this.#matching(cleanup).length;
    this.#cleanups.push({
      id,
      user_id: userId,
      ...cleanup,
      matched,
      deleted: 0,
      started_at: now.toISOString(),
      finished_at: null,
      kept: 0,
      kept_until: null,
      active_at: now,
    });
    return { id, hasLeftovers: open.length > 0 };
  }

  async removeBatch(_scope: WriterScope, { id, cleanup, afterId, maxRows, now }: BatchRequest): Promise<RemovedBatch> {
    const limit = Math.min(this.batchRows, maxRows);
    const ids = this.#matching(cleanup)
      .filter((_id) => _id > afterId)
      .slice(0, limit);
    this.entities = this.entities.filter((entity) => entity.entity_type !== cleanup.entity_type || !ids.includes(entity._id));
    const { length } = ids;
    this.#cleanups = this.#cleanups.map((stored) =>
      stored.id === id
        ? { ...stored, deleted: stored.deleted + length, kept: stored.kept + length, kept_until: keptUntil(now), active_at: now }
        : stored,
    );
    return { removed: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
  }

  async listInterrupted(since: Date): Promise<readonly InterruptedCleanup[]> {
    const interrupted = this.#cleanups.filter(({ finished_at, active_at }) => finished_at === null && active_at < since);
    return interrupted.map(({ id, matched, deleted, entity_type, issue_type }) => ({
      id,
      remaining: matched - deleted,
      cleanup: { entity_type, issue_type } as Cleanup,
    }));
  }

  async finish(_scope: WriterScope, id: number, now: Date): Promise<void> {
    const finished = this.#cleanups.find((stored) => stored.id === id);
    this.#cleanups = this.#cleanups.map((stored) =>
      finished && stored.id <= id && stored.finished_at === null && isSameKind(stored, finished)
        ? { ...stored, finished_at: now.toISOString() }
        : stored,
    );
  }

  async listNewest(limit: number): Promise<readonly CleanupRecord[]> {
    return this.records().toReversed().slice(0, limit);
  }

  async listUnfinished(issue: CleanupIssue): Promise<readonly CleanupRecord[]> {
    const unfinished = this.records().filter(({ issue_type, finished_at }) => issue_type === issue && finished_at === null);
    return unfinished.toReversed();
  }

  /** What was removed is not kept in memory. */
  findRemovedType = () => Promise.resolve(null);
  deleteRemovedBefore = () => Promise.resolve(0);
  async *readRemoved(): AsyncGenerator<string> {}

  /** The rows of all cleanups, oldest first. */
  records(): CleanupRecord[] {
    return this.#cleanups.map(({ user_id, active_at: _, ...stored }) => ({ ...stored, email: this.emails.get(user_id) ?? null }));
  }

  #matching({ entity_type, issue_type }: Cleanup): string[] {
    const matching = this.entities.filter((entity) => entity.entity_type === entity_type && entity.issues.includes(issue_type));
    return matching.map(({ _id }) => _id).toSorted();
  }
}

const isSameKind = (one: { entity_type: string; issue_type: string }, other: { entity_type: string; issue_type: string }): boolean =>
  one.entity_type === other.entity_type && one.issue_type === other.issue_type;
