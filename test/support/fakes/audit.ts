import { AuditLog, type CommandActor, type NewEntry, type UserActor } from '#domain/audit/acts';

/** An administrator as the one who acts. */
export const userActor = (id: string): UserActor => ({ kind: 'user', id, origin: 'request-1' });

/** The operator of a command. */
export const operator: CommandActor = { kind: 'command', label: 'root@server-1', origin: 'corklight test' };

/** The audit in memory, which is not read. */
export class FakeAuditLog extends AuditLog {
  readonly entries: NewEntry[] = [];

  async enter(entry: NewEntry): Promise<void> {
    this.entries.push(entry);
  }

  list(): never {
    throw new Error('the fake audit is not read');
  }

  readAll(): never {
    throw new Error('the fake audit is not read');
  }
}
