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
    const { sessions, codes, users } = this.store;
    this.store.sessions = sessions.filter(({ expires_at }) => expires_at >= now);
    this.store.codes = codes.filter(({ expires_at }) => expires_at.getTime() >= now.getTime() - 7 * DAY_MS);
    const hasSession = (id: string) => this.store.sessions.some((session) => session.user_id === id || session.pending_user_id === id);
    this.store.users = users.filter(
      ({ id, is_repeat, is_confirmed, created_at }) =>
        !is_repeat || is_confirmed || created_at.getTime() >= now.getTime() - 30 * DAY_MS || hasSession(id),
    );
    const before = sessions.length + codes.length + users.length;
    return before - this.store.sessions.length - this.store.codes.length - this.store.users.length;
  }
}
