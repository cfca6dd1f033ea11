import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import type { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import * as importCommand from '#server/cli/commands/import/import.command';
import { Postgres } from '#server/database/postgres';
import { useTestApp } from '../../support/app/test-app';
import { operator } from '../../support/fakes/audit';
import { FakeWriteLock } from '../../support/fakes/write-lock';

const site = useTestApp({ settings: { DEMO: 'false' } });
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-foreign-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Imports a file without a kind, under a name that says nothing. Returns the result of the command. */
async function importFile(content: string | Buffer, ...options: readonly string[]): Promise<Record<string, unknown>> {
  await writeFile(join(folder, 'download'), content);
  const out: string[] = [];
  const postgres = site.app.get(Postgres);
  const io = {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: () => undefined },
    folder,
    isJson: true,
    by: operator,
  };
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
  const [result] = (JSON.parse(out.join('')) as { files: Record<string, unknown>[] }).files;
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
