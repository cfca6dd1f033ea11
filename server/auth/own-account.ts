import { Injectable } from '@nestjs/common';
import { OwnData } from '#domain/auth/own-data';
import { SecurityLog } from '#domain/auth/security-log';
import { Sessions } from '#domain/auth/sessions';
import type { OpenSession, SignedInUser } from '#domain/auth/user';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';

/** What people see and decide about their own account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly sessions: Sessions,
    private readonly data: OwnData,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  openSessions(user: SignedInUser, current: string): Promise<readonly OpenSession[]> {
    return this.sessions.of(user.id, current, this.clock.now());
  }

  async endSession(user: SignedInUser, id: string): Promise<void> {
    if (!(await this.sessions.end(user.id, id))) throw new NotFound('There is no such session.');
    this.log.note({ event: 'sessions-ended', user_id: user.id, what: 'one' });
  }

  async endOtherSessions(user: SignedInUser, current: string): Promise<void> {
    await this.sessions.endOthers(user.id, current);
    this.log.note({ event: 'sessions-ended', user_id: user.id, what: 'others' });
  }

  async export(user: SignedInUser): Promise<Readonly<Record<string, unknown>>> {
    this.log.note({ event: 'data-exported', user_id: user.id });
    return { exported_at: this.clock.now().toISOString(), ...(await this.data.export(user.id)) };
  }

  /** Removes the account; throws `Conflict` while a subscription runs that nobody cancelled. */
  async remove(user: SignedInUser): Promise<void> {
    if (!(await this.data.remove(user.id, user.email))) {
      throw new Conflict('Your Premium is still running. Cancel it first, then you can delete your account.');
    }
    this.log.note({ event: 'account-deleted', user_id: user.id });
  }
}
