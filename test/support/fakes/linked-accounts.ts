import { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import type { LinkedAccount } from '#domain/linked-accounts/linked-account';
import { type HeldAccount, LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import { type LinkingState, LinkingStates } from '#domain/linked-accounts/linking-states';
import { isDue, type PermissionLife } from '#domain/linked-accounts/permission-life';
import { Permissions, type Renewal } from '#domain/linked-accounts/permissions';
import { type Permission, Platform, type Profile, type Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/refusals';

const DAY = 86_400_000;

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
  mood: 'well' | 'down' | 'refusing' = 'well';
  /** True: refuses to renew, yet still lets accounts be read. */
  wrongSecret = false;
  readonly calls: string[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  authorisationUrl(state: string): string {
    return `https://platform.test/oauth?state=${state}`;
  }

  async exchange(code: string): Promise<Permission> {
    this.#called('exchange', () => new LinkingEnded());
    return { tokens: this.tokens(code), profile: this.profileOf(code) };
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    this.#called('refresh', () => new PermissionEnded());
    if (this.wrongSecret) throw new PermissionEnded();
    return this.tokens(`${tokens.access}+`);
  }

  async profile(access: string): Promise<Profile> {
    this.#called('profile', () => new PermissionEnded());
    return this.profileOf(access);
  }

  tokens(access: string): Tokens {
    const now = this.clock.now().getTime();
    return { access, access_expires_at: new Date(now + 30 * DAY), refresh: `r-${access}`, refresh_expires_at: new Date(now + 60 * DAY) };
  }

  profileOf(access: string): Profile {
    const external_id = access.replaceAll('+', '');
    return { external_id, username: external_id, profile_image: null, pin_count: this.calls.length, website_url: null };
  }

  #called(what: string, refusal: () => Error): void {
    this.calls.push(what);
    if (this.mood === 'down') throw new Unavailable('down');
    if (this.mood === 'refusing') throw refusal();
  }
}

interface Kept {
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
export class FakeAccounts extends LinkedAccounts {
  readonly kept: Kept[] = [];

  async of(userId: string): Promise<readonly HeldAccount[]> {
    return this.kept
      .filter(({ user_id }) => user_id === userId)
      .map((one) => ({ account: seen(one), platform: one.platform, read_at: one.read_at, renewed_at: one.renewed_at, ended: one.ended }));
  }

  async add(userId: string, platform: string, { tokens, profile }: Permission, now: Date): Promise<LinkedAccount> {
    const again = this.kept.find((one) => one.profile.external_id === profile.external_id);
    const kept = again ?? {
      _id: `a${this.kept.length}`,
      user_id: userId,
      platform,
      profile,
      tokens,
      renewed_at: now,
      read_at: now,
      ended: false,
    };
    if (again) Object.assign(again, { tokens, profile, renewed_at: now, ended: false });
    else this.kept.push(kept);
    return seen(kept);
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const place = this.kept.findIndex((one) => one._id === id && one.user_id === userId);
    if (place >= 0) this.kept.splice(place, 1);
    return place >= 0;
  }

  async takeTurn(id: string, stale: Date, now: Date): Promise<string | null> {
    const one = this.kept.find(({ _id, read_at, ended }) => _id === id && read_at <= stale && !ended);
    if (!one) return null;
    one.read_at = now;
    return one.tokens.access;
  }

  async keep(id: string, profile: Profile): Promise<void> {
    const one = this.kept.find(({ _id }) => _id === id);
    if (one) one.profile = profile;
  }
}

const seen = ({ _id, profile: { external_id: _, ...profile }, ended, renewed_at }: Kept): LinkedAccount => ({
  _id,
  ...profile,
  needs_reconnect: ended,
  linked_at: renewed_at.toISOString(),
});

export class FakePermissions extends Permissions {
  warned = 0;

  constructor(private readonly accounts: FakeAccounts) {
    super();
  }

  async due(_platform: string, now: Date): Promise<readonly string[]> {
    return this.accounts.kept.filter((one) => !one.ended && isDue(lifeOf(one), now)).map(({ _id }) => _id);
  }

  async renew(
    id: string,
    now: Date,
    wanted: (life: PermissionLife) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<Renewal> {
    const one = this.accounts.kept.find(({ _id, ended }) => _id === id && !ended);
    if (!one || !wanted(lifeOf(one))) return 'left';
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

  async warn(): Promise<number> {
    return this.warned;
  }
}

const lifeOf = ({ tokens: { access_expires_at, refresh_expires_at }, renewed_at }: Kept): PermissionLife => ({
  access_expires_at,
  refresh_expires_at,
  renewed_at,
});

export class FakeStates extends LinkingStates {
  readonly begun = new Map<string, LinkingState>();
  readonly #codes = new Set<string>();

  async begin(stateHash: string, state: LinkingState): Promise<void> {
    this.begun.set(stateHash, state);
  }

  async take(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    const state = this.begun.get(stateHash);
    if (!state || this.#codes.has(codeHash)) return null;
    this.#codes.add(codeHash);
    this.begun.delete(stateHash);
    return state;
  }
}
