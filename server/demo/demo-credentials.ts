import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Passwords } from '#domain/auth/account/passwords';
import { makeFolder } from '#server/files/make-folder';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { demoEmails, hasDemoUsers, upsertDemoUsers } from '#server/demo/postgres/demo-users';

const CREDENTIALS_FILE = 'demo-credentials.txt';

/** What to sign in with as a demo user. */
export interface DemoCredentials {
  readonly emails: readonly string[];
  /** The file that holds the password, which is shown nowhere else; null if this data folder lacks it: another one made the demo. */
  readonly path: string | null;
}

const passwordWords = [
  'amber', 'apple', 'birch', 'breeze', 'candle', 'cedar', 'clover', 'coral', 'crane', 'daisy', 'ember', 'fern', 'finch', 'garden', 'ginger',
  'harbor', 'hazel', 'heron', 'honey', 'island', 'ivory', 'jasper', 'juniper', 'kettle', 'lagoon', 'lake', 'lantern', 'lemon', 'linen', 'maple',
  'meadow', 'mint', 'olive', 'orchid', 'otter', 'pebble', 'pepper', 'plum', 'poppy', 'quartz', 'quill', 'raven', 'ribbon', 'river', 'robin',
  'saffron', 'sparrow', 'spruce', 'summit', 'thistle', 'timber', 'tulip', 'umber', 'valley', 'velvet', 'violet', 'walnut', 'willow', 'winter', 'wren',
] as const; // prettier-ignore

/** A password that is easy to read and type, like `plum-otter-42-lake-robin`: one of more than a billion. */
function readablePassword(): string {
  const randomWord = () => passwordWords[randomInt(passwordWords.length)] ?? 'plum';
  return [randomWord(), randomWord(), String(randomInt(10, 100)), randomWord(), randomWord()].join('-');
}

/** Creates missing demo users. Their password is generated once per installation and saved in the data folder, readable by its owner only. */
export async function ensureDemoUsers(pool: ConnectionPool, passwords: Passwords, folder: string, now: Date): Promise<DemoCredentials> {
  const path = join(folder, CREDENTIALS_FILE);
  const savedPassword = /^password {2}(\S+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
  // A password that someone knows is not replaced because the folder moved.
  if (await hasDemoUsers(pool)) return { emails: demoEmails, path: savedPassword ? path : null };
  const password = savedPassword ?? readablePassword();
  if (!savedPassword) {
    makeFolder(dirname(path), 0o700);
    await writeFile(path, `${demoEmails.map((email) => `email     ${email}`).join('\n')}\npassword  ${password}\n`, { mode: 0o600 });
  }
  await upsertDemoUsers(pool, await passwords.hash(password), now);
  return { emails: demoEmails, path };
}
