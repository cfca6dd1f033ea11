import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound, Unavailable } from '#domain/errors';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';
import type { LinkedAccount, LinkingRedirect } from '#domain/linked-accounts/contract';
import { type StoredLinkedAccount, LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import { LinkingStates } from '#domain/linked-accounts/linking-states';
import { profileStaleBefore, stateExpiresAt } from '#domain/linked-accounts/permission-lifetime';
import { Permissions } from '#domain/linked-accounts/permissions';
import { Platform } from '#domain/linked-accounts/platform';
import { LinkingEnded, LinkLimitReached, PermissionEnded, PlatformNotConfigured } from '#domain/linked-accounts/errors';
import { Secrets } from '#domain/secrets';

/** Whose browser asks: the person and the session, as hash. */
export interface LinkingSession {
  readonly userId: string;
  readonly sessionHash: string;
}

/** Linking accounts of the platform: asking for permission, coming back with it, what is linked, unlinking. */
@Injectable()
export class LinkAccount {
  constructor(
    private readonly platform: Platform,
    private readonly accounts: LinkedAccounts,
    private readonly states: LinkingStates,
    private readonly permissions: Permissions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Where this browser goes to ask its owner for permission. */
  async startLinking({ userId, sessionHash }: LinkingSession): Promise<LinkingRedirect> {
    this.#platformName();
    await this.#refuseBeyondLimit(userId);
    const now = this.clock.now();
    const state = this.secrets.createToken();
    const redirectUri = this.platform.authorizationUrl(state);
    await this.states.save(this.secrets.hash(state), { session_hash: sessionHash, user_id: userId, expires_at: stateExpiresAt(now) }, now);
    return { redirect_uri: redirectUri };
  }

  /** The browser is back from the platform. Nothing leaves our house before the state has proved that this browser went there. */
  async finishLinking(
    { userId, sessionHash }: LinkingSession,
    { code, state }: { readonly code: string; readonly state: string },
  ): Promise<LinkedAccount> {
    const name = this.#platformName();
    const pendingState = await this.states.consume(this.secrets.hash(state), this.secrets.hash(code));
    const isOwnState =
      pendingState?.session_hash === sessionHash && pendingState.user_id === userId && pendingState.expires_at > this.clock.now();
    if (!isOwnState) throw new LinkingEnded();
    await this.#refuseBeyondLimit(userId);
    const permission = await this.platform.exchangeCode(code);
    return this.accounts.add(userId, name, permission, this.clock.now());
  }

  /** What a person has linked, oldest first. Profiles are read anew now and then; one that cannot be read is shown as it was. */
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
    if (!(await this.accounts.remove(userId, id))) throw new NotFound('This account is not linked.');
  }

  #platformName(): string {
    if (this.platform.name === null) throw new PlatformNotConfigured();
    return this.platform.name;
  }

  /** With all places taken an authorisation still makes sense while one of the accounts is to be reconnected. */
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
      if (error instanceof PermissionEnded) await this.#renewAfterRefusal(_id, renewed_at);
      else if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** The access token is refused before its time: the refresh token says whether the owner took the permission back. */
  async #renewAfterRefusal(id: string, refusedRenewedAt: Date): Promise<void> {
    const isUnchanged = ({ renewed_at }: { readonly renewed_at: Date }) => renewed_at.getTime() === refusedRenewedAt.getTime();
    try {
      await this.permissions.renew(id, this.clock.now(), isUnchanged, (tokens) => this.platform.refreshTokens(tokens));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
