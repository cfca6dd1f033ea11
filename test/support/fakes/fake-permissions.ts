import { MINUTE_MS } from '#domain/durations';
import { PermissionEnded } from '#domain/linked-accounts/errors';
import { isRenewalDue, type PermissionLifetime, warningHorizon } from '#domain/linked-accounts/permission-lifetime';
import { Permissions, type RenewalOutcome } from '#domain/linked-accounts/permissions';
import type { Tokens } from '#domain/linked-accounts/platform';
import type { FakeAccountRow, FakeLinkedAccounts } from './fake-linked-accounts';

const toLifetime = ({ tokens: { access_expires_at, refresh_expires_at }, renewed_at }: FakeAccountRow): PermissionLifetime => ({
  access_expires_at,
  refresh_expires_at,
  renewed_at,
});

const endsAt = ({ tokens }: FakeAccountRow) => tokens.refresh_expires_at ?? tokens.access_expires_at;

/** The permissions of `FakeLinkedAccounts`. */
export class FakePermissions extends Permissions {
  /** The users who got a reconnect email. */
  readonly emailedUserIds: string[] = [];

  constructor(private readonly accounts: FakeLinkedAccounts) {
    super();
  }

  async listDue(platform: string, now: Date): Promise<readonly string[]> {
    const due = this.accounts.rows.filter((row) => row.platform === platform && !row.ended && isRenewalDue(toLifetime(row), now));
    return due.map(({ _id }) => _id);
  }

  async renew(
    id: string,
    now: Date,
    shouldRenew: (lifetime: PermissionLifetime) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<RenewalOutcome> {
    const row = this.accounts.rows.find(({ _id, ended }) => _id === id && !ended);
    const isLeased = row?.renewing_until && row.renewing_until > now;
    if (!row || isLeased || !shouldRenew(toLifetime(row))) return 'skipped';
    const lease = new Date(now.getTime() + MINUTE_MS);
    row.renewing_until = lease;
    const holdsLease = () => this.accounts.rows.includes(row) && row.renewing_until === lease;
    try {
      const tokens = await refresh(row.tokens);
      if (!holdsLease()) return 'skipped';
      Object.assign(row, { tokens, renewed_at: now, warned_at: null });
      return 'renewed';
    } catch (error) {
      if (!(error instanceof PermissionEnded)) throw error;
      if (!holdsLease()) return 'skipped';
      this.#warn(row, now);
      row.ended = true;
      return 'ended';
    } finally {
      if (holdsLease()) row.renewing_until = null;
    }
  }

  async warnExpiring(platform: string, now: Date): Promise<number> {
    const found = this.accounts.rows.filter(
      (row) =>
        row.platform === platform && !row.ended && endsAt(row) <= warningHorizon(now) && (row.warned_at === null || endsAt(row) <= now),
    );
    for (const row of found) {
      this.#warn(row, now);
      row.ended = endsAt(row) <= now;
    }
    return found.length;
  }

  #warn(row: FakeAccountRow, now: Date): void {
    if (row.warned_at === null) this.emailedUserIds.push(row.user_id);
    row.warned_at ??= now;
  }
}
