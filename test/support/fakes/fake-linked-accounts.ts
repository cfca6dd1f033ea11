import { Conflict } from '#domain/errors';
import { LinkLimitReached } from '#domain/linked-accounts/errors';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { LinkedAccounts, MAX_LINKED_ACCOUNTS, type StoredLinkedAccount } from '#domain/linked-accounts/linked-accounts';
import type { Permission, Profile, Tokens } from '#domain/linked-accounts/platform';

/** A stored account, with the state that `FakePermissions` shares. */
export interface FakeAccountRow {
  readonly _id: string;
  readonly user_id: string;
  readonly platform: string;
  readonly linked_at: Date;
  profile: Profile;
  tokens: Tokens;
  renewed_at: Date;
  read_at: Date;
  ended: boolean;
  warned_at: Date | null;
  renewing_until: Date | null;
}

const toLinkedAccount = ({ _id, profile, ended, warned_at, linked_at }: FakeAccountRow): LinkedAccount => ({
  _id,
  username: profile.username,
  profile_image: profile.profile_image,
  pin_count: profile.pin_count,
  website_url: profile.website_url,
  needs_reconnect: ended || warned_at !== null,
  linked_at: linked_at.toISOString(),
});

/** Linked accounts in memory. */
export class FakeLinkedAccounts extends LinkedAccounts {
  readonly rows: FakeAccountRow[] = [];

  async listFor(userId: string): Promise<readonly StoredLinkedAccount[]> {
    return this.#rowsOf(userId).map((row) => {
      const { platform, read_at, renewed_at, ended } = row;
      return { account: toLinkedAccount(row), platform, read_at, renewed_at, ended };
    });
  }

  async add(userId: string, platform: string, { tokens, profile }: Permission, now: Date): Promise<LinkedAccount> {
    const renewed = { profile, tokens, renewed_at: now, read_at: now, ended: false, warned_at: null, renewing_until: null };
    const known = this.rows.find((row) => row.platform === platform && row.profile.external_id === profile.external_id);
    if (known && known.user_id !== userId) throw new Conflict('linked by another user');
    if (known) return toLinkedAccount(Object.assign(known, renewed));
    if (this.#rowsOf(userId).length >= MAX_LINKED_ACCOUNTS) throw new LinkLimitReached();
    const row = { _id: `a${this.rows.length}`, user_id: userId, platform, linked_at: now, ...renewed };
    this.rows.push(row);
    return toLinkedAccount(row);
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const index = this.rows.findIndex(({ _id, user_id }) => _id === id && user_id === userId);
    if (index >= 0) this.rows.splice(index, 1);
    return index >= 0;
  }

  async claimProfileRefresh(id: string, staleBefore: Date, now: Date): Promise<string | null> {
    const row = this.rows.find(({ _id, read_at, ended }) => _id === id && read_at <= staleBefore && !ended);
    if (!row) return null;
    row.read_at = now;
    return row.tokens.access;
  }

  async saveProfile(id: string, profile: Profile): Promise<void> {
    const row = this.rows.find(({ _id, profile: { external_id } }) => _id === id && external_id === profile.external_id);
    if (row) row.profile = profile;
  }

  #rowsOf(userId: string): FakeAccountRow[] {
    return this.rows.filter(({ user_id }) => user_id === userId).toSorted((a, b) => a.linked_at.getTime() - b.linked_at.getTime());
  }
}
