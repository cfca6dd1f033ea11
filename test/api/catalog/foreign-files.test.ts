import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import type { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import * as importCommand from '#server/cli/commands/import/import.command';
import { Postgres } from '#server/database/postgres';
import type { ImportPreview } from '#domain/catalog/intake/contract';
import { FileSource } from '#server/catalog/import/files/file-source';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import { useTestApp } from '../../support/app/test-app';
import { collectIo } from '../../support/collected-io';
import { FakeWriteLock } from '../../support/fakes/write-lock';
import type { TestUser } from '../../support/app/test-users';

const folder = mkdtempSync(join(tmpdir(), 'corklight-foreign-'));
const site = useTestApp({ settings: { DEMO: 'false', DATA_DIR: folder } });
let admin: TestUser;
beforeAll(async () => void (admin = await site.createUser('admin')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Imports a file without a kind, under a name that says nothing. Returns the result of the command. */
async function importFile(content: string | Buffer, ...options: readonly string[]): Promise<Record<string, unknown>> {
  writeFileSync(join(folder, 'download'), content);
  const { io, written } = collectIo({ folder, isJson: true });
  const postgres = site.app.get(Postgres);
  await importCommand.run(['download', '--crawled-at', '2026-07-09', ...options], io, async () => ({
    importRuns: new PostgresImportRuns(postgres.jobPool),
    clock: { now: () => new Date('2026-11-22T12:00:00Z') },
    writeLock: new FakeWriteLock(),
    recomputeGrowth: { recomputeChanged: async () => ({}) } as unknown as RecomputeGrowth,
    recomputeKeywords: { countFirstAsWriter: async () => undefined } as unknown as RecomputeKeywords,
    searchInterest: site.app.get(SearchInterest),
    headerMappings: new HeaderMappings(postgres),
    enter: async () => undefined,
  }));
  const [result] = (JSON.parse(written.stdout) as { files: Record<string, unknown>[] }).files;
  return result!;
}

const body = async (path: string): Promise<Record<string, unknown>> => (await site.get(`/api${path}`)).body;
const interestOf = (keyword: string) => body(`/keywords/${encodeURIComponent(keyword)}/interest`);

describe('pins of another tool, from its file to the page of a pin', () => {
  it('PinClicks Top Pins: what Pinterest shows is a reading, its own scores are notes', async () => {
    const file = `ID,Title,URL,"Pin Score",Saves,Position,"Is Repin","Created At",Comments,Repins,Reactions,"Keyword Annotations","Image URL","Board URL","Profile URL",Description
900001,Plum cake,https://www.pinterest.com/pin/900001/,87,"1,204",3,0,2026-01-05,4,310,9,"plum cake, baking",https://i.pinimg.com/a.jpg,https://www.pinterest.com/ada/cakes/,https://www.pinterest.com/ada/,"Soft, with plums"
`;
    expect(await importFile(file)).toMatchObject({
      outcome: 'applied',
      inserted: 3,
      recognized: 'PinClicks Top Pins: pins, boards, influencers, readings, notes',
    });
    expect(await body('/pins/900001')).toMatchObject({
      title: 'Plum cake',
      saves: 1_204,
      repin_count: 310,
      topics: ['plum cake', 'baking'],
      pinner: { _id: '~ada' },
      board: { _id: '~ada~cakes' },
      time_series: { saves: { x: ['2026-07-09'], y: [1_204] } },
      notes: [
        {
          source: 'PinClicks',
          date: '2026-07-09',
          values: [
            { name: 'Comments', value: '4' },
            { name: 'Is Repin', value: '0' },
            { name: 'Position', value: '3' },
            { name: 'Pin Score', value: '87' },
            { name: 'Reactions', value: '9' },
          ],
        },
      ],
    });
    expect(await importFile(file)).toMatchObject({ outcome: 'applied', inserted: 0, updated: 0, series: 0 });
  });

  it('pins of topic pages, as one JSON document, keep the notes of other tools', async () => {
    const records = [{ id: '900001', title: 'Plum cake', repin_count: 320, save_count: 1_300, annotations: ['plum'], position: 2 }];
    expect(await importFile(JSON.stringify(records, null, 2), '--crawled-at', '2026-07-16')).toMatchObject({
      outcome: 'applied',
      updated: 1,
    });
    const { saves, notes } = await body('/pins/900001');
    expect([saves, notes]).toEqual([1_300, [{ source: 'Pinterest topic pages', date: '2026-07-16', values: [{ name: 'position', value: '2' }] }, expect.objectContaining({ source: 'PinClicks' })]]); // prettier-ignore
  });
});

describe('keywords of another tool, from its file to the page of a keyword', () => {
  it('Pinterest Trends', async () => {
    const file =
      '\ufeff"Pinterest Trends tool – https://trends.pinterest.com/?country=US&trendsPreset=3"\r\n\r\nSelected Filters\r\nTrends Type,Growing trends\r\nInterests,"All"\r\n\r\n,,,,,,Data in the date columns\r\nRank,Trend,Normalized volume,Weekly change,Monthly change,Yearly change,2026-06-22,2026-06-29\r\n1,taper fade,88,"10%","10,000%+","3%",2,3\r\n';
    expect(await importFile(file)).toMatchObject({
      outcome: 'applied',
      lines: 1,
      recognized: 'Pinterest Trends, US: search interest, notes',
    });
    const { curves, volumes } = await interestOf('taper fade');
    expect(curves).toMatchObject([{ region: 'US', points: [{ date: '2026-06-22', value: 2 }, { date: '2026-06-29', value: 3 }], sources: [{ name: 'Pinterest Trends' }] }]); // prettier-ignore
    expect(volumes).toMatchObject([{ source: 'Pinterest Trends', region: 'US', date: '2026-07-09', volume: null }]);
    expect((volumes as { notes: { value: string }[] }[])[0]!.notes.map(({ value }) => value)).toContain('10,000%+');
  });
});

describe('a table of no known tool', () => {
  it('is read as was chosen for its header, and refused before', async () => {
    const file = 'code,hits\n900009,12\n';
    expect(await importFile(file)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/No column says what the rows are/) });
    const mapping = { kind: 'pins', columns: [{ name: 'code', use: '_id' }, { name: 'hits', use: 'saves' }] } as const; // prettier-ignore
    await new HeaderMappings(site.app.get(Postgres)).rememberMapping(['code', 'hits'], mapping);
    expect(await importFile(file)).toMatchObject({ outcome: 'applied', inserted: 1 });
    expect(await body('/pins/900009')).toMatchObject({ saves: 12 });
  });
});

it('a list that this site exported goes in again without a new reading', async () => {
  const premium = await site.createUser('premium');
  const before = await body('/pins/900001');
  const { text } = await site.request('GET', '/api/exports/pins', { as: premium });
  expect(await importFile(text)).toMatchObject({ outcome: 'applied', rejected: 0, recognized: 'List of pins: pins, readings' });
  expect((await body('/pins/900001'))['time_series']).toEqual(before['time_series']);
});

/** Sends a file as the browser does. Returns its number. */
async function receive(content: string | Buffer, query = ''): Promise<string> {
  const { status, body } = await site.request('POST', `/api/imports?hold=true&name=mine.csv&modified_at=2026-07-09T12:00:00Z&${query}`, {
    as: admin,
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  });
  expect(status).toBe(202);
  return String(body['id']);
}
const request = (id: string) => site.request('GET', `/api/imports/${id}/preview`, { as: admin });
async function preview(content: string | Buffer, query?: string): Promise<ImportPreview> {
  const { status, body } = await request(await receive(content, query));
  expect(status).toBe(200);
  return body as unknown as ImportPreview;
}
const choose = (id: string, body: object) => site.request('PUT', `/api/imports/${id}/columns`, { as: admin, body });

it('shows a table of people: what it is, its columns, its rows, and what is missing', async () => {
  const file = Buffer.from(
    'Mes tableaux\n\nURL du tableau;Nom du tableau;Abonnés;Couleur\nhttps://www.pinterest.com/ada/cakes/;Gâteaux;"1,2K";rouge\nhttps://www.pinterest.com/ada/jams/;Confitures;;\nnulle part;Sans adresse;3;\n',
    'latin1',
  );
  expect(await preview(file)).toEqual({
    options: { as: null, metric: null, max_bad: 0.05 },
    refusal: null,
    title: 'Table',
    kind: 'boards',
    encoding: 'windows-1252',
    separator: ';',
    decimal_sign: ',',
    header_row: 2,
    has_editable_columns: true,
    fields: expect.arrayContaining(['name', 'follower_count', 'url']),
    columns: [
      { name: 'URL du tableau', use: 'url', rows: 3 },
      { name: 'Nom du tableau', use: 'name', rows: 3 },
      { name: 'Abonnés', use: 'follower_count', rows: 2 },
      { name: 'Couleur', use: 'note', rows: 1 },
    ],
    row_count: 3,
    is_whole_file: true,
    lines: 3,
    rejected: 1,
    rejects: [{ line: 6, field: '_id', reason: expect.stringContaining('which board') }],
    field_counts: expect.arrayContaining([
      { field: 'name', lines: 2 },
      { field: 'follower_count', lines: 1 },
    ]),
    rows: [
      expect.objectContaining({ _id: '~ada~cakes', name: 'Gâteaux', follower_count: '1200', pinner_username: 'ada' }),
      expect.objectContaining({ _id: '~ada~jams', name: 'Confitures' }),
    ],
    findings: [
      '33.3% of the rows cannot be used, more than 5%: nothing would be imported',
      'No row has a picture: the others show a letter instead',
      'No row says when its numbers were read: they count as of Jul 9, 2026',
    ],
  });
});

it('shows exports of tools, records, and files of a given kind, also gzipped', async () => {
  const curves = 'Week,plum: (United States),jam: (United States)\n2026-02-02,1,2\n2026-02-09,3,\n';
  expect(await preview(curves)).toMatchObject({ title: 'Google Trends', kind: 'interest', row_count: 2, lines: 3, has_editable_columns: false, rows: [{ keyword: 'plum', points: '1', region: 'United States' }, {}, {}] }); // prettier-ignore
  const boards = gzipSync('{"_id":"1","name":"One","owner":{"username":"ada"},"collaborator_count":5}\n{"_id":"2"}\n');
  expect(await preview(boards)).toMatchObject({ title: 'Records', kind: 'boards', header_row: null, separator: null, row_count: 2, rows: [{ _id: '1', pinner_username: 'ada' }, { _id: '2' }] }); // prettier-ignore
  expect(await preview('_id;name\n1;One\n', 'kind=pins')).toMatchObject({ title: 'Table', kind: 'pins', separator: ';', has_editable_columns: false, row_count: 1, lines: 1, rows: [{ _id: '1', name: 'One' }] }); // prettier-ignore
});

it.each([
  ['a file for creating pins', 'Title,Media URL,Pinterest board,Thumbnail,Description,Link,Publish date,Keywords\na,b,c,,,,,\n', /creating pins/],
  ['a damaged archive', gzipSync('{"_id":"1"}\n').subarray(0, 25), /cut off/],
  ['no known column', 'x,y\n1,2\n', /what the rows are/],
  ['one line that never ends, as a small archive', gzipSync(Buffer.alloc(64 * 1024 ** 2, 'x')), /too long/],
])('says why a file cannot be imported: %s', async (_, content, refusal) =>
  expect((await preview(content)).refusal).toMatch(refusal)); // prettier-ignore

it('looks at no more than the beginning of a file', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => `${index},Pin ${index},${index % 4 === 0 ? 5 : ''}\n`);
  expect(await preview(`pin id,title,saves\n${rows.join('')}`)).toMatchObject({
    row_count: 10_000,
    is_whole_file: false,
    columns: [{ rows: 10_000 }, { rows: 10_000 }, { rows: 2_500 }],
    findings: expect.arrayContaining(['25% of the rows have saves: growth lists will be thin']),
  });
  const wide = Array.from({ length: 400 }, (_, index) => `${index},${'x'.repeat(100_000)},5\n`);
  const { row_count: count, is_whole_file: isWhole } = await preview(gzipSync(`pin id,title,saves\n${wide.join('')}`));
  expect(count).toBeGreaterThan(1);
  expect([count < 400, isWhole]).toEqual([true, false]);
});

it.each([
  ['a table', (text: string, index: number) => `${index},${text},5\n`, 'pin id,title,saves\n'],
  ['records', (text: string, index: number) => `{"pin_id":"${index}","title":"${text}","saves":5}\n`, ''],
])('shows %s whose rows are nearly as long as they may be', async (_, row, header) => {
  const rows = Array.from({ length: 20 }, (__, index) => row('x'.repeat(990_000), index + 1));
  const shown = await preview(gzipSync(`${header}${rows.join('')}`));
  expect(shown).toMatchObject({ refusal: null, kind: 'pins', is_whole_file: false, rejected: 0 });
  expect(shown.rows[0]).toMatchObject({ _id: '1', saves: '5' });
});

it('reads a table as an administrator says, and others with its header too', async () => {
  const file = 'pin id,title,Wert A,Wert B\n1,One,5,7\n';
  const id = await receive(file);
  expect((await request(id)).body).toMatchObject({ kind: 'pins', columns: [{}, {}, { use: 'note' }, { use: 'note' }] });
  const chosen = await choose(id, { kind: 'pins', columns: [{ name: 'Wert A', use: 'saves' }] });
  expect([chosen.status, chosen.body]).toEqual([200, expect.objectContaining({ rows: [{ _id: '1', name: 'One', saves: '5' }] })]);
  await choose(id, { kind: 'pins', columns: [{ name: 'Wert B', use: 'repin_count' }] });
  expect(await preview(file)).toMatchObject({ rows: [{ _id: '1', name: 'One', saves: '5', repin_count: '7' }] });
  const audit = (await site.request('GET', '/api/admin/audit?act=columns_chosen', { as: admin })).body as { entries: object[] };
  expect(audit.entries).toMatchObject([{ details: { kind: 'pins' } }, { target: { kind: 'file', label: 'mine.csv' } }]);
});

it('takes the kind of rows that no column tells', async () => {
  const id = await receive('x,y\nada,2\n');
  expect((await request(id)).body).toMatchObject({ kind: null, has_editable_columns: true });
  await choose(id, { kind: 'pinners', columns: [{ name: 'x', use: 'username' }] });
  expect((await request(id)).body).toMatchObject({ kind: 'pinners', refusal: null, rows: [{ _id: '~ada', username: 'ada' }] });
});

it.each([
  [{ kind: 'pins', columns: [{ name: 'z', use: 'saves' }] }, 400, /^columns\[0\]\.name /],
  [{ kind: 'pins', columns: [{ name: 'title', use: 'follower_count' }] }, 400, /^columns\[0\]\.use /],
  [{ kind: 'foo', columns: [] }, 400, /^kind must be one of boards, /],
])('answers the choice %j by %d', async (body, status, message) => {
  const answer = await choose(await receive('pin id,title\n1,One\n'), body);
  expect([answer.status, answer.body['error']]).toEqual([status, expect.stringMatching(message)]);
});

it('leaves the columns of known tools alone, and knows no file that is gone', async () => {
  const trends = await receive('Week,plum: (United States)\n2026-02-02,1\n');
  expect((await choose(trends, { kind: 'interest', columns: [] })).status).toBe(409);
  expect((await choose(await receive('x', 'kind=pins'), { kind: 'pins', columns: [] })).status).toBe(409);
  await site.request('DELETE', `/api/imports/${trends}`, { as: admin });
  expect((await request(trends)).status).toBe(409);
  expect((await request('999999')).status).toBe(404);
});

it('says that a file has two metrics of which one count would be made', async () => {
  const line = (metric: string) => `{"id":"github:ada","metric":"${metric}","points":[["2026-07-01",5]]}\n`;
  const id = await receive(line('stars') + line('forks'));
  const changed = await site.request('PATCH', `/api/imports/${id}`, { as: admin, body: { as: 'pinner', metric: 'follower_count' } });
  expect(changed.body).toMatchObject({
    findings: ['Its rows count “stars” and “forks”: as one count, the later row wins on each day. Import a file of each'],
  });
});

it('imports series as it is told to, and keeps what is not named', async () => {
  const id = await receive('{"id":"instagram:ada","metric":"fans","points":[["2026-07-01",5],["2026-07-02",8]]}\n');
  const change = async (body: object) => site.request('PATCH', `/api/imports/${id}`, { as: admin, body });
  expect((await request(id)).body).toMatchObject({ kind: 'series', rejected: 1 });
  await change({ max_bad: 0.5 });
  expect((await change({ as: 'pinner', metric: 'follower_count' })).body).toMatchObject({
    options: { as: 'pinner', metric: 'follower_count', max_bad: 0.5 },
    rejected: 0,
    rows: [{ _id: 'instagram:ada', follower_count: '8', points: '2' }],
  });
  expect((await change({ as: 'foo' })).body['error']).toBe('as must be one of board, pinner, pin');
  expect((await change({ max_bad: 2 })).body['error']).toMatch(/^max_bad must be a share from 0 to 1/);
  expect((await change({ as: null })).body).toMatchObject({ options: { as: null, metric: 'follower_count' }, rejected: 1 });
  await site.request('POST', `/api/imports/${id}/start`, { as: admin });
  expect((await change({ max_bad: 1 })).status).toBe(409);
  expect((await site.request('PATCH', '/api/imports/999999', { as: admin, body: {} })).status).toBe(404);
});

it('takes curves that end after the time of their file, as their import does', async () => {
  const week = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(await preview(`Category: All categories\n\nWeek,plum: (Germany)\n${week},71\n`)).toMatchObject({ lines: 1, rejected: 0 });
});

it('says of a file that is gone what became of it, also if it went while it was read, and never where it was', async () => {
  const reasonOf = async (id: string) => {
    const { status, body, text } = await request(id);
    expect([status, text.includes(folder)]).toEqual([409, false]);
    return body['error'];
  };
  const lost = await receive('Name,URL\n');
  const entry = await site.app.get(Imports, { strict: false }).get(Number(lost));
  rmSync(site.app.get(ReceivedFiles, { strict: false }).pathOf(entry));
  expect(await reasonOf(lost)).toBe('Its file is not on this server: another one received it, or it was removed by hand.');
  const canceled = await receive('Name,URL\n');
  const open = FileSource.open.bind(FileSource);
  jest.spyOn(FileSource, 'open').mockImplementationOnce(async (...from) => {
    const file = await open(...from);
    await site.request('DELETE', `/api/imports/${canceled}`, { as: admin });
    return file;
  });
  expect(await reasonOf(canceled)).toBe('It was canceled, so its file is no longer here.');
  expect(await reasonOf(canceled)).toBe('It was canceled, so its file is no longer here.');
});
