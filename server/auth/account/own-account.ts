import { Injectable } from '@nestjs/common';
import { OwnData } from '#domain/auth/account/own-data';
import { SecurityLog } from '#domain/auth/security-log';
import { Sessions } from '#domain/auth/sessions/sessions';
import type { SignedInUser } from '#domain/auth/user';
import type { OpenSession } from '#domain/auth/contract';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';

/** What people see and decide about their own account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly sessions: Sessions,
    private readonly ownData: OwnData,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  listSessions(user: SignedInUser, currentTokenHash: string): Promise<readonly OpenSession[]> {
    return this.sessions.listFor(user.id, currentTokenHash, this.clock.now());
  }

  async endSession(user: SignedInUser, id: string): Promise<void> {
    if (!(await this.sessions.end(user.id, id))) throw new NotFound('There is no such session.');
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'one' });
  }

  async endOtherSessions(user: SignedInUser, currentTokenHash: string): Promise<void> {
    await this.sessions.endOthers(user.id, currentTokenHash);
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'others' });
  }

  async exportData(user: SignedInUser): Promise<Readonly<Record<string, unknown>>> {
    this.securityLog.record({ event: 'data-exported', user_id: user.id });
    return { exported_at: this.clock.now().toISOString(), ...(await this.ownData.exportAll(user.id)) };
  }

  /** Removes the account; throws `Conflict` while a subscription runs that nobody cancelled. */
  async deleteAccount(user: SignedInUser): Promise<void> {
    if (!(await this.ownData.deleteAccount(user.id, user.email))) {
      throw new Conflict('Your Premium is still running. Cancel it first, then you can delete your account.');
    }
    this.securityLog.record({ event: 'account-deleted', user_id: user.id });
  }
}
