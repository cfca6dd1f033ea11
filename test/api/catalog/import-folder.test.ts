import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '#domain/audit/acts';
import { JobLocks } from '#domain/jobs/jobs';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { ImportQueue } from '#server/catalog/intake/import-queue';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import { FixedClock } from '../../support/fixed-clock';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';

const folder = mkdtempSync(join(tmpdir(), 'corklight-folder-'));
const [incoming, importing] = [join(folder, 'incoming'), join(folder, 'importing')];
const settings = { DATA_DIR: join(folder, 'data'), IMPORT_DIR: folder, IMPORT_SETTLE_SECONDS: '30' };
const site = useTestApp({ settings });
const clock = new FixedClock(new Date('2026-02-10T08:00:00Z'));
let admin: TestUser;

/** The queue of a server that watches the folder, without a process that imports. */
const newQueue = (): ImportQueue => {
  const { app } = site;
  const part = <T>(token: abstract new (...args: never[]) => T): T => app.get<T>(token, { strict: false });
  const files = new ReceivedFiles({ DATA_DIR: settings.DATA_DIR, IMPORT_DIR: folder, IMPORT_SETTLE_SECONDS: 30 });
  return new ImportQueue(part(Imports), files, part(JobLocks), part(AuditLog), clock);
};
const advanceSeconds = (seconds: number) => clock.advance(seconds * 1_000);
const list = async () =>
  (await site.request('GET', '/api/imports', { as: admin })).body['imports'] as (Record<string, unknown> & { readonly id: number })[];
const takeWhole = async (queue = newQueue()) => {
  await queue.takeFiles();
  advanceSeconds(30);
  await queue.takeFiles();
};

beforeAll(async () => {
  admin = await site.createUser('admin');
  await newQueue().takeFiles();
});
beforeEach(async () => {
  await site.sql('delete from imports');
  for (const name of ['incoming', 'importing', 'done', 'failed']) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('takes a file when it has stayed as it is for 30 seconds', async () => {
  const queue = newQueue();
  writeFileSync(join(incoming, 'boards.ndjson'), '{"_id":"1"');
  await queue.takeFiles();
  advanceSeconds(29);
  await queue.takeFiles();
  writeFileSync(join(incoming, 'boards.ndjson'), '{"_id":"1","name":"One"}');
  advanceSeconds(29);
  await queue.takeFiles();
  advanceSeconds(29);
  await queue.takeFiles();
  expect([await list(), readdirSync(incoming)]).toEqual([[], ['boards.ndjson']]);
  advanceSeconds(1);
  await queue.takeFiles();
  const [record] = await list();
  expect(record).toMatchObject({ way: 'folder', name: 'boards.ndjson', state: 'waiting', place: 1, by: 'folder', bytes: 24 });
  expect([readdirSync(incoming), readdirSync(importing)]).toEqual([[], [`${record!.id}-boards.ndjson`]]);
  const { entries } = (await site.request('GET', '/api/admin/audit?act=catalog_imported', { as: admin })).body as { entries: object[] };
  expect(entries[0]).toMatchObject({
    target: { kind: 'file', label: 'boards.ndjson' },
    actor: { kind: 'command', label: expect.stringMatching(/^folder@/) as string },
  });
});

it('leaves what is still written, options, links, and folders in folders', async () => {
  for (const name of ['.hidden', '~x.csv', 'a.part', 'b.PARTIAL', 'c.tmp', 'import.json']) writeFileSync(join(incoming, name), '{}');
  mkdirSync(join(incoming, 'one', 'two'), { recursive: true });
  writeFileSync(join(incoming, 'one', 'two', 'deep.csv'), 'x');
  await takeWhole();
  expect(await list()).toEqual([]);
  expect(readdirSync(incoming)).toHaveLength(7);
});

it('takes all other files where some cannot be taken, and says why', async () => {
  const latin1 = (name: string) => Buffer.from(join(incoming, name), 'latin1');
  mkdirSync(latin1('caf\u00e9'));
  writeFileSync(latin1('th\u00e9.csv'), 'x');
  writeFileSync(join(incoming, 'tea.csv'), 'x');
  mkdirSync(join(incoming, 'vendor'));
  writeFileSync(join(incoming, 'vendor', 'zeta.csv'), 'x');
  const queue = newQueue();
  await expect(queue.takeFiles()).rejects.toMatchObject({ code: 'its name is not UTF-8' });
  advanceSeconds(30);
  await expect(queue.takeFiles()).rejects.toMatchObject({ code: 'its name is not UTF-8' });
  expect((await list()).map(({ name, state }) => [name, state])).toEqual([
    ['zeta.csv', 'waiting'],
    ['tea.csv', 'waiting'],
  ]);
});

it('gives the files of a folder the options beside them, and refuses them if the options are wrong', async () => {
  mkdirSync(join(incoming, 'series'));
  mkdirSync(join(incoming, 'odd'));
  writeFileSync(
    join(incoming, 'series', 'import.json'),
    '{"kind": "series", "as": "pinner", "metric": "follower_count", "max_bad": 0.07, "dry_run": true}',
  );
  writeFileSync(join(incoming, 'series', 'a.ndjson'), '{}');
  writeFileSync(join(incoming, 'odd', 'import.json'), '{"kind": "users"}');
  writeFileSync(join(incoming, 'odd', 'b.ndjson'), '{}');
  const queue = newQueue();
  await takeWhole(queue);
  const [series, odd] = await list();
  expect([series, odd]).toEqual([
    expect.objectContaining({ name: 'a.ndjson', by: 'folder series', kind: 'series', is_dry_run: true, state: 'waiting' }),
    expect.objectContaining({
      name: 'b.ndjson',
      by: 'folder odd',
      state: 'refused',
      reason: expect.stringMatching(/^import.json: kind /) as string,
    }),
  ]);
  const rows = await site.sql('select options from imports where id = $1', [series!.id]);
  expect(rows).toEqual([
    { options: { kind: 'series', as: 'pinner', metric: 'follower_count', max_bad: 0.07, round: false, dry_run: true } },
  ]);
  await queue.closeFiles();
  expect(readdirSync(join(folder, 'failed'))).toEqual([`${odd!.id}-b.ndjson`, `${odd!.id}-b.ndjson.rejects.csv`]);
  expect(readFileSync(join(folder, 'failed', `${odd!.id}-b.ndjson.rejects.csv`), 'utf8')).toMatch(
    /^line,field,reason\r\n,,"import.json: kind /,
  );
});

it.each([
  ['{"kind"', /^import.json must be an object/],
  ['["boards"]', /^import.json must be an object/],
  ['{"kinds": "boards"}', /^import.json: there is no option kinds/],
  ['{"kind": "foo"}', /^import.json: kind must be one of boards, pinners, pins, series, interest\.$/],
  ['{"max_bad": 2}', /^import.json: max_bad must be a share/],
])('says what is wrong with the options %s', async (text, reason) => {
  writeFileSync(join(incoming, 'import.json'), text);
  writeFileSync(join(incoming, 'a.csv'), 'x');
  await takeWhole();
  expect(await list()).toEqual([expect.objectContaining({ state: 'refused', reason: expect.stringMatching(reason) as string })]);
});

it('moves what has ended, with its rejected lines', async () => {
  const names = ['done.csv', 'canceled.csv', 'waiting.csv'];
  for (const name of names) writeFileSync(join(incoming, name), name);
  const queue = newQueue();
  await takeWhole(queue);
  const ids = new Map((await list()).map(({ id, name }) => [name, id]));
  const [done, canceled, waiting] = names.map((name) => ids.get(name)!);
  const imports = site.app.get(Imports, { strict: false });
  await imports.saveRejects(done!, [{ line: 3, field: 'name', reason: 'is missing' }]);
  await imports.change(done!, ['waiting'], { state: 'done' });
  expect((await site.request('DELETE', `/api/imports/${canceled}`, { as: admin })).status).toBe(204);
  await queue.closeFiles();
  expect(readdirSync(join(folder, 'done'))).toEqual([`${done}-done.csv`, `${done}-done.csv.rejects.csv`]);
  expect(readFileSync(join(folder, 'done', `${done}-done.csv.rejects.csv`), 'utf8')).toBe('line,field,reason\r\n3,name,is missing\r\n');
  expect(readdirSync(join(folder, 'failed'))).toEqual([`${canceled}-canceled.csv`]);
  expect(readdirSync(importing)).toEqual([`${waiting}-waiting.csv`]);
});

it('overwrites no file where a restored database gives the same number again', async () => {
  const imports = site.app.get(Imports, { strict: false });
  const queue = newQueue();
  const importFile = async (content: string) => {
    writeFileSync(join(incoming, 'nightly.csv'), content);
    await takeWhole(queue);
    for (let polls = 0; existsSync(join(incoming, 'nightly.csv')) && polls < 3; polls++) await queue.takeFiles();
    const [record] = await list();
    await imports.change(record!.id, ['waiting'], { state: 'done' });
    await queue.closeFiles();
    return record!.id;
  };
  const first = await importFile('of Monday');
  await site.sql(`delete from imports`);
  await site.sql(`select setval(pg_get_serial_sequence('imports', 'id'), $1, false)`, [first]);
  const second = await importFile('of Tuesday');
  const contents = [first, second].map((id) => readFileSync(join(folder, 'done', `${id}-nightly.csv`), 'utf8'));
  expect(contents).toEqual(['of Monday', 'of Tuesday']);
});

it('gives up files that no import knows any more, and no others', async () => {
  const queue = newQueue();
  writeFileSync(join(incoming, 'known.csv'), 'x');
  await takeWhole(queue);
  const [known] = await list();
  const names = [`${known!.id}-other.csv`, `${known!.id + 1}-lost.csv`];
  for (const name of names) writeFileSync(join(importing, name), name);
  await queue.closeFiles();
  expect(readdirSync(importing)).toEqual([`${known!.id}-known.csv`]);
  expect(readdirSync(join(folder, 'failed'))).toEqual(names.flatMap((name) => [name, `${name}.rejects.csv`]));
  expect(readFileSync(join(folder, 'failed', `${names[1]}.rejects.csv`), 'utf8')).toContain('The database knows no import of this file');
});

it('takes each file once, whichever of two servers is first', async () => {
  const queues = [newQueue(), newQueue()];
  for (let file = 0; file < 20; file++) writeFileSync(join(incoming, `${file}.csv`), 'x');
  await Promise.all(queues.map((queue) => queue.takeFiles()));
  advanceSeconds(30);
  await Promise.all(queues.map((queue) => queue.takeFiles()));
  const records = await list();
  expect(records.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'waiting'));
  expect(new Set(records.map(({ name }) => name)).size).toBe(20);
});

it('goes on with a file whose taking was interrupted, before and after it was moved', async () => {
  const imports = site.app.get(Imports, { strict: false });
  const record = {
    way: 'folder',
    state: 'held',
    options: null,
    kind: null,
    is_dry_run: false,
    bytes: 1,
    user_id: null,
    label: 'folder',
  } as const;
  const options = { max_bad: 0.05, round: false, dry_run: false };
  const notMoved = await imports.add({ ...record, options, name: 'a.csv', received_at: clock.now() });
  const isMoved = await imports.add({ ...record, options, name: 'b.csv', received_at: clock.now() });
  writeFileSync(join(incoming, 'a.csv'), 'a');
  writeFileSync(join(incoming, 'b.csv'), 'b');
  renameSync(join(incoming, 'b.csv'), join(importing, `${isMoved}-b.csv`));
  advanceSeconds(61);
  await takeWhole();
  expect((await list()).map(({ name, state }) => [name, state])).toEqual([
    ['a.csv', 'waiting'],
    ['b.csv', 'waiting'],
  ]);
  expect((await list()).map(({ id }) => id)).not.toContain(notMoved);
  expect(existsSync(join(importing, `${isMoved}-b.csv`))).toBe(true);
});
