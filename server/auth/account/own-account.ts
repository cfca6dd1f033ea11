import { Injectable } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import type { SignedInUser } from '#domain/auth/user';
import type { OpenSession } from '#domain/auth/contract';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { Sessions } from '#server/auth/typeorm/sessions';

/** A user's own account: sessions, data export, and deletion. */
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
    if (!(await this.sessions.end(user.id, id))) throw new NotFound('That session has already ended.');
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

  /** Deletes the account; throws `Conflict` while it has a subscription that is not canceled. */
  async deleteAccount(user: SignedInUser): Promise<void> {
    if (!(await this.ownData.deleteAccount(user.id, user.email))) {
      throw new Conflict('You still have Premium. Cancel it before deleting your account.');
    }
    this.securityLog.record({ event: 'account-deleted', user_id: user.id });
  }
}
