import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type Repository } from 'typeorm';
import type { CapturedEmail, CapturedEmails } from '#domain/mail/email-outbox';
import { emailSchema, type EmailRow } from '#server/database/schema/mail.schema';

const select = { id: true, content: true, created_at: true } as const;

const toCapturedEmail = ({ id, content, created_at }: EmailRow): CapturedEmail[] => (content ? [{ id, email: content, created_at }] : []);

/** The table `letters`, read only. */
@Injectable()
export class TypeormCapturedEmails implements CapturedEmails {
  readonly #emails: Repository<EmailRow>;

  constructor(dataSource: DataSource) {
    this.#emails = dataSource.getRepository(emailSchema);
  }

  async list(limit: number): Promise<readonly CapturedEmail[]> {
    const rows = await this.#emails.find({ select, where: { content: Not(IsNull()) }, order: { id: 'DESC' }, take: limit });
    return rows.flatMap(toCapturedEmail);
  }

  async findById(id: number): Promise<CapturedEmail | null> {
    const row = await this.#emails.findOne({ select, where: { id } });
    return (row && toCapturedEmail(row)[0]) ?? null;
  }
}
