import { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { type StoredLinkedAccount, LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import { type LinkingState, LinkingStates } from '#domain/linked-accounts/linking-states';
import { isRenewalDue, type PermissionLifetime } from '#domain/linked-accounts/permission-lifetime';
import { Permissions, type RenewalOutcome } from '#domain/linked-accounts/permissions';
import { type Permission, Platform, type Profile, type Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';

const DAY_MS = 86_400_000;

export class FixedClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  now(): Date {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}

/** A platform that knows the accounts it is told; `mood` decides how it answers. */
export class FakePlatform extends Platform {
  name: string | null = 'fake';
  behavior: 'well' | 'down' | 'refusing' = 'well';
  /** True: refuses to renew, yet still lets accounts be read. */
  rejectsRefresh = false;
  readonly calls: string[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  authorizationUrl(state: string): string {
    return `https://platform.test/oauth?state=${state}`;
  }

  async exchangeCode(code: string): Promise<Permission> {
    this.#recordCall('exchange', () => new LinkingEnded());
    return { tokens: this.tokens(code), profile: this.profileFor(code) };
  }

  async refreshTokens(tokens: Tokens): Promise<Tokens> {
    this.#recordCall('refresh', () => new PermissionEnded());
    if (this.rejectsRefresh) throw new PermissionEnded();
    return this.tokens(`${tokens.access}+`);
  }

  async fetchProfile(access: string): Promise<Profile> {
    this.#recordCall('profile', () => new PermissionEnded());
    return this.profileFor(access);
  }

  tokens(access: string): Tokens {
    const now = this.clock.now().getTime();
    return {
      access,
      access_expires_at: new Date(now + 30 * DAY_MS),
      refresh: `r-${access}`,
      refresh_expires_at: new Date(now + 60 * DAY_MS),
    };
  }

  profileFor(access: string): Profile {
    const externalId = access.replaceAll('+', '');
    return { external_id: externalId, username: externalId, profile_image: null, pin_count: this.calls.length, website_url: null };
  }

  #recordCall(what: string, refusal: () => Error): void {
    this.calls.push(what);
    if (this.behavior === 'down') throw new Unavailable('down');
    if (this.behavior === 'refusing') throw refusal();
  }
}

interface StoredAccount {
  readonly _id: string;
  readonly user_id: string;
  readonly platform: string;
  profile: Profile;
  tokens: Tokens;
  renewed_at: Date;
  read_at: Date;
  ended: boolean;
}

/** Linked accounts in memory, with the rules of the store that matter to the use cases. */
export class FakeLinkedAccounts extends LinkedAccounts {
  readonly rows: StoredAccount[] = [];

  async listFor(userId: string): Promise<readonly StoredLinkedAccount[]> {
    return this.rows
      .filter(({ user_id }) => user_id === userId)
      .map((one) => ({
        account: toLinkedAccount(one),
        platform: one.platform,
        read_at: one.read_at,
        renewed_at: one.renewed_at,
        ended: one.ended,
      }));
  }

  async add(userId: string, platform: string, { tokens, profile }: Permission, now: Date): Promise<LinkedAccount> {
    const existing = this.rows.find((one) => one.profile.external_id === profile.external_id);
    const row = existing ?? {
      _id: `a${this.rows.length}`,
      user_id: userId,
      platform,
      profile,
      tokens,
      renewed_at: now,
      read_at: now,
      ended: false,
    };
    if (existing) Object.assign(existing, { tokens, profile, renewed_at: now, ended: false });
    else this.rows.push(row);
    return toLinkedAccount(row);
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const index = this.rows.findIndex((one) => one._id === id && one.user_id === userId);
    if (index >= 0) this.rows.splice(index, 1);
    return index >= 0;
  }

  async claimProfileRefresh(id: string, stale: Date, now: Date): Promise<string | null> {
    const one = this.rows.find(({ _id, read_at, ended }) => _id === id && read_at <= stale && !ended);
    if (!one) return null;
    one.read_at = now;
    return one.tokens.access;
  }

  async saveProfile(id: string, profile: Profile): Promise<void> {
    const one = this.rows.find(({ _id }) => _id === id);
    if (one) one.profile = profile;
  }
}

const toLinkedAccount = ({ _id, profile: { external_id: _, ...profile }, ended, renewed_at }: StoredAccount): LinkedAccount => ({
  _id,
  ...profile,
  needs_reconnect: ended,
  linked_at: renewed_at.toISOString(),
});

export class FakePermissions extends Permissions {
  warnedCount = 0;

  constructor(private readonly accounts: FakeLinkedAccounts) {
    super();
  }

  async listDue(_platform: string, now: Date): Promise<readonly string[]> {
    return this.accounts.rows.filter((one) => !one.ended && isRenewalDue(toPermissionLifetime(one), now)).map(({ _id }) => _id);
  }

  async renew(
    id: string,
    now: Date,
    wanted: (life: PermissionLifetime) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<RenewalOutcome> {
    const one = this.accounts.rows.find(({ _id, ended }) => _id === id && !ended);
    if (!one || !wanted(toPermissionLifetime(one))) return 'left';
    try {
      one.tokens = await refresh(one.tokens);
      one.renewed_at = now;
      return 'renewed';
    } catch (error) {
      if (!(error instanceof PermissionEnded)) throw error;
      one.ended = true;
      return 'ended';
    }
  }

  async warnExpiring(): Promise<number> {
    return this.warnedCount;
  }
}

const toPermissionLifetime = ({ tokens: { access_expires_at, refresh_expires_at }, renewed_at }: StoredAccount): PermissionLifetime => ({
  access_expires_at,
  refresh_expires_at,
  renewed_at,
});

export class FakeLinkingStates extends LinkingStates {
  readonly pending = new Map<string, LinkingState>();
  readonly #usedCodes = new Set<string>();

  async save(stateHash: string, state: LinkingState): Promise<void> {
    this.pending.set(stateHash, state);
  }

  async consume(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    const state = this.pending.get(stateHash);
    if (!state || this.#usedCodes.has(codeHash)) return null;
    this.#usedCodes.add(codeHash);
    this.pending.delete(stateHash);
    return state;
  }
}
