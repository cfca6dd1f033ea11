import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound } from '#domain/errors';
import type { LinkedAccount, LinkingRedirect } from '#domain/linked-accounts/contract';
import { profileStaleBefore, stateExpiresAt } from '#domain/linked-accounts/permission-lifetime';
import { AccountReader } from '#domain/linked-accounts/account-reader';
import { MAX_LINKED_ACCOUNTS, Platform } from '#domain/linked-accounts/platform';
import {
  LinkingEnded,
  LinkLimitReached,
  PermissionEnded,
  PlatformNotConfigured,
  PlatformUnavailable,
} from '#domain/linked-accounts/errors';
import { Secrets } from '#domain/secrets';
import { LinkedAccounts, type StoredLinkedAccount } from '#server/linked-accounts/typeorm/linked-accounts';
import { Permissions, type SeenPermission } from '#server/linked-accounts/typeorm/permissions';

/** The user and the hash of the session that links an account. */
interface LinkingSession {
  readonly userId: string;
  readonly sessionHash: string;
}

/** Links accounts of the platform: starts and finishes an authorization, lists and unlinks accounts. */
@Injectable()
export class LinkAccount {
  constructor(
    private readonly platform: Platform,
    private readonly reader: AccountReader,
    private readonly accounts: LinkedAccounts,
    private readonly permissions: Permissions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Returns the URL where this browser asks its user for permission. */
  async startLinking({ userId, sessionHash }: LinkingSession, withVolumes: boolean): Promise<LinkingRedirect> {
    this.#platformName();
    if (!withVolumes) await this.#refuseBeyondLimit(userId);
    const now = this.clock.now();
    const state = this.secrets.createToken();
    const redirectUri = this.platform.authorizationUrl(state, withVolumes);
    const pending = { state_hash: this.secrets.hash(state), session_hash: sessionHash, user_id: userId, expires_at: stateExpiresAt(now) };
    await this.accounts.saveState(pending, now);
    return { redirect_uri: redirectUri };
  }

  /** Finishes an authorization. Calls the platform only after the state has proven that this browser started it. */
  async finishLinking(
    { userId, sessionHash }: LinkingSession,
    { code, state }: { readonly code: string; readonly state: string },
  ): Promise<LinkedAccount> {
    const name = this.#platformName();
    const pendingState = await this.accounts.consumeState(this.secrets.hash(state), this.secrets.hash(code));
    const isOwnState =
      pendingState?.session_hash === sessionHash && pendingState.user_id === userId && pendingState.expires_at > this.clock.now();
    if (!isOwnState) throw new LinkingEnded();
    const permission = await this.platform.exchangeCode(code);
    const account = await this.accounts.add(userId, name, permission, this.clock.now());
    // A refusal of the earlier token stands for a minute, and says nothing about the new one.
    this.reader.forget(account._id);
    return account;
  }

  /** Returns a user's accounts, oldest first. Refreshes stale profiles; one that cannot be fetched keeps its values. */
  async listFor(userId: string): Promise<readonly LinkedAccount[]> {
    const accounts = await this.accounts.listFor(userId);
    const staleSince = profileStaleBefore(this.clock.now());
    const staleAccounts = accounts.filter(
      ({ platform, read_at, ended }) => !ended && platform === this.platform.name && read_at <= staleSince,
    );
    if (staleAccounts.length === 0) return accounts.map(({ account }) => account);
    await Promise.all(staleAccounts.map((account) => this.#refreshProfile(account, staleSince)));
    return (await this.accounts.listFor(userId)).map(({ account }) => account);
  }

  async unlink(userId: string, id: string): Promise<void> {
    if (!(await this.accounts.remove(userId, id))) throw new NotFound("This account isn't linked.");
    this.reader.forget(id);
  }

  #platformName(): string {
    if (this.platform.name === null) throw new PlatformNotConfigured();
    return this.platform.name;
  }

  /** At the limit, an authorization is still allowed while one of the accounts needs to be reconnected. */
  async #refuseBeyondLimit(userId: string): Promise<void> {
    const accounts = await this.accounts.listFor(userId);
    if (accounts.length >= MAX_LINKED_ACCOUNTS && !accounts.some(({ account }) => account.needs_reconnect)) throw new LinkLimitReached();
  }

  async #refreshProfile({ account: { _id }, renewed_at }: StoredLinkedAccount, staleSince: Date): Promise<void> {
    const accessToken = await this.accounts.claimProfileRefresh(_id, staleSince, this.clock.now());
    if (accessToken === null) return;
    try {
      await this.accounts.saveProfile(_id, await this.platform.fetchProfile(accessToken));
    } catch (error) {
      if (error instanceof PermissionEnded) await this.#renewAfterRefusal({ _id, renewed_at });
      else if (error instanceof PlatformUnavailable) await this.accounts.recordFailure(_id, error.failure, this.clock.now());
      else throw error;
    }
  }

  /** The access token was refused before it expired: a refresh shows whether the owner has withdrawn the permission. */
  async #renewAfterRefusal(refused: SeenPermission): Promise<void> {
    try {
      await this.permissions.renew(refused, this.clock.now(), (tokens) => this.platform.refreshTokens(tokens));
    } catch (error) {
      if (!(error instanceof PlatformUnavailable)) throw error;
    }
  }
}
