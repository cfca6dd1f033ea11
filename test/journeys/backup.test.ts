import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Pool } from 'pg';
import { readConfig } from '#server/config/config';
import { connectDatabase } from '#server/launch/postgres/open-database';
import { sealWith } from '#server/secrets/crypto-secrets';
import { TokenCipher } from '#server/secrets/token-cipher';
import { testKeys } from '../support/app/test-keys';
import { createTestDatabase } from '../support/database/test-database';
import { siteChecksums } from '../support/database/site-data';
import { writeBoards } from '../support/process/killed-command';
import { listBoards, signIn } from '../support/process/http-site';
import { corklight, type Environment, killLeftoverProcesses, startServer } from '../support/process/server-process';

const [email, password] = ['owner@example.org', 'a long sentence for the drill'];

const otherCipher = new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['lost', Buffer.alloc(32, 7)]]) });

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'corklight-drill-'));
  // As root, the embedded Postgres runs as another account, which must reach its folder.
  await chmod(home, 0o755);
});
afterAll(async () => {
  killLeftoverProcesses();
  await rm(home, { recursive: true, force: true });
});

/** Runs a command that must succeed. */
async function run(args: readonly string[], environment: Environment, input = ''): Promise<string> {
  const { code, stdout, stderr } = await corklight(args, environment, input);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** What the embedded database holds, and the newest act of the audit with its target; read while no server writes it. */
async function read(dataFolder: string) {
  const database = await connectDatabase(readConfig({ NODE_ENV: 'test', ...testKeys, DATA_DIR: dataFolder }));
  const pool = new Pool({ connectionString: database.url, max: 1 });
  // The server may end before the connection has.
  pool.on('error', () => undefined);
  const checksums = await siteChecksums(pool, 'account_audit');
  const { rows } = await pool.query<{ entry: string }>(
    `select concat_ws(' ', action, target) entry from account_audit order by id desc limit 1`,
  );
  await pool.end();
  await database.close();
  return { checksums, newestAct: rows[0]?.entry };
}

describe('the drill of a site on embedded Postgres', () => {
  it('is backed up while an import writes, wiped, and restored with equal checksums; lists and sign-in work as before', async () => {
    const dataFolder = join(home, 'embedded');
    const backups = join(home, 'backups');
    const environment = { DATA_DIR: dataFolder, DEMO: 'false', ORDERED_LISTS_FROM: '10', BACKUP_DIR: backups };
    const server = await startServer(environment);
    await run(['admin', 'create', '--email', email, '--password-stdin'], environment, `${password}\n`);
    const importing = run(['import', 'boards', await writeBoards(home, 3_000, 3), '--rejects', join(home, 'rejects.ndjson')], environment);
    await run(['backup'], environment);
    await importing;
    const listed = await listBoards(server.origin);
    expect((await server.stop()).code).toBe(0);
    expect(await run(['backup', '--keep', '1'], environment)).toMatch(/^Backed up .* rows of \d+ tables/);
    const before = await read(dataFolder);
    const [backup = '', ...others] = readdirSync(backups);
    expect(others).toEqual([]);
    expect(before.newestAct).toBe(`site_backed_up ${backup}`);
    await rm(dataFolder, { recursive: true, force: true });

    expect(await run(['restore', join(backups, backup)], environment)).toMatch(/Restored .* rows/);
    expect(await read(dataFolder)).toEqual({ ...before, newestAct: `site_restored ${backup}` });
    const restored = await startServer(environment);
    expect(await signIn(restored.origin, email, password)).toBe(200);
    expect(await listBoards(restored.origin)).toEqual(listed);

    const whileServing = await corklight(['restore', join(backups, backup), '--replace', '--yes'], environment);
    expect(whileServing).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop every server') });
    await restored.stop();
  });
});

describe('the commands backup and restore', () => {
  it('encrypt a backup, restore it with its identity only, and refuse a recipient with a typing error', async () => {
    const [source, target] = [await createTestDatabase(), await createTestDatabase('template0')];
    const identity = await generateX25519Identity();
    const [file, key] = [join(home, 'site.backup.age'), join(home, 'backups.key')];
    await writeFile(key, `# created by age-keygen\n${identity}\n`);
    const recipient = await identityToRecipient(identity);
    await run(['backup', file], { DATABASE_URL: source.url, BACKUP_RECIPIENT: recipient });
    const unnamed = await corklight(['restore', file], { DATABASE_URL: target.url });
    expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('--identity FILE') });
    expect(await run(['restore', file, '--identity', key], { DATABASE_URL: target.url })).toMatch(/Restored .* rows/);
    const unconfirmed = await corklight(['restore', file, '--identity', key, '--replace'], { DATABASE_URL: target.url });
    expect(unconfirmed).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    const piped = await run(['restore', file, '--identity', '-', '--replace', '--yes'], { DATABASE_URL: target.url }, identity);
    expect(piped).toMatch(/Restored .* rows/);
    const mistyped = await corklight(['config', 'check'], {
      BACKUP_RECIPIENT: recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
    });
    expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringContaining('is no public key of age') });
    const folders = { BACKUP_DIR: '/proc/nope', DATA_DIR: '/proc/nope' };
    const several = await corklight(['config', 'check'], { ...folders, MAIL_FROM: 'nobody', MAIL_FORM: 'a@example.org' });
    for (const named of ['BACKUP_DIR cannot be used', 'DATA_DIR cannot be used', 'MAIL_FROM', 'Did you mean MAIL_FROM?'])
      expect(several.stderr).toContain(named);
    await Promise.all([source.close(), target.close()]);
  });

  it('say at the end which second factors and linked accounts the present keys cannot read, and name the missing key', async () => {
    const [source, target] = [await createTestDatabase(), await createTestDatabase('template0')];
    await source.pool.query(
      `insert into users (id, email, created_at) values ('00000000-0000-4000-8000-000000000001', 'a@example.org', now());
       insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
       values ('00000000-0000-4000-8000-000000000001', 'pinterest', '1', 'a', '\\x00', 'lost', now(), now(), now(), now());
       insert into second_factors (user_id, sealed_key, created_at, confirmed_at)
       values ('00000000-0000-4000-8000-000000000001', '${sealWith(otherCipher, 'x')}', now(), now())`,
    );
    const file = join(home, 'tokens.backup');
    await run(['backup', file], { DATABASE_URL: source.url });
    const restored = await corklight(['restore', file], { DATABASE_URL: target.url });
    expect(restored.code).toBe(0);
    expect(restored.stderr).toContain("Encrypted data: today's keys cannot read 1 second factor and 1 linked account.");
    expect(restored.stderr).toContain('The key "lost" is not among TOKEN_KEYS.');
    expect(restored.stderr).toContain('corklight admin reset-second-factor --email ADDRESS');
    await target.pool.query('delete from second_factors; delete from linked_accounts');
    await run(['backup', file], { DATABASE_URL: target.url });
    const whole = await run(['restore', file, '--replace', '--yes'], { DATABASE_URL: target.url });
    expect(whole).toContain('Encrypted data: TOKEN_KEYS reads all of it.');
    await Promise.all([source.close(), target.close()]);
  });
});
