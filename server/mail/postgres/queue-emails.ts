import type { PoolClient } from 'pg';
import type { Email } from '#domain/mail/email';

const QUEUE_EMAILS = `
  insert into emails (recipient, user_id, kind, content, created_at, due_at)
  select email->>'to', (email->>'user_id')::uuid, email->>'kind', email, $2, $2 from jsonb_array_elements($1::jsonb) email`;

/** Adds many emails to the outbox in one statement of the caller's transaction. */
export async function queueEmails(client: PoolClient, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length > 0) await client.query(QUEUE_EMAILS, [JSON.stringify(emails), now]);
}
