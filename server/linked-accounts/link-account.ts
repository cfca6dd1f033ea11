import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound, Unavailable } from '#domain/errors';
import { type LinkedAccount, type LinkingStarted, MOST_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';
import { type HeldAccount, LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import { LinkingStates } from '#domain/linked-accounts/linking-states';
import { staleBefore, stateEnd } from '#domain/linked-accounts/permission-life';
import { Permissions } from '#domain/linked-accounts/permissions';
import { Platform } from '#domain/linked-accounts/platform';
import { LinkingEnded, LinkLimit, PermissionEnded, PlatformAbsent } from '#domain/linked-accounts/refusals';
import { Secrets } from '#domain/secrets';

/** Whose browser asks: the person and the session, as hash. */
export interface Linker {
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
  async start({ userId, sessionHash }: Linker): Promise<LinkingStarted> {
    this.#platformName();
    await this.#refuseBeyondLimit(userId);
    const now = this.clock.now();
    const state = this.secrets.token();
    const redirect_uri = this.platform.authorisationUrl(state);
    await this.states.begin(this.secrets.hash(state), { session_hash: sessionHash, user_id: userId, expires_at: stateEnd(now) }, now);
    return { redirect_uri };
  }

  /** The browser is back from the platform. Nothing leaves our house before the state has proved that this browser went there. */
  async finish(
    { userId, sessionHash }: Linker,
    { code, state }: { readonly code: string; readonly state: string },
  ): Promise<LinkedAccount> {
    const name = this.#platformName();
    const begun = await this.states.take(this.secrets.hash(state), this.secrets.hash(code));
    const ours = begun?.session_hash === sessionHash && begun.user_id === userId && begun.expires_at > this.clock.now();
    if (!ours) throw new LinkingEnded();
    await this.#refuseBeyondLimit(userId);
    const permission = await this.platform.exchange(code);
    return this.accounts.add(userId, name, permission, this.clock.now());
  }

  /** What a person has linked, oldest first. Profiles are read anew now and then; one that cannot be read is shown as it was. */
  async list(userId: string): Promise<readonly LinkedAccount[]> {
    const held = await this.accounts.of(userId);
    const stale = staleBefore(this.clock.now());
    const old = held.filter(({ platform, read_at, ended }) => !ended && platform === this.platform.name && read_at <= stale);
    if (old.length === 0) return held.map(({ account }) => account);
    await Promise.all(old.map((account) => this.#read(account, stale)));
    return (await this.accounts.of(userId)).map(({ account }) => account);
  }

  async unlink(userId: string, id: string): Promise<void> {
    if (!(await this.accounts.remove(userId, id))) throw new NotFound('This account is not linked.');
  }

  #platformName(): string {
    if (this.platform.name === null) throw new PlatformAbsent();
    return this.platform.name;
  }

  /** With all places taken an authorisation still makes sense while one of the accounts is to be reconnected. */
  async #refuseBeyondLimit(userId: string): Promise<void> {
    const held = await this.accounts.of(userId);
    if (held.length >= MOST_LINKED_ACCOUNTS && !held.some(({ account }) => account.needs_reconnect)) throw new LinkLimit();
  }

  async #read({ account: { _id }, renewed_at }: HeldAccount, stale: Date): Promise<void> {
    const access = await this.accounts.takeTurn(_id, stale, this.clock.now());
    if (access === null) return;
    try {
      await this.accounts.keep(_id, await this.platform.profile(access));
    } catch (error) {
      if (error instanceof PermissionEnded) await this.#renewRefused(_id, renewed_at);
      else if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** The access token is refused before its time: the refresh token says whether the owner took the permission back. */
  async #renewRefused(id: string, refusedOf: Date): Promise<void> {
    const untouched = ({ renewed_at }: { readonly renewed_at: Date }) => renewed_at.getTime() === refusedOf.getTime();
    try {
      await this.permissions.renew(id, this.clock.now(), untouched, (tokens) => this.platform.refresh(tokens));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
