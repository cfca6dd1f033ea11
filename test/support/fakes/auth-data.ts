import { OwnData } from '#domain/auth/account/own-data';
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
