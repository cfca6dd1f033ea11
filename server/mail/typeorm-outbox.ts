import { Injectable } from '@nestjs/common';
import type { Letter } from '#domain/mail/letter';
import { type DueLetter, Outbox } from '#domain/mail/outbox';
import { Postgres } from '#server/database/postgres';

@Injectable()
export class TypeormOutbox extends Outbox {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async take(most: number, now: Date, until: Date): Promise<readonly DueLetter[]> {
    const { rows } = await this.postgres.pool.query<{ id: number; content: Letter; attempts: number }>(
      `update letters set due_at = $3, attempts = attempts + 1
       where id in (select id from letters where due_at <= $2 order by due_at, id limit $1 for update skip locked)
       returning id, content, attempts`,
      [most, now, until],
    );
    return rows.toSorted((a, b) => a.id - b.id).map(({ id, content, attempts }) => ({ id, letter: content, failures: attempts - 1 }));
  }

  async delivered(id: number, now: Date, keep: boolean): Promise<void> {
    await this.postgres.pool.query(
      'update letters set sent_at = $2, due_at = null, error = null, content = case when $3 then content end where id = $1',
      [id, now, keep],
    );
  }

  async failed(id: number, error: string, next: Date | null, now: Date): Promise<void> {
    await this.postgres.pool.query(
      'update letters set due_at = $3, error = $2, given_up_at = case when $3::timestamptz is null then $4::timestamptz end where id = $1',
      [id, error.slice(0, 500), next, now],
    );
  }
}
