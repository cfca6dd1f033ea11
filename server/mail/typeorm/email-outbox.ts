import { Injectable } from '@nestjs/common';
import type { Email } from '#domain/mail/email';
import { type DueEmail, EmailOutbox } from '#domain/mail/email-outbox';
import { Postgres } from '#server/database/postgres';

@Injectable()
export class TypeormEmailOutbox extends EmailOutbox {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async leaseDue(limit: number, now: Date, leasedUntil: Date): Promise<readonly DueEmail[]> {
    const { rows } = await this.postgres.pool.query<{ id: number; content: Email; attempts: number }>(
      `update letters set due_at = $3, attempts = attempts + 1
       where id in (select id from letters where due_at <= $2 order by due_at, id limit $1 for update skip locked)
       returning id, content, attempts`,
      [limit, now, leasedUntil],
    );
    return rows.toSorted((a, b) => a.id - b.id).map(({ id, content, attempts }) => ({ id, email: content, failures: attempts - 1 }));
  }

  async markDelivered(id: number, now: Date, keepContent: boolean): Promise<void> {
    await this.postgres.pool.query(
      'update letters set sent_at = $2, due_at = null, error = null, content = case when $3 then content end where id = $1',
      [id, now, keepContent],
    );
  }

  async markFailed(id: number, error: string, nextAttemptAt: Date | null, now: Date): Promise<void> {
    await this.postgres.pool.query(
      'update letters set due_at = $3, error = $2, given_up_at = case when $3::timestamptz is null then $4::timestamptz end where id = $1',
      [id, error.slice(0, 500), nextAttemptAt, now],
    );
  }
}
