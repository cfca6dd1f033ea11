import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, LessThanOrEqual } from 'typeorm';
import { Conflict } from '#domain/errors';
import { LinkLimitReached } from '#domain/linked-accounts/errors';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { linkStateOf, readingProblems, type TemporaryProblem } from '#domain/linked-accounts/link-state';
import { MAX_LINKED_ACCOUNTS, type Permission, type Profile, VOLUMES_SCOPE } from '#domain/linked-accounts/platform';
import type { SavedKeyword } from '#domain/linked-accounts/research-results';
import { isUniqueViolation, lockUser } from '#server/database/typeorm/writes';
import {
  linkedAccountSchema,
  type LinkedAccountRow,
  type LinkingStateRow,
  linkingStateSchema,
} from '#server/database/schema/linked-accounts.schema';
import { savedKeywordSchema } from '#server/database/schema/watching.schema';
import { TokenEncryption, type TokenOwner } from '#server/linked-accounts/postgres/token-encryption';

/** The account as its owner sees it, without tokens. */
function toLinkedAccount(row: LinkedAccountRow): LinkedAccount {
  const { state, reason, since } = linkStateOf(row);
  return {
    _id: row._id,
    username: row.username,
    profile_image: row.profile_image,
    pin_count: row.pin_count,
    website_url: row.website_url,
    needs_reconnect: state === 'needs_you',
    state,
    reason,
    since: since?.toISOString() ?? null,
    ends_at: (row.refresh_expires_at ?? row.access_expires_at).toISOString(),
    has_volumes: row.scopes.includes(VOLUMES_SCOPE),
    linked_at: row.linked_at.toISOString(),
  };
}

/** A linked account with the state of its permission and profile. */
export interface StoredLinkedAccount extends Pick<LinkedAccountRow, 'platform' | 'read_at' | 'renewed_at'> {
  readonly account: LinkedAccount;
  /** True once the platform has refused the permission; the profile is no longer fetched. */
  readonly ended: boolean;
}

/** A pending authorization. Its secrets are stored only as hashes. */
type LinkingState = Omit<LinkingStateRow, 'code_hash'>;

/** Stores linked accounts, and authorizations that users have started and not finished. */
@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokenEncryption: TokenEncryption,
  ) {}

  /** Saves an authorization that begins, and deletes expired ones. */
  async saveState(state: LinkingState, now: Date): Promise<void> {
    await this.dataSource.manager.delete(linkingStateSchema, { expires_at: LessThanOrEqual(now) });
    await this.dataSource.manager.insert(linkingStateSchema, state);
  }

  /** Consumes a state together with the code that came back. Returns null when the state is unknown or used, or the code was used before. */
  async consumeState(state_hash: string, code_hash: string): Promise<LinkingState | null> {
    const { manager } = this.dataSource;
    try {
      const { affected } = await manager.update(linkingStateSchema, { state_hash, code_hash: IsNull() }, { code_hash });
      return affected === 1 ? await manager.findOneBy(linkingStateSchema, { state_hash }) : null;
    } catch (error) {
      // The unique index on code_hash: this code was used with another state.
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  /** Returns a user's accounts, oldest first. */
  async listFor(userId: string): Promise<readonly StoredLinkedAccount[]> {
    const rows = await this.dataSource.manager.find(linkedAccountSchema, {
      where: { user_id: userId },
      order: { linked_at: 'ASC', _id: 'ASC' },
    });
    return rows.map((row) => {
      const { platform, read_at, renewed_at, needs_reconnect: ended } = row;
      return { account: toLinkedAccount(row), platform, read_at, renewed_at, ended };
    });
  }

  /**
   * Links an account, or renews the permission of one that the user has already linked. Concurrent calls cannot exceed the limit. Throws
   * `LinkLimitReached`, or `Conflict` when another user has linked the account.
   */
  add(userId: string, platform: string, permission: Permission, now: Date): Promise<LinkedAccount> {
    const { tokens, profile, scopes } = permission;
    const key = { user_id: userId, platform, external_id: profile.external_id };
    const renewed = this.tokenEncryption.renewed(key, tokens, now);
    return this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      await refuseBeyondLimit(manager, key);
      const columns = { ...profile, ...key, ...renewed, read_at: now, needs_reconnect: false, scopes };
      if (!(await upsertPermission(manager, columns, now))) throw new Conflict('Another user here has already linked this account.');
      return toLinkedAccount(await manager.findOneByOrFail(linkedAccountSchema, key));
    });
  }

  /** Deletes an account of this user and its tokens. Returns false when there is none. */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.dataSource.manager.delete(linkedAccountSchema, { _id: id, user_id: userId })).affected === 1;
  }

  /** Returns the access to this user's account, without a token where it has ended or cannot be decrypted; null when there is no such account. */
  async findAccess(userId: string, id: string) {
    const row = await this.dataSource.manager.findOneBy(linkedAccountSchema, { _id: id, user_id: userId });
    if (row === null) return null;
    const token = row.needs_reconnect ? null : (this.tokenEncryption.decryptOrLog(row)?.access ?? null);
    return { platform: row.platform, token, scopes: row.scopes, pin_count: row.pin_count };
  }

  /** Returns the keywords that a user has saved, or the one of this key. */
  async listSavedKeywords(userId: string, key: string | undefined): Promise<readonly SavedKeyword[]> {
    const where = { user_id: userId, ...(key !== undefined && { keyword: key }) };
    const rows = await this.dataSource.manager.findBy(savedKeywordSchema, where);
    return rows.map(({ keyword, name, saved_at }) => ({ key: keyword, name, savedAt: saved_at }));
  }

  /**
   * Claims the refresh of a profile that was last fetched before `staleBefore` and returns the access token, or null when another caller
   * has claimed it or the token cannot be decrypted. The profile counts as fetched from now on, which bounds calls to a failing platform.
   */
  async claimProfileRefresh(id: string, staleBefore: Date, now: Date): Promise<string | null> {
    const claimed = await this.dataSource.transaction(async (manager) => {
      const account = await manager.findOne(linkedAccountSchema, {
        where: { _id: id, read_at: LessThanOrEqual(staleBefore), needs_reconnect: false },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      if (account) await manager.update(linkedAccountSchema, { _id: id }, { read_at: now });
      return account;
    });
    return (claimed && this.tokenEncryption.decryptOrLog(claimed))?.access ?? null;
  }

  /** Saves a profile that was read, which shows that what kept us from reading is over. */
  async saveProfile(id: string, { external_id, ...profile }: Profile): Promise<void> {
    const { manager } = this.dataSource;
    await manager.update(linkedAccountSchema, { _id: id, external_id }, profile);
    await manager.update(linkedAccountSchema, { _id: id, problem: In(readingProblems) }, { problem: null, problem_since: null });
  }

  /** Records that the account could not be read, unless another problem is known. */
  async recordFailure(id: string, problem: TemporaryProblem, now: Date): Promise<void> {
    await this.dataSource.manager.update(linkedAccountSchema, { _id: id, problem: IsNull() }, { problem, problem_since: now });
  }
}

/** Inserts the account, or renews the user's own; returns false when another user has linked it. */
async function upsertPermission(manager: EntityManager, columns: TokenOwner & Partial<LinkedAccountRow>, now: Date): Promise<boolean> {
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(linkedAccountSchema)
    .values({ ...columns, linked_at: now })
    .orUpdate(Object.keys(columns), ['platform', 'external_id'], {
      overwriteCondition: { where: 'linked_accounts.user_id = excluded.user_id' },
    })
    .updateEntity(false)
    .returning(['_id'])
    .execute();
  return (raw as readonly unknown[]).length === 1;
}

async function refuseBeyondLimit(manager: EntityManager, { user_id, platform, external_id }: TokenOwner): Promise<void> {
  const accounts = await manager.find(linkedAccountSchema, {
    select: { _id: true, platform: true, external_id: true },
    where: { user_id },
  });
  const isLinked = accounts.some((account) => account.platform === platform && account.external_id === external_id);
  if (!isLinked && accounts.length >= MAX_LINKED_ACCOUNTS) throw new LinkLimitReached();
}
