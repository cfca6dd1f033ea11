import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual, Not, type Repository } from 'typeorm';
import type { Email } from '#domain/mail/email';
import { emailSchema, type EmailRow } from '#server/database/schema/mail.schema';

const MAX_ERROR_LENGTH = 500;
const capturedColumns = { id: true, content: true, created_at: true } as const;

const toCapturedEmail = ({ id, content, created_at }: EmailRow): CapturedEmail[] => (content ? [{ id, email: content, created_at }] : []);

/** An email that is due for delivery, with the number of failed attempts so far. */
interface DueEmail {
  readonly id: number;
  readonly email: Email;
  readonly failures: number;
}

/** An email of the outbox whose content is stored. */
export interface CapturedEmail {
  readonly id: number;
  readonly email: Email;
  readonly created_at: Date;
}

/**
 * Queued emails: the table `emails`, in which an email is due while `due_at` is set. A due email is leased to one instance at a time; after
 * an interrupted attempt it is due again when its lease expires.
 */
@Injectable()
export class EmailOutbox {
  readonly #emails: Repository<EmailRow>;

  constructor(private readonly dataSource: DataSource) {
    this.#emails = dataSource.getRepository(emailSchema);
  }

  /** Leases the email that is due longest until `leasedUntil`; null when none is due. */
  leaseDue(now: Date, leasedUntil: Date): Promise<DueEmail | null> {
    return this.dataSource.transaction(async (manager) => {
      const due = await manager.findOne(emailSchema, {
        select: { id: true, content: true, attempts: true, due_at: true },
        where: { due_at: LessThanOrEqual(now), content: Not(IsNull()) },
        order: { due_at: 'ASC', id: 'ASC' },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      if (!due?.content) return null;
      await manager.update(emailSchema, { id: due.id }, { due_at: leasedUntil, attempts: due.attempts + 1 });
      return { id: due.id, email: due.content, failures: due.attempts };
    });
  }

  /** Marks an email as delivered. Without `keepContent` its content, which may include a code, is erased. */
  async markDelivered(id: number, now: Date, keepContent: boolean): Promise<void> {
    await this.#emails.update({ id }, { sent_at: now, due_at: null, error: null, ...(keepContent ? {} : { content: null }) });
  }

  /** Records a failed attempt and the time of the next one; null gives the email up. */
  async markFailed(id: number, error: string, nextAttemptAt: Date | null, now: Date): Promise<void> {
    const given_up_at = nextAttemptAt === null ? now : null;
    await this.#emails.update({ id }, { due_at: nextAttemptAt, error: error.slice(0, MAX_ERROR_LENGTH), given_up_at });
  }

  /** Returns the newest emails whose content is stored, for the pages of captured mail. */
  async listCaptured(limit: number): Promise<readonly CapturedEmail[]> {
    const rows = await this.#emails.find({
      select: capturedColumns,
      where: { content: Not(IsNull()) },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.flatMap(toCapturedEmail);
  }

  /** Returns an email; null without one, or without its content. */
  async findCaptured(id: number): Promise<CapturedEmail | null> {
    const row = await this.#emails.findOne({ select: capturedColumns, where: { id } });
    return (row && toCapturedEmail(row)[0]) ?? null;
  }
}
