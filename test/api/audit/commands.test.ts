import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acts, type ActName } from '#domain/audit/acts';
import { PostgresAuditLog } from '#server/audit/postgres/audit-log';
import { type ApplicationContext, openApplicationContext } from '#server/cli/application-context';
import { commandActor } from '#server/cli/command-io';
import { commands } from '#server/cli/command-list';
import { readSettings } from '#server/config/config';
import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { runInProcess } from '../../support/app/run-in-process';
import { testKeys } from '../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

/** A command that changes something, and what the audit has of it. */
interface WalkedCommand {
  readonly args: readonly string[];
  readonly act: ActName;
  readonly target?: string | null;
  readonly details?: object;
  readonly origin?: string;
}

const email = 'boss@example.com';
const keyId = '00000000-0000-4000-8000-000000000001';

/** Every command that changes something, by its name and first word, in an order in which each succeeds. */
const changing: Readonly<Record<string, WalkedCommand>> = {
  'admin create': {
    args: ['--email', email],
    act: 'administrator_appointed',
    target: email,
    details: { account: 'new' },
    origin: 'corklight admin create --email ADDRESS',
  },
  'admin reset-password': {
    args: ['--email', email],
    act: 'password_reset',
    target: email,
    origin: 'corklight admin reset-password --email ADDRESS',
  },
  'admin reset-second-factor': {
    args: ['--email', email],
    act: 'second_factor_reset',
    target: email,
    origin: 'corklight admin reset-second-factor --email ADDRESS',
  },
  'keys create': {
    args: ['--email', email, '--name', 'Feed'],
    act: 'api_key_created',
    target: email,
    details: { key: 'Feed', kind: 'ingest' },
    origin: 'corklight keys create --email ADDRESS --name Feed',
  },
  'keys revoke': {
    args: [keyId],
    act: 'api_key_revoked',
    target: email,
    details: { key: 'Old', kind: 'ingest' },
    origin: `corklight keys revoke ${keyId}`,
  },
  'admin remove': {
    args: ['--email', email],
    act: 'administrator_dismissed',
    target: email,
    origin: 'corklight admin remove --email ADDRESS',
  },
  'import boards': { args: ['boards.ndjson'], act: 'catalog_imported', target: 'boards.ndjson', details: { kind: 'boards' } },
  'import pinners': { args: ['pinners.ndjson'], act: 'catalog_imported', target: 'pinners.ndjson', details: { kind: 'pinners' } },
  'import pins': { args: ['pins.ndjson'], act: 'catalog_imported', target: 'pins.ndjson', details: { kind: 'pins' } },
  'import series': {
    args: ['interest.ndjson', '--as', 'keyword'],
    act: 'catalog_imported',
    target: 'interest.ndjson',
    details: { kind: 'interest' },
  },
  'imports take-back': { args: ['1'], act: 'import_taken_back', target: 'boards.ndjson', details: { import: 1 } },
  'momentum recompute': { args: ['--as-of', '2026-08-23'], act: 'growth_recomputed', details: { as_of: '2026-08-23' } },
  'keywords recompute': { args: [], act: 'keywords_recomputed' },
  'keywords clear-interest': { args: [], act: 'interest_removed' },
  'jobs run': { args: ['events-clean-up'], act: 'job_started', target: 'events-clean-up' },
  'maintenance on': { args: [], act: 'maintenance_begun' },
  'maintenance off': { args: [], act: 'maintenance_ended' },
  'campaign send': { args: ['email.txt', '--to', 'all'], act: 'campaign_sent', target: 'email.txt', details: { to: 'all' } },
  'tokens rotate': { args: [], act: 'keys_rotated' },
  backup: { args: ['night.backup'], act: 'site_backed_up', target: 'night.backup' },
  'demo load': { args: [], act: 'demo_loaded' },
  'demo events': { args: [], act: 'demo_events_added' },
  'demo clear': { args: [], act: 'demo_removed' },
};

/** Restoring replaces the database under the application, so that the drill of backups tries it: `test/journeys/backup.test.ts`. */
const triedElsewhere = ['restore', 'imports run'];

/** Commands that change nothing on the site. */
const reading = [
  'serve',
  'doctor',
  'config check',
  'config print',
  'export boards',
  'export pinners',
  'export pins',
  'export series',
  'export interest',
  'imports list',
  'jobs list',
  'admin list',
  'keys list',
  'mail test',
  'alarms test',
  'alarms secret',
  'openapi',
  'mcp',
  'completion bash',
  'completion zsh',
];

describe('every command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  let database: TestDatabase;
  let application: ApplicationContext;
  const environment = { ...process.env };
  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(process.env, {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      POSTAL_ADDRESS: '1 Main St, Springfield',
      ARGON2_MEMORY: '1024',
      ...testKeys,
    });
    application = await openApplicationContext(readSettings());
    writeFileSync(join(folder, 'boards.ndjson'), '{"id": "1", "name": "Plums"}\n');
    writeFileSync(join(folder, 'pinners.ndjson'), '{"id": "1", "username": "plums"}\n');
    writeFileSync(join(folder, 'pins.ndjson'), '{"id": "1", "name": "A plum"}\n');
    writeFileSync(join(folder, 'interest.ndjson'), '{"keyword": "plum", "points": [["2026-08-23", 5]]}\n');
    writeFileSync(join(folder, 'email.txt'), 'Subject: Hi\nAction: See | /boards\n\nHello.\n');
  });
  afterAll(async () => {
    process.env = environment;
    await application.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const entries = async () => (await new PostgresAuditLog(application.postgres).list({ actor: '', target: '', page: 1 })).entries;

  /** Runs a command as the operator types it. */
  const run = (words: readonly string[]) => runInProcess(application, words, { folder, by: commandActor(words) });

  /** What each changes first, so that the command has something to do. */
  const preparations: Readonly<Record<string, () => Promise<unknown>>> = {
    'admin reset-second-factor': () =>
      database.pool.query(
        `insert into second_factors (user_id, sealed_key, created_at, confirmed_at) select id, '', now(), now() from users where email = $1`,
        [email],
      ),
    'keys revoke': () =>
      database.pool.query(
        `insert into api_keys (id, user_id, name, kind, token_hash, prefix, created_at) select $1, id, 'Old', 'ingest', 'x', 'ck_x', now() from users where email = $2`,
        [keyId, email],
      ),
    'admin remove': () => application.administrators.appoint('other@example.com', null, commandActor(['admin', 'create'])),
    // What it loads, every start of the demo shows.
    'demo load': async () => void (application = { ...application, loadDemo: () => saveDemoLoaded(database.pool, 1).then(() => 1) }),
  };

  it('is in one of the tables: none that changes something is missing', () => {
    const all = commands.flatMap(({ name, words }) => (words === undefined ? [name] : words.map((word) => `${name} ${word}`)));
    expect([...Object.keys(changing), ...triedElsewhere, ...reading].toSorted()).toEqual(all.toSorted());
  });

  it.each(Object.keys(changing))('writes its entry, with the user and the host who ran it: %s', async (name) => {
    const { args, act, target = null, details = {}, origin } = changing[name]!;
    await preparations[name]?.();
    const before = await entries();
    const words = [...name.split(' '), ...args];
    const { code, stdout, stderr } = await run(words);
    expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    const [entry, ...rest] = await entries();
    expect(rest.slice(0, before.length)).toEqual(before.slice(0, rest.length));
    const kind = acts[act].target;
    expect(entry).toMatchObject({
      actor: { kind: 'command', label: commandActor([]).label },
      act,
      target: kind === null ? null : { kind, label: target },
      details,
      origin: origin ?? ['corklight', ...words].join(' '),
    });
  });

  it.each([
    ['refused', ['admin', 'reset-password', '--email', 'unknown@example.com'], 1],
    ['misspelled', ['maintenance', 'of'], 2],
    ['a dry run', ['import', 'pins', 'pins.ndjson', '--dry-run'], 0],
    ['a dry run of a marketing email', ['campaign', 'send', 'email.txt', '--to', 'all', '--dry-run'], 0],
    ['done already', ['maintenance', 'off'], 0],
    ['a list', ['admin', 'list'], 0],
  ])('writes nothing when it is %s', async (_, words, exitCode) => {
    const before = await entries();
    expect((await run(words)).code).toBe(exitCode);
    expect(await entries()).toEqual(before);
  });
});
