import { OwnData } from '#domain/auth/account/own-data';
import { ExpiredAuthData } from '#domain/auth/expired-auth-data';
import { DAY_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { FakeAuthStore } from './auth-store';

export class FakeOwnData extends OwnData {
  constructor(private readonly store: FakeAuthStore) {
    super();
  }

  async exportAll(userId: string): Promise<Readonly<Record<string, unknown>>> {
    const { password_hash: _, ...account } = this.store.user(userId);
    return { account };
  }

  async deleteAccount(userId: string): Promise<boolean> {
    if (this.store.subscriberIds.has(userId)) return false;
    this.store.users = this.store.users.filter(({ id }) => id !== userId);
    this.store.endSessions(userId, null);
    return true;
  }
}

export class FakeExpiredAuthData extends ExpiredAuthData {
  constructor(private readonly store: FakeAuthStore) {
    super();
  }

  async deleteExpired(_scope: LockScope, now: Date): Promise<number> {
    const { sessions, codes } = this.store;
    this.store.sessions = sessions.filter(({ expires_at }) => expires_at >= now);
    this.store.codes = codes.filter(({ expires_at }) => expires_at.getTime() >= now.getTime() - 7 * DAY_MS);
    return sessions.length + codes.length - this.store.sessions.length - this.store.codes.length;
  }
}
