import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { demoUsers } from '#domain/auth/account/demo-users';
import type { Passwords } from '#domain/auth/account/passwords';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { inTransaction } from '#server/database/transaction';

const CREDENTIALS_FILE = 'demo-credentials.txt';
const demoEmails = Object.values(demoUsers);

/** What one may sign in with as the demo's users. */
export interface DemoCredentials {
  readonly emails: readonly string[];
  /** Null when it was told at an earlier start. */
  readonly password: string | null;
  /** Where it is kept. */
  readonly path: string;
}

const passwordWords = [
  'amber', 'apple', 'birch', 'breeze', 'candle', 'cedar', 'clover', 'coral', 'crane', 'daisy', 'ember', 'fern', 'finch', 'garden', 'ginger',
  'harbor', 'hazel', 'heron', 'honey', 'island', 'ivory', 'jasper', 'juniper', 'kettle', 'lagoon', 'lake', 'lantern', 'lemon', 'linen', 'maple',
  'meadow', 'mint', 'olive', 'orchid', 'otter', 'pebble', 'pepper', 'plum', 'poppy', 'quartz', 'quill', 'raven', 'ribbon', 'river', 'robin',
  'saffron', 'sparrow', 'spruce', 'summit', 'thistle', 'timber', 'tulip', 'umber', 'valley', 'velvet', 'violet', 'walnut', 'willow', 'winter', 'wren',
] as const; // prettier-ignore

/** `plum-otter-42-lake-robin`: easily read and typed, one in over a thousand million. */
function readablePassword(): string {
  const randomWord = () => passwordWords[randomInt(passwordWords.length)] ?? 'plum';
  return [randomWord(), randomWord(), String(randomInt(10, 100)), randomWord(), randomWord()].join('-');
}

/**
 * Makes sure that the demo's users are there, and answers what they sign in with. The password is made once per installation and kept in
 * the data folder, readable by its owner alone.
 */
export async function ensureDemoUsers(pool: Pool, passwords: Passwords, folder: string, now: Date): Promise<DemoCredentials> {
  const path = join(folder, CREDENTIALS_FILE);
  const savedPassword = /^password {2}(\S+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
  const { rows } = await pool.query<{ count: number }>('select count(*) from users where email = any($1) and password_hash is not null', [
    demoEmails,
  ]);
  if (savedPassword && rows[0]?.count === demoEmails.length) return { emails: demoEmails, password: null, path };
  const password = savedPassword ?? readablePassword();
  if (!savedPassword) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, `${demoEmails.map((email) => `e-mail    ${email}`).join('\n')}\npassword  ${password}\n`, { mode: 0o600 });
  }
  await upsertDemoUsers(pool, await passwords.hash(password), now);
  return { emails: demoEmails, password, path };
}

function upsertDemoUsers(pool: Pool, hash: string, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    for (const email of demoEmails) {
      await client.query(
        `insert into users (email, password_hash, role_id, is_confirmed, created_at) values ($1, $2, $3, true, $4)
         on conflict (email) do update set password_hash = excluded.password_hash, role_id = excluded.role_id, is_confirmed = true`,
        [email, hash, email === demoUsers.admin ? ADMIN_ROLE : USER_ROLE, now],
      );
    }
    await client.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
       select 'sandbox', 'demo', id, 'active', $2, $2::timestamptz + interval '30 days', $2 from users where email = $1
       on conflict (provider, id) do update set user_id = excluded.user_id`,
      [demoUsers.premium, now],
    );
  });
}

/** Removes the demo's users with all that is theirs; answers how many went. */
export async function removeDemoUsers(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(
      `delete from billing_events where user_id in (select id from users where email = any($1))
         or (provider, subscription_id) in (select provider, id from subscriptions where user_id in (select id from users where email = any($1)))`,
      [demoEmails],
    );
    await client.query('delete from subscriptions where user_id in (select id from users where email = any($1))', [demoEmails]);
    await client.query('delete from letters where recipient = any($1)', [demoEmails]);
    return (await client.query('delete from users where email = any($1)', [demoEmails])).rowCount ?? 0;
  });
}
