import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '#domain/api';
import { acts, type ActName } from '#domain/audit/acts';
import type { AuditEntry } from '#domain/audit/contract';
import { PostgresAuditLog } from '#server/audit/postgres/audit-log';
import { type ApplicationContext, openApplicationContext } from '#server/cli/application-context';
import { commandActor } from '#server/cli/command-io';
import { commands } from '#server/cli/command-list';
import { readSettings } from '#server/config/config';
import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { servedEndpoints } from '../../support/app/served-endpoints';
import { useTestApp } from '../../support/app/test-app';
import { openSession, type TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { runInProcess } from '../../support/app/run-in-process';
import { testKeys } from '../../support/app/test-keys';
import { useTestDatabase } from '../../support/database/test-database';

const site = useTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await site.createUser('admin', 'boss@site.test');
});

type Method = 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';

const call = (method: Method, path: string, body?: unknown) =>
  site.request(method, `/api${path}`, { as: admin, ...(body === undefined ? {} : { body }) });

async function listEntries(query: Readonly<Record<string, string>> = {}): Promise<readonly AuditEntry[]> {
  const { body } = await call('GET', `/admin/audit?${new URLSearchParams(query)}`);
  return body['entries'] as AuditEntry[];
}

const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

/** A call of a route with what its entry says. */
interface WalkedCall {
  readonly path: string;
  readonly body?: unknown;
  readonly act: ActName;
  readonly target: string | null;
  readonly details?: object;
}

const personOf = async () => site.createUser('free', `person-${Math.random().toString(36).slice(2)}@people.test`);

/** Every route that only administrators may use and that changes something or takes data away, with a call of it. */
const walked: Readonly<Record<string, () => Promise<WalkedCall>>> = {
  'DELETE /admin/people/:id/sessions': async () => {
    const { id, email } = await personOf();
    await openSession(site.app, id);
    return { path: `/admin/people/${id}/sessions`, act: 'sessions_ended', target: email, details: { sessions: expect.any(Number) } };
  },
  'DELETE /admin/people/:id/sessions/:session_id': async () => {
    const { id, email } = await personOf();
    const { body } = await call('GET', `/admin/people/${id}`);
    const [session] = body['sessions'] as { id: string }[];
    return { path: `/admin/people/${id}/sessions/${session?.id}`, act: 'sessions_ended', target: email, details: { sessions: 1 } };
  },
  'POST /admin/people/:id/premium': async () => {
    const { id, email } = await personOf();
    const body = { until: lastDay };
    return { path: `/admin/people/${id}/premium`, body, act: 'premium_given', target: email, details: body };
  },
  'DELETE /admin/people/:id/premium': async () => {
    const { id, email } = await personOf();
    await call('POST', `/admin/people/${id}/premium`, { until: lastDay });
    return { path: `/admin/people/${id}/premium`, act: 'premium_ended', target: email };
  },
  'POST /admin/people/:id/deletion': async () => {
    const { id, email } = await personOf();
    return { path: `/admin/people/${id}/deletion`, body: { email }, act: 'account_deleted', target: 'Deleted user' };
  },
  'POST /admin/data-quality/cleanup': async () => {
    await insertEntity(site.database.pool, 'boards', { last_crawled_at: null });
    const body = { entity_type: 'board', issue_type: 'never_crawled' };
    const details = { entity: 'board', issue: 'never_crawled', rows: 1 };
    return { path: '/admin/data-quality/cleanup', body, act: 'catalog_cleaned', target: '1', details };
  },
  'GET /admin/data-quality/cleanups/:id/:file': async () => {
    const rows = await site.sql<{ id: number }>('select max(id) id from cleanups');
    const id = String(rows[0]?.id);
    return { path: `/admin/data-quality/cleanups/${id}/rows`, act: 'removed_rows_downloaded', target: id, details: { file: 'rows' } };
  },
  'POST /admin/jobs/:job/run': async () => ({ path: '/admin/jobs/auth-clean-up/run', act: 'job_started', target: 'auth-clean-up' }),
  'GET /admin/audit/export': async () => ({
    path: '/admin/audit/export?act=job_started&from=2026-01-02&actor=boss@site.test',
    act: 'audit_exported',
    target: null,
    details: { act: 'job_started', from: '2026-01-02' },
  }),
  'PUT /imports/:id/columns': async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const file = Buffer.from('pin id,title\n1,One\n');
    const { body } = await site.request('POST', '/api/imports?hold=true&name=mine.csv', { as: admin, headers, body: file });
    const details = { kind: 'pins' };
    return { path: `/imports/${String(body['id'])}/columns`, body: details, act: 'columns_chosen', target: 'mine.csv', details };
  },
  'POST /imports/:id/take-back': async () => {
    const rows = await site.sql<{ id: number }>(
      `with added as (
         insert into imports (way, name, kind, state, received_at) values ('command', 'wrong.csv', 'pins', 'done', now()) returning id
       ), journal as (insert into import_journals (import_id, run_id, source, imported_at, used_at) select id, 1, 'wrong.csv', now(), now() from added)
       select id from added`,
    );
    const id = rows[0]!.id;
    return { path: `/imports/${id}/take-back`, act: 'import_taken_back', target: 'wrong.csv', details: { import: id } };
  },
  'DELETE /admin/demo': async () => {
    await site.sql(`insert into settings values ('demo', 'true')`);
    return { path: '/admin/demo', act: 'demo_removed', target: null };
  },
};

/** Only the demo's administrator may call it, in a browser of the server's machine: the journey of a new operator does. */
const walkedElsewhere = 'POST /admin/setup/administrator';

describe('every act of an administrator', () => {
  it('is in the table of routes: none that changes something is missing', () => {
    const changing = servedEndpoints(site.app).filter(({ access, method }) => access === 'admin' && method !== 'GET');
    expect(changing.map(({ endpoint }) => endpoint).filter((endpoint) => !(endpoint in walked) && endpoint !== walkedElsewhere)).toEqual(
      [],
    );
    expect(Object.keys(walked).filter((endpoint) => endpoints.get(endpoint)?.access !== 'admin')).toEqual([]);
    expect(changing.length).toBeGreaterThan(6);
  });

  it.each(Object.keys(walked))('writes exactly its entry: %s', async (endpoint) => {
    const { path, body, act, target, details = {} } = await walked[endpoint]!();
    const before = await listEntries();
    const startedAtMs = Date.now();
    const response = await call(endpoint.split(' ')[0] as Method, path, body);
    expect(response.status).toBeLessThan(300);
    const [entry, ...rest] = await listEntries();
    expect(rest).toEqual(before.slice(0, rest.length));
    const kind = acts[act].target;
    expect(entry).toEqual({
      id: (before[0]?.id ?? 0) + 1,
      at: expect.any(String),
      actor: { kind: 'user', label: admin.email },
      act,
      target: kind === null ? null : { kind, label: target },
      details,
      origin: response.headers['x-request-id'],
    });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(startedAtMs - 1_000);
  });

  it('that is refused writes nothing', async () => {
    const before = await listEntries();
    const person = await personOf();
    expect((await call('POST', `/admin/people/${person.id}/deletion`, { email: 'wrong@people.test' })).status).toBe(409);
    expect((await call('DELETE', `/admin/people/${person.id}/premium`)).status).toBe(422);
    expect((await call('POST', '/admin/jobs/none/run')).status).toBe(404);
    expect((await site.request('GET', '/api/admin/audit/export', { as: person })).status).toBe(403);
    expect(await listEntries()).toEqual(before);
  });
});

describe('the audit', () => {
  const insertEntries = (values: string) =>
    site.sql(`insert into account_audit (at, action, actor_kind, actor_label, target, details, origin) values ${values}`);

  it('keeps what was done by and to a person who is erased, without the address', async () => {
    const [second, person] = [await site.createUser('admin', 'second@site.test'), await site.createUser('free', 'gone@people.test')];
    await site.request('POST', `/api/admin/people/${person.id}/premium`, { as: second, body: { until: lastDay } });
    await call('POST', `/admin/people/${person.id}/deletion`, { email: 'gone@people.test' });
    await site.sql('delete from users where id = $1', [second.id]);
    const [deletion, gift] = await listEntries();
    expect(deletion).toMatchObject({
      act: 'account_deleted',
      actor: { label: admin.email },
      target: { kind: 'person', label: 'Deleted user' },
    });
    expect(gift).toMatchObject({ act: 'premium_given', actor: { kind: 'user', label: 'Deleted user' }, target: { label: 'Deleted user' } });
    const rows = await site.sql('select to_jsonb(a)::text entry from account_audit a');
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`gone@people|second@site|${person.id}|${second.id}`));
  });

  it('is filtered by who, what, to whom or what, and days', async () => {
    await insertEntries(`
      ('2020-05-01T23:59:59Z', 'site_backed_up', 'command', 'root@backup-host', 'night.backup', '{}', 'corklight backup'),
      ('2020-05-02T00:00:00Z', 'catalog_imported', 'command', 'root@feed-host', 'pins.csv', '{"kind": "pins"}', 'corklight import pins pins.csv')`);
    const actsOf = async (query: Readonly<Record<string, string>>) => (await listEntries(query)).map(({ act }) => act);
    expect(await actsOf({ actor: 'ROOT@' })).toEqual(['catalog_imported', 'site_backed_up']);
    expect(await actsOf({ actor: 'root@', target: 'NIGHT' })).toEqual(['site_backed_up']);
    expect(await actsOf({ act: 'catalog_imported' })).toEqual(['catalog_imported']);
    expect(await actsOf({ from: '2020-05-01', to: '2020-05-01' })).toEqual(['site_backed_up']);
    expect(await actsOf({ from: '2020-05-02', to: '2020-05-02' })).toEqual(['catalog_imported']);
    expect(await actsOf({ actor: '%' })).toEqual([]);
    const person = await personOf();
    await call('POST', `/admin/people/${person.id}/premium`, { until: lastDay });
    expect(await actsOf({ person: person.id })).toEqual(['premium_given']);
    expect(await actsOf({ target: person.email })).toEqual(['premium_given']);
  });

  it.each([
    ['a day that does not exist', 'from=2026-02-30', /^from must be a day/],
    ['a text that cannot be stored', 'target=%00', /^target /],
  ])('refuses %s with the name of the field', async (_, query, message) => {
    const { status, body } = await call('GET', `/admin/audit?${query}`);
    expect([status, body['error']]).toEqual([400, expect.stringMatching(message)]);
  });

  it('has pages of 50 entries', async () => {
    await insertEntries(
      Array.from({ length: 101 }, (_, n) => `('2019-01-01', 'job_started', 'command', 'pager', 'job ${n}', '{}', null)`).join(),
    );
    const page = async (number: string) => (await call('GET', `/admin/audit?actor=pager&page=${number}`)).body;
    expect(await page('1')).toMatchObject({ total: 101, page: 1, pages: 3 });
    expect((await page('3'))['entries']).toMatchObject([{ target: { kind: 'job', label: 'job 0' } }]);
    expect((await page('4'))['entries']).toEqual([]);
  });

  it('is exported as CSV with its filters, and no cell is a formula', async () => {
    await insertEntries(`('2018-03-04T05:06:07Z', 'catalog_imported', 'command', '=1+1@host', '+pins.csv', '{"kind": "pins"}', '@cmd')`);
    const { status, headers, text } = await call('GET', '/admin/audit/export?to=2018-12-31');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text).toBe(
      `at,actor_kind,actor,act,what,target_kind,target,details,origin\r\n` +
        `2018-03-04T05:06:07.000Z,command,'=1+1@host,catalog_imported,Imported a file,file,'+pins.csv,"{""kind"":""pins""}",'@cmd\r\n`,
    );
    expect((await call('GET', '/admin/audit/export')).text.split('\r\n').length).toBeGreaterThan(100);
  });

  it('shows what an earlier release writes during an update', async () => {
    const person = await personOf();
    await site.sql(`insert into account_audit (at, admin_id, user_id, action, detail) values (now(), $1, $2, 'sessions_ended', '2')`, [
      admin.id,
      person.id,
    ]);
    expect((await listEntries())[0]).toMatchObject({ act: 'sessions_ended', actor: { label: admin.email }, details: { detail: '2' } });
  });
});

/** A command that changes something, and what the audit has of it. */
interface WalkedCommand {
  readonly args: readonly string[];
  readonly act: ActName;
  readonly target?: string | null;
  readonly details?: object;
}

const email = 'boss@example.com';
const keyId = '00000000-0000-4000-8000-000000000001';

/** Every command that changes something, by its name and first word, in an order in which each succeeds. */
const changing: Readonly<Record<string, WalkedCommand>> = {
  'admin create': { args: ['--email', email], act: 'administrator_appointed', target: email, details: { account: 'new' } },
  'admin reset-password': { args: ['--email', email], act: 'password_reset', target: email },
  'admin reset-second-factor': { args: ['--email', email], act: 'second_factor_reset', target: email },
  'keys create': {
    args: ['--email', email, '--name', 'Feed'],
    act: 'api_key_created',
    target: email,
    details: { key: 'Feed', kind: 'ingest' },
  },
  'keys revoke': { args: [keyId], act: 'api_key_revoked', target: email, details: { key: 'Old', kind: 'ingest' } },
  'admin remove': { args: ['--email', email], act: 'administrator_dismissed', target: email },
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
  let application: ApplicationContext;
  const environment = { ...process.env };
  afterAll(async () => {
    process.env = environment;
    await application.close();
    rmSync(folder, { recursive: true });
  });
  const database = useTestDatabase();
  beforeAll(async () => {
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
    const { args, act, target = null, details = {} } = changing[name]!;
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
      // Addresses are left out, so that they are gone with the account.
      origin: ['corklight', ...words].join(' ').replace(email, 'ADDRESS'),
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
