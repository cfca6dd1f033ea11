import type { Pool, PoolClient } from 'pg';
import type { Email } from '#domain/mail/email';

/**
 * Puts letters into the outbox, from where they leave by themselves. Called with the client of a transaction, a letter is written
 * exactly when what it speaks of has happened.
 */
export async function queueEmails(database: Pool | PoolClient, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length === 0) return;
  await database.query(
    `insert into letters (recipient, user_id, kind, content, created_at, due_at)
     select letter->>'to', (letter->>'user_id')::uuid, letter->>'kind', letter, $2, $2 from jsonb_array_elements($1::jsonb) letter`,
    [JSON.stringify(emails), now],
  );
}
