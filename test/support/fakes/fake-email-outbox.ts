import type { Email } from '#domain/mail/email';
import { type DueEmail, EmailOutbox } from '#domain/mail/email-outbox';

/** A queued email; the index of its entry is its id. */
export interface OutboxEntry {
  content: Email | null;
  readonly created_at: Date;
  due_at: Date | null;
  attempts: number;
  sent_at: Date | null;
  given_up_at: Date | null;
  error: string | null;
}

/** The email outbox in memory. */
export class FakeEmailOutbox extends EmailOutbox {
  readonly entries: OutboxEntry[] = [];

  queue(emails: readonly Email[], now: Date): void {
    for (const content of emails) {
      this.entries.push({ content, created_at: now, due_at: now, attempts: 0, sent_at: null, given_up_at: null, error: null });
    }
  }

  async leaseDue(limit: number, now: Date, leasedUntil: Date): Promise<readonly DueEmail[]> {
    const due = [...this.entries.entries()].filter(([, { due_at }]) => due_at !== null && due_at <= now).slice(0, limit);
    return due.flatMap(([id, entry]) => {
      entry.due_at = leasedUntil;
      entry.attempts++;
      return entry.content ? [{ id, email: entry.content, failures: entry.attempts - 1 }] : [];
    });
  }

  async markDelivered(id: number, now: Date, keepContent: boolean): Promise<void> {
    const entry = this.entries[id];
    if (entry) Object.assign(entry, { sent_at: now, due_at: null, error: null, content: keepContent ? entry.content : null });
  }

  async markFailed(id: number, error: string, nextAttemptAt: Date | null, now: Date): Promise<void> {
    const entry = this.entries[id];
    if (entry) Object.assign(entry, { due_at: nextAttemptAt, error, given_up_at: nextAttemptAt === null ? now : null });
  }
}
