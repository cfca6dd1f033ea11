import type { Email } from '#domain/mail/email';

/** A TypeORM manager, or a client of the driver. */
interface Database {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/**
 * Adds emails to the outbox; the outbox job delivers them. Pass the manager (or client) of a transaction to write the emails if and only
 * if the transaction commits.
 */
export async function queueEmails(database: Database, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length === 0) return;
  await database.query(
    `insert into letters (recipient, user_id, kind, content, created_at, due_at)
     select email->>'to', (email->>'user_id')::uuid, email->>'kind', email, $2, $2 from jsonb_array_elements($1::jsonb) email`,
    [JSON.stringify(emails), now],
  );
}
