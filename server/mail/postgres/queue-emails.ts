import type { Email } from '#domain/mail/email';

const QUEUE_EMAILS = `
  insert into emails (recipient, user_id, kind, content, created_at, due_at)
  select email->>'to', (email->>'user_id')::uuid, email->>'kind', email, $2, $2 from jsonb_array_elements($1::jsonb) email`;

/** A transaction of `pg` or of TypeORM. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** Adds emails to the outbox, in one statement. Pass the transaction that they belong to: they are written if and only if it commits. */
export async function queueEmails(transaction: Transaction, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length > 0) await transaction.query(QUEUE_EMAILS, [JSON.stringify(emails), now]);
}
