import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import { Clock } from '#domain/clock';
import { WriteLock } from '#domain/jobs/write-lock';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { PostgresImportRun } from '#server/catalog/import/postgres/import-run';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { ImportQueue } from '#server/catalog/intake/import-queue';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import * as importsCommand from '#server/cli/commands/import/imports.command';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { Postgres } from '#server/database/postgres';
import { collectIo } from '../../support/collected-io';
import { operator } from '../../support/fakes/audit';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';

const dataFolder = mkdtempSync(join(tmpdir(), 'corklight-received-'));
const receivedFolder = join(dataFolder, 'received');
const site = useTestApp({ settings: { DATA_DIR: dataFolder } });
let admin: TestUser;
beforeAll(async () => void (admin = await site.createUser('admin')));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const upload = { 'content-type': 'application/octet-stream' };
const lines = (...records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const board = (id: string, name = `Board ${id}`) => ({ _id: id, name, follower_count: 1_200, last_crawled_at: '2026-02-10' });

const send = (query: string, body: string | Buffer, as: TestUser | undefined = admin) =>
  site.request('POST', `/api/imports?${query}`, { as, headers: upload, body: Buffer.from(body) });

/** Does what the queue does in a process of its own. */
async function runImport(id: unknown): Promise<{ code: number; text: string }> {
  const { app } = site;
  const { io, written } = collectIo({ by: { kind: 'command', label: 'root@server-1', origin: 'corklight imports' } });
  const code = await importsCommand.run(['run', String(id)], io, async () => ({
    imports: app.get(Imports, { strict: false }),
    receivedFiles: app.get(ReceivedFiles, { strict: false }),
    clock: app.get(Clock, { strict: false }),
    writeLock: app.get(WriteLock, { strict: false }),
    recomputeGrowth: app.get(RecomputeGrowth, { strict: false }),
    // That process has no cache of the last count.
    recomputeKeywords: new RecomputeKeywords(
      new PostgresKeywords(app.get(Postgres, { strict: false })),
      app.get(GrowthLedger, { strict: false }),
      app.get(WriteLock, { strict: false }),
      app.get(Clock, { strict: false }),
      app.get(SearchInterest, { strict: false }),
    ),
    searchInterest: app.get(SearchInterest, { strict: false }),
    headerMappings: new HeaderMappings(app.get(Postgres, { strict: false })),
    importRuns: new PostgresImportRuns(app.get(Postgres, { strict: false }).jobPool),
    takeBacks: new PostgresTakeBack(app.get(Postgres, { strict: false }).jobPool, 90),
    enter: () => Promise.resolve(),
  }));
  return { code, text: written.stdout };
}

const view = async (id: unknown) => (await site.request('GET', `/api/imports/${String(id)}`, { as: admin })).body;
const boardNames = async () => (await site.sql<{ name: string }>('select name from boards order by _id')).map(({ name }) => name);
const emptyCatalog = () => site.sql('truncate boards, board_metrics, board_histories, board_months, board_readings');
beforeEach(emptyCatalog);

it('receives a file, waits in the queue, and is imported', async () => {
  const first = await send('kind=boards&name=boards.ndjson', lines(board('1'), board('2')));
  expect([first.status, first.body]).toEqual([
    202,
    expect.objectContaining({
      way: 'http',
      name: 'boards.ndjson',
      kind: 'boards',
      state: 'waiting',
      place: 1,
      by: admin.email,
      lines: null,
    }),
  ]);
  const second = await send('kind=boards&name=more.ndjson.gz', gzipSync(lines(board('3'))));
  expect(second.body).toMatchObject({ state: 'waiting', place: 2 });
  expect(await runImport(first.body['id'])).toEqual({ code: 0, text: 'boards.ndjson: done\n' });
  expect(await view(first.body['id'])).toMatchObject({
    state: 'done',
    place: null,
    lines: 2,
    rejected: 0,
    inserted: 2,
    updated: 0,
    reason: null,
  });
  expect(await view(second.body['id'])).toMatchObject({ state: 'waiting', place: 1 });
  await runImport(second.body['id']);
  expect(await boardNames()).toEqual(['Board 1', 'Board 2', 'Board 3']);
  expect(readdirSync(receivedFolder)).toEqual([]);
  const { imports } = (await site.request('GET', '/api/imports', { as: admin })).body as { imports: { name: string }[] };
  expect(imports.map(({ name }) => name)).toEqual(['more.ndjson.gz', 'boards.ndjson']);
  const audit = (await site.request('GET', '/api/admin/audit?act=catalog_imported', { as: admin })).body as {
    entries: { target: unknown }[];
  };
  expect(audit.entries.map(({ target }) => target)).toEqual([
    { kind: 'file', label: 'more.ndjson.gz' },
    { kind: 'file', label: 'boards.ndjson' },
  ]);
});

it('refuses a file with too many bad lines, and lists them as CSV that no spreadsheet runs', async () => {
  const { body } = await send('kind=boards&max_bad=0.07&name=bad.ndjson', lines(board('1'), { ...board('2'), follower_count: '=1+1' }));
  expect(await runImport(body['id'])).toMatchObject({ code: 1 });
  expect(await view(body['id'])).toMatchObject({
    state: 'refused',
    lines: 2,
    rejected: 1,
    reason: '50.0% of the lines were rejected, more than the 7% that may be',
  });
  const rejects = await site.request('GET', `/api/imports/${String(body['id'])}/rejects`, { as: admin });
  expect(rejects.text).toBe('line,field,reason\r\n2,follower_count,"""=1+1"" is not a number"\r\n');
  expect(await boardNames()).toEqual([]);
});

it.each([
  ['kind=pins&name=blank.ndjson', '\n'],
  ['kind=boards&name=header.csv', '_id,name,follower_count\n'],
  ['name=header.csv', 'Board URL,Board name,Followers\n'],
])('refuses %s without rows', async (query, content) => {
  const { body } = await send(query, content);
  expect(await runImport(body['id'])).toMatchObject({ code: 1 });
  expect(await view(body['id'])).toMatchObject({ state: 'refused', reason: 'The file has no rows.' });
});

it('recognizes a file by its header, and refuses one of pins to publish', async () => {
  const trends = 'Keyword,2026-02-02,2026-02-09\nplum cake,10,20\n';
  const { body } = await send('name=a.txt&modified_at=2026-02-10T00:00:00Z', trends);
  expect(body).toMatchObject({ kind: null, recognized: null });
  await runImport(body['id']);
  expect(await view(body['id'])).toMatchObject({
    state: 'done',
    kind: 'interest',
    series: 1,
    recognized: expect.stringContaining('search interest') as string,
  });
  const bulk = 'Title,Media URL,Pinterest board,Thumbnail,Description,Link,Publish date,Keywords\na,b,c,,,,,\n';
  const refused = await send('name=b.csv', bulk);
  expect((await runImport(refused.body['id'])).text).toMatch(/^b\.csv: refused: (?!b\.csv)/);
  expect(await view(refused.body['id'])).toMatchObject({ state: 'refused', reason: expect.stringContaining('pins to publish') as string });
});

it('only checks a file that was sent for a check', async () => {
  const { body } = await send('kind=boards&dry_run=true', lines(board('1')));
  await runImport(body['id']);
  expect(await view(body['id'])).toMatchObject({ state: 'done', is_dry_run: true, lines: 1, rejected: 0, inserted: null });
  expect(await boardNames()).toEqual([]);
});

it('holds a file of the browser for a check, and imports it when it is told to', async () => {
  const { body } = await send('kind=boards&hold=true&name=mine.ndjson', lines(board('1', 'Mine')));
  expect(body).toMatchObject({ way: 'browser', state: 'held', place: null });
  const start = (dryRun: boolean) =>
    site.request('POST', `/api/imports/${String(body['id'])}/start`, { as: admin, body: { dry_run: dryRun } });
  expect((await start(true)).body).toMatchObject({ state: 'waiting', is_dry_run: true });
  await runImport(body['id']);
  expect(await view(body['id'])).toMatchObject({ state: 'held', lines: 1, rejected: 0 });
  expect((await start(false)).body).toMatchObject({ state: 'waiting', is_dry_run: false });
  expect((await start(false)).status).toBe(409);
  await runImport(body['id']);
  expect(await view(body['id'])).toMatchObject({ state: 'done', inserted: 1 });
  expect(await boardNames()).toEqual(['Mine']);
});

it('holds a file of the browser that was refused, with the reason and the rejected lines, until its options are changed', async () => {
  const { body } = await send('kind=boards&hold=true&name=half.ndjson', lines(board('1'), { ...board('2'), follower_count: 'x' }));
  const path = `/api/imports/${String(body['id'])}`;
  const importIt = async () => {
    const { body: started } = await site.request('POST', `${path}/start`, { as: admin, body: {} });
    await runImport(body['id']);
    return started;
  };
  await importIt();
  const refusal = expect.stringContaining('50.0%') as string;
  expect(await view(body['id'])).toMatchObject({ state: 'held', lines: 2, rejected: 1, reason: refusal });
  expect((await site.request('GET', `${path}/rejects`, { as: admin })).text).toContain('2,follower_count');
  expect(readdirSync(receivedFolder)).toEqual([expect.stringMatching(new RegExp(`^${String(body['id'])}-\\d+$`))]);
  await site.request('PATCH', path, { as: admin, body: { max_bad: 0.5 } });
  expect(await view(body['id'])).toMatchObject({ state: 'held', rejected: 1, reason: null });
  expect(await importIt()).toMatchObject({ state: 'waiting', lines: null, rejected: null, finished_at: null });
  expect(await view(body['id'])).toMatchObject({ state: 'done', inserted: 1, reason: null });
});

it('keeps a held file that would be refused as it is, so that its kind can still be chosen', async () => {
  const { body } = await send('hold=true&name=README.md', '# Notes\n');
  const started = await site.request('POST', `/api/imports/${String(body['id'])}/start`, { as: admin, body: {} });
  const preview = await site.request('GET', `/api/imports/${String(body['id'])}/preview`, { as: admin });
  expect([started.status, started.body['error']]).toEqual([409, preview.body['refusal']]);
  expect(await view(body['id'])).toMatchObject({ state: 'held' });
  await site.request('DELETE', `/api/imports/${String(body['id'])}`, { as: admin });
});

describe('taking an import back', () => {
  const takeBack = (id: unknown, as: TestUser | undefined = admin) => site.request('POST', `/api/imports/${String(id)}/take-back`, { as });
  const preview = async (id: unknown, as: TestUser | undefined = admin) => {
    const { status, body } = await site.request('GET', `/api/imports/${String(id)}/take-back`, { as });
    return status === 200 ? body : [status, body['error']];
  };
  const imported = async (query: string, content: string) => {
    const { body } = await send(query, content);
    await runImport(body['id']);
    return body['id'];
  };

  it('shows what it would do, and does it in the queue', async () => {
    await imported('kind=boards', lines(board('1', 'Moss')));
    const later = { ...board('1', 'Fern'), last_crawled_at: '2026-02-20' };
    const id = await imported('kind=boards&name=wrong.ndjson', lines(later, board('3', '=Bark')));
    expect(await preview(id)).toEqual({
      counts: [{ kind: 'board', removed: 1, restored: 1 }],
      rows: [
        { kind: 'board', id: '1', name: 'Fern', is_removed: false },
        { kind: 'board', id: '3', name: '=Bark', is_removed: true },
      ],
    });
    const csv = await site.request('GET', `/api/imports/${String(id)}/take-back/rows`, { as: admin });
    expect(csv.text).toBe("kind,id,name,is_removed\r\nboard,1,Fern,false\r\nboard,3,'=Bark,true\r\n");
    expect(await takeBack(id)).toMatchObject({ status: 202, body: { state: 'taking_back', share: null } });
    expect(await site.app.get(Imports, { strict: false }).listTakeBacks()).toEqual([id]);
    expect(await boardNames()).toEqual(['Fern', '=Bark']);
    expect(await runImport(id)).toEqual({ code: 0, text: 'wrong.ndjson: taken_back\n' });
    expect(await boardNames()).toEqual(['Moss']);
    expect(await view(id)).toMatchObject({ state: 'taken_back' });
    expect(await preview(id)).toEqual([409, 'This import has been taken back already.']);
    expect((await takeBack(id)).status).toBe(409);
  });

  it('brings back search interest and volumes', async () => {
    const interest = async () =>
      await site.sql(`select keyword, day, value from search_interest where keyword like 'moss%' order by keyword, day`);
    await imported('kind=interest', lines({ keyword: 'moss', points: [['2026-02-02', 5]] }));
    const before = await interest();
    const id = await imported(
      'kind=interest',
      lines({ keyword: 'moss', points: [['2026-02-02', 7], ['2026-02-09', 8]] }, { keyword: 'moss art', points: [['2026-02-02', 1]] }), // prettier-ignore
    );
    expect(await preview(id)).toMatchObject({ counts: [{ kind: 'keyword', removed: 1, restored: 1 }] });
    await takeBack(id);
    await runImport(id);
    expect(await interest()).toEqual(before);
  });

  it('waits with its reason while another import is half applied, and can be tried again', async () => {
    const id = await imported('kind=boards', lines(board('7')));
    const { pool } = site.database;
    await pool.query(
      `with run as (
         insert into import_runs (kind, source, fingerprint, phase, started_at) values ('boards', 'a', 'half', 'applying', now()) returning id
       )
       insert into imports (way, name, kind, state, phase, received_at, run_id) select 'command', 'half', 'boards', 'running', 'applying', now(), id from run`,
    );
    await takeBack(id);
    await runImport(id);
    expect(await view(id)).toMatchObject({ state: 'taking_back', reason: expect.stringContaining('half applied') as string });
    expect(await site.app.get(Imports, { strict: false }).listTakeBacks()).toEqual([]);
    await pool.query(`delete from imports where name = 'half'`);
    expect(await takeBack(id)).toMatchObject({ status: 202, body: { reason: null } });
    await runImport(id);
    expect(await view(id)).toMatchObject({ state: 'taken_back' });
  });

  it('is for administrators, and for imports that have changed something', async () => {
    const { body } = await send('kind=boards&dry_run=true', lines(board('1')));
    await runImport(body['id']);
    expect(await preview(body['id'])).toEqual([409, 'This import has changed nothing.']);
    await site.sql(`update imports set is_dry_run = false, state = 'refused', phase = 'applying' where id = $1`, [body['id']]);
    expect(await view(body['id'])).toMatchObject({ state: 'given_up' });
    expect(await preview(body['id'])).toEqual([409, expect.stringContaining('Import its file again')]);
    expect((await takeBack(999_999)).status).toBe(404);
    expect((await takeBack(body['id'], await site.createUser('premium'))).status).toBe(403);
  });
});

it('removes a file that is not imported yet, and no other', async () => {
  const { body } = await send('kind=boards', lines(board('1')));
  const remove = () => site.request('DELETE', `/api/imports/${String(body['id'])}`, { as: admin });
  expect((await remove()).status).toBe(204);
  expect(await view(body['id'])).toMatchObject({ state: 'canceled' });
  expect(readdirSync(receivedFolder)).toEqual([]);
  expect((await remove()).status).toBe(409);
  await expect(runImport(body['id'])).rejects.toThrow('There is no waiting file');
});

it('keeps the file of an earlier life of the database apart from the one that gets its number again', async () => {
  const sql = (text: string) => site.sql(text);
  const { body: earlier } = await send('kind=boards&name=earlier.ndjson', lines(board('1')));
  const [left = ''] = readdirSync(receivedFolder);
  // As a restored database has it, which knows nothing of that file.
  await sql(`delete from imports where id = ${String(earlier['id'])}`);
  const giveAgain = () => sql(`alter sequence imports_id_seq restart with ${String(earlier['id'])}`);
  await giveAgain();
  const { body: later } = await send('kind=boards&name=later.ndjson', lines(board('2')));
  expect([later['id'], readdirSync(receivedFolder)]).toEqual([earlier['id'], expect.arrayContaining([left])]);
  expect(readdirSync(receivedFolder)).toHaveLength(2);
  await runImport(later['id']);
  expect([readdirSync(receivedFolder), await boardNames()]).toEqual([[left], ['Board 2']]);
  // As when another server, or a command, gets the number: the file is not that import's.
  const files = site.app.get(ReceivedFiles, { strict: false });
  const entry = (await site.app.get(Imports, { strict: false }).find(Number(later['id'])))!;
  expect(await files.has(entry)).toBe(false);
  await files.close({ ...entry, way: 'command' }, []);
  expect(readdirSync(receivedFolder)).toEqual([left]);
  rmSync(join(receivedFolder, left));
});

it('imports a file that an earlier build named by its number alone', async () => {
  const { body } = await send('kind=boards', lines(board('1')));
  const [name = ''] = readdirSync(receivedFolder);
  renameSync(join(receivedFolder, name), join(receivedFolder, String(body['id'])));
  const queue = site.app.get(ImportQueue, { strict: false });
  await queue.closeFiles();
  expect(readdirSync(receivedFolder)).toEqual([name]);
  // As one that was left of another database.
  renameSync(join(receivedFolder, name), join(receivedFolder, String(body['id'])));
  appendFileSync(join(receivedFolder, String(body['id'])), ' ');
  await queue.closeFiles();
  expect(readdirSync(receivedFolder)).toEqual([String(body['id'])]);
  rmSync(join(receivedFolder, String(body['id'])));
  await site.request('DELETE', `/api/imports/${String(body['id'])}`, { as: admin });
});

it.each([
  ['name=mine.csv', '', /^mine\.csv is empty$/],
  ['modified_at=now', 'x', /^modified_at must be a time/],
  ['kind=foo', 'x', /^kind must be one of boards, pinners, pins, series, interest$/],
  ['kind=boards&max_bad=2', 'x', /^max_bad /],
  ['kind=boards&dryrun=true', 'x', /^dryrun is not known here$/],
  ['name=a%00b', 'x', /^name has a character that is not text$/],
  ['modified_at=2199-01-01T00:00:00Z', 'x', /^modified_at "2199-01-01T00:00:00Z" lies in the future$/],
])('answers ?%s with the body "%s" by 400', async (query, body, message) => {
  const answer = await send(query, body);
  expect([answer.status, answer.body['error']]).toEqual([400, expect.stringMatching(message)]);
});

it('takes files only', async () => {
  const sent = await site.request('POST', '/api/imports', { as: admin, headers: { 'content-type': 'text/csv' }, body: Buffer.from('x') });
  expect([sent.status, sent.body['error']]).toEqual([415, expect.stringContaining('application/octet-stream')]);
  expect((await site.request('POST', '/api/imports?kind=boards', { as: admin, body: {} })).status).toBe(400);
  expect((await site.request('GET', '/api/imports/999999', { as: admin })).status).toBe(404);
});

it('takes files of programs with an ingest key, and says whose', async () => {
  const { token } = await site.app
    .get(ManageApiKeys, { strict: false })
    .createFor(admin.email, { kind: 'ingest', name: 'nightly feed', days: null }, operator);
  const call = { as: null, headers: { ...upload, authorization: `Bearer ${token}` } };
  const { status, body } = await site.request('POST', '/api/imports?kind=boards', { ...call, body: Buffer.from(lines(board('1'))) });
  expect([status, body['by']]).toEqual([202, `${admin.email}, key nightly feed`]);
  expect((await site.request('GET', `/api/imports/${String(body['id'])}`, call)).body).toMatchObject({ state: 'waiting' });
  expect((await site.request('GET', '/api/admin/operations', call)).status).toBe(403);
  await runImport(body['id']);
  expect(await boardNames()).toEqual(['Board 1']);
});

/** Begins to send a file, and waits until a part of it has arrived. */
async function beginUpload(headers: Readonly<Record<string, string>>) {
  const { app } = site;
  mkdirSync(receivedFolder, { recursive: true });
  if (!app.getHttpServer().listening) await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/imports?kind=boards',
    headers: { ...headers, ...upload, host: `localhost:${port}`, 'transfer-encoding': 'chunked' },
  });
  sent.on('error', () => undefined);
  sent.write(lines(board('1')));
  while (readdirSync(receivedFolder).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return sent;
}

it('refuses a file whose key is revoked while it is received', async () => {
  const keys = site.app.get(ManageApiKeys, { strict: false });
  const { token, key } = await keys.createFor(admin.email, { kind: 'ingest', name: 'leaked', days: null }, operator);
  const sent = await beginUpload({ authorization: `Bearer ${token}` });
  await site.sql('update api_keys set revoked_at = now() where id = $1', [key.id]);
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(lines(board('2')));
  expect((await answer)[0].statusCode).toBe(401);
  expect(readdirSync(receivedFolder)).toEqual([]);
  const { imports } = (await site.request('GET', '/api/imports', { as: admin })).body as { imports: { by: string }[] };
  expect(imports.filter(({ by }) => by.includes('leaked'))).toEqual([]);
});

it('keeps nothing of a body that was cut off', async () => {
  const sent = await beginUpload(admin.headers);
  sent.destroy();
  while (readdirSync(receivedFolder).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const { imports } = (await site.request('GET', '/api/imports', { as: admin })).body as { imports: { state: string }[] };
  expect(imports.filter(({ state }) => state === 'held' || state === 'waiting')).toEqual([]);
});

describe('an import by command', () => {
  const origin = { command: 'root@server-1' };
  const newestImport = async () => ((await site.request('GET', '/api/imports', { as: admin })).body['imports'] as object[])[0];

  it('tells a running import from a killed one, also while another writer has the lock', async () => {
    const runs = new PostgresImportRuns(site.app.get(Postgres, { strict: false }).pool);
    const lock = site.app.get(WriteLock, { strict: false });
    const request = { kind: 'boards', origin, source: 'boards.ndjson', fingerprint: 'one', now: new Date() } as const;
    await lock.runAsWriter(async (scope) => {
      await runs.begin(scope, request);
      expect(await newestImport()).toMatchObject({ name: 'boards.ndjson', state: 'reading', lines: null });
    });
    expect(await newestImport()).toMatchObject({ state: 'interrupted' });
    await lock.runAsWriter(async () => expect(await newestImport()).toMatchObject({ state: 'interrupted' }));
    await lock.runAsWriter(async (scope) => {
      const run = await runs.begin(scope, request);
      await run.seal({ lines: 7, rejected: 2 });
      expect(await newestImport()).toMatchObject({ state: 'applying', lines: 7, rejected: 2 });
    });
    expect(await newestImport()).toMatchObject({ state: 'half_applied' });
    await lock.runAsWriter(async (scope) => {
      const run = await runs.begin(scope, request);
      expect(await newestImport()).toMatchObject({ state: 'applying' });
      await run.apply(() => undefined);
      await run.finish({ lines: 7, rejected: 2 }, { inserted: 0, updated: 0, series: 0 });
    });
    expect(await newestImport()).toMatchObject({ state: 'done', lines: 7, rejected: 2, finished_at: expect.any(String) });
  });
});

it('counts the keywords of the first pins at once, also after a count that found none', async () => {
  const importPins = async (name: string) => {
    const pins = Array.from({ length: 5 }, (_, index) => ({ _id: `${name} ${index}`.replaceAll(' ', '-'), name, saves: 10 + index }));
    const { body } = await send('kind=pins&name=pins.ndjson', lines(...pins));
    await runImport(body['id']);
    const word = name.split(' ')[0]?.toLowerCase();
    const rows = await site.sql<{ name: string }>('select name from keywords where folded like $1', [`${word}%`]);
    return rows.map(({ name: keyword }) => keyword);
  };
  expect(await importPins('Balcony garden ideas')).toEqual(['balcony garden ideas']);
  await site.sql('update keyword_build set keywords = 0');
  expect(await importPins('Terrace garden ideas')).toEqual(['terrace garden ideas']);
});

it('goes on with a file whose import failed for another reason than the file', async () => {
  const { body } = await send('kind=boards&name=boards.ndjson', lines(board('1')));
  jest.spyOn(PostgresImportRun.prototype, 'stageBatch').mockRejectedValueOnce(new Error('timeout exceeded when trying to connect'));
  await expect(runImport(body['id'])).rejects.toThrow('timeout');
  expect(await view(body['id'])).toMatchObject({ state: 'interrupted', reason: null });
  await runImport(body['id']);
  expect([(await view(body['id']))['state'], await boardNames()]).toEqual(['done', ['Board 1']]);
});
