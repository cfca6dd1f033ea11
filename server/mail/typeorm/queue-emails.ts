import type { EntityManager } from 'typeorm';
import type { Email } from '#domain/mail/email';
import { emailSchema } from '#server/database/schema/mail.schema';

/** Adds emails to the outbox. Pass the manager of a transaction to write them if and only if it commits. */
export async function queueEmails(manager: EntityManager, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length === 0) return;
  const rows = emails.map((content) => ({
    recipient: content.to,
    user_id: content.user_id,
    kind: content.kind,
    content,
    created_at: now,
    due_at: now,
  }));
  await manager.createQueryBuilder().insert().into(emailSchema).values(rows).updateEntity(false).execute();
}
