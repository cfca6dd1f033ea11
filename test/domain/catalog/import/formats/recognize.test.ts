import { parseRow } from '#domain/catalog/import/rows';
import { headerKey, recognizeFormat } from '#domain/catalog/import/formats/recognize';
import type { FileSample, Recognition } from '#domain/catalog/import/formats/recognition';
import { recordOfRecord, recordsOfRow } from '#domain/catalog/import/formats/to-records';

const context = { fileName: 'file.csv', time: new Date('2026-07-09T10:00:00Z') };

function recognized(sample: FileSample): Recognition {
  const found = recognizeFormat(sample);
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}

/** The format, the kind, and the records of a table: its rows as text, cells separated by `|`. */
function read(...lines: readonly string[]) {
  const rows = lines.map((line) => line.split('|'));
  const found = recognized({ rows });
  const records = rows.slice(found.headerIndex! + 1).flatMap((cells) => recordsOfRow(found, cells, context));
  return { format: found.format, kind: found.kind, records };
}

function readRecord(record: Readonly<Record<string, unknown>>) {
  const found = recognized({ records: [record] });
  return { format: found.format, kind: found.kind, record: recordOfRecord(found, record, context) };
}

const topPins =
  'ID|Title|URL|Pin Score|Saves|Position|Is Repin|Created At|Comments|Repins|Reactions|Keyword Annotations|Image URL|Board URL|Profile URL|Description';

describe('a table of a known tool', () => {
  it('PinClicks Top Pins', () => {
    const row =
      '12345678901234567890|Plum cake|https://shop.example/plum|87|1.2K|3|1|2026-01-05|4|310|9|plum, cake|https://i.pinimg.com/a.jpg|https://www.pinterest.com/ada/cakes/|https://www.pinterest.com/ada/|Soft';
    const { records, ...found } = read(topPins, row);
    expect(found).toEqual({ format: 'pinclicks-top-pins', kind: 'pins' });
    expect(records).toEqual([
      {
        _id: '12345678901234567890',
        name: 'Plum cake',
        link: 'https://shop.example/plum',
        saves: 1_200,
        repin_count: 310,
        created_at: '2026-01-05',
        topics: 'plum, cake',
        image_url: 'https://i.pinimg.com/a.jpg',
        board_url: 'https://www.pinterest.com/ada/cakes/',
        pinner_url: 'https://www.pinterest.com/ada/',
        description: 'Soft',
        notes: {
          PinClicks: { date: '2026-07-09', values: { 'Pin Score': '87', Position: '3', 'Is Repin': '1', Comments: '4', Reactions: '9' } },
        },
      },
    ]);
    const parsed = parseRow('pin', records[0]!, { now: context.time });
    expect('row' in parsed && parsed.references.map(({ entity, row: { _id } }) => [entity, _id])).toEqual([
      ['pinner', '~ada'],
      ['board', '~ada~cakes'],
    ]);
  });

  const volume = { keyword: 'plum cake', volume: 12_000, source: 'PinClicks', measured_at: '2026-07-09' };
  it('PinClicks Keyword Explorer, both versions', () => {
    expect(read('ID|Label|URL|Search Volume|Followers', '9|plum cake|https://www.pinterest.com/ideas/plum/9/|12K|3,400')).toEqual({
      format: 'pinclicks-keyword-explorer',
      kind: 'interest',
      records: [{ ...volume, notes: { URL: 'https://www.pinterest.com/ideas/plum/9/', Followers: '3,400' } }],
    });
    expect(
      read(
        'ID|Label|URL|Search Volume|Followers|Taxonomy|Related Interests',
        '9|plum cake|u|12K|3|Food [https://a.example]\nCake [https://b.example]|Soup https://c.example',
      ).records,
    ).toEqual([
      {
        ...volume,
        notes: {
          URL: 'u',
          Followers: '3',
          Taxonomy: 'Food [https://a.example]\nCake [https://b.example]',
          'Related Interests': 'Soup https://c.example',
        },
      },
    ]);
  });

  it.each([
    ['Pinterest Trends tool – https://trends.pinterest.com/?country=US&l=en', 'Rank|Trend|Weekly change|Monthly change|Yearly change'],
    [
      'Outil Pinterest Trends – https://trends.pinterest.com/?country=US&l=fr',
      'Rang|Tendance|Variation hebdomadaire|Variation mensuelle|Variation annuelle',
    ],
  ])('Pinterest Trends: %s', (first, header) => {
    const [rank, trend, ...changes] = header.split('|');
    const { records, ...found } = read(first, 'Selected Filters', 'Trends Type|Growing trends', 'Interests|All', '', `${header}|2026-06-28|2026-07-05`, '1|plum cake|10%|300%|10,000%+|2|<1'); // prettier-ignore
    expect(found).toEqual({ format: 'pinterest-trends', kind: 'interest' });
    expect(records).toEqual([
      {
        keyword: 'plum cake',
        source: 'Pinterest Trends',
        region: 'US',
        measured_at: '2026-07-09',
        '2026-06-28': 2,
        '2026-07-05': 0,
        notes: { [rank!]: '1', [changes[0]!]: '10%', [changes[1]!]: '300%', [changes[2]!]: '10,000%+' },
      },
    ]);
    expect(trend).toMatch(/^Tren|^Tend/);
  });

  it('Pinterest Trends, copied from the page', () => {
    expect(read('Keywords|Weekly change|Monthly change|Yearly change', 'plum cake|10%|300%|3%')).toMatchObject({
      format: 'pinterest-trends',
      records: [{ keyword: 'plum cake', notes: { 'Weekly change': '10%', 'Monthly change': '300%', 'Yearly change': '3%' } }],
    });
  });

  it('Google Trends: a record per keyword and week', () => {
    expect(read('Category: All categories', '', 'Week|plum cake: (United States)|soup: (Germany)', '2026-06-28|71|<1')).toEqual({
      format: 'google-trends',
      kind: 'interest',
      records: [
        { keyword: 'plum cake', region: 'United States', source: 'Google Trends', date: '2026-06-28', value: 71 },
        { keyword: 'soup', region: 'Germany', source: 'Google Trends', date: '2026-06-28', value: 0 },
      ],
    });
  });

  it('Windsor.ai: pins and boards, without the figures of the user’s own analytics', () => {
    expect(
      read(
        'date|pin_id|pin_title|pin_description|pin_link|pin_image_url|pin_impression|pin_click|pin_outbound_click|pin_save|account_follower_count|board_id|board_name',
        '2026-07-01|77|Plum|Soft|https://shop.example/plum|https://i.pinimg.com/a.jpg|500|4|3|2|900|55|Cakes',
      ).records,
    ).toEqual([
      {
        last_crawled_at: '2026-07-01',
        _id: '77',
        name: 'Plum',
        description: 'Soft',
        link: 'https://shop.example/plum',
        image_url: 'https://i.pinimg.com/a.jpg',
        board_id: '55',
        board_name: 'Cakes',
      },
    ]);
  });

  it('our own list of boards: no owner that only the address of the board names', () => {
    const header =
      '_id|title|name|url|pinner_id|pinner_username|follower_count|follower_growth_last_90_days|jump_share|followers_read_on|checks_passed';
    const { records } = read(header, '7|Plum|Plum|https://www.pinterest.com/mira/plum/||mira|5|||2026-07-01|', '8|Fig|Fig|https://www.pinterest.com/mira/fig/|9|mira|5|||2026-07-01|'); // prettier-ignore
    const owners = records.map((record) => {
      const { row, references } = parseRow('board', record, { now: context.time }) as Extract<
        ReturnType<typeof parseRow>,
        { row: unknown }
      >;
      return [row.fields['pinner_username'], references.map(({ row: { _id } }) => _id)];
    });
    expect(owners).toEqual([['mira', []], ['mira', ['9']]]); // prettier-ignore
  });

  it('our own list of keywords: only those with a volume', () => {
    const header =
      'keyword|pins|boards|saves|saves_per_pin|competition|competition_level|momentum_score|volume|volume_source|volume_region|volume_on';
    expect(read(header, 'plum|5|1|9|1.8|20|open|50||||', 'soup|6|1|9|1.5|20|open|50|900|Tool|US|2026-07-01')).toEqual({
      format: 'corklight-keywords',
      kind: 'interest',
      records: [expect.objectContaining({ keyword: 'soup', volume: 900, source: 'Tool', region: 'US' })],
    });
  });

  it('our own list: counts are of the day they were read on, and texts lose their apostrophe', () => {
    const header = '_id|title|name|url|saves|repin_count|saves_growth_last_90_days|jump_share|saves_read_on|checks_passed';
    expect(read(header, "7|Plum|'=Plum|https://www.pinterest.com/pin/7/|12|3|4.5|0.2|2026-07-01|2", '8|Soup|Soup||5|||||')).toEqual({
      format: 'corklight-list',
      kind: 'pins',
      records: [
        { _id: '7', name: '=Plum', url: 'https://www.pinterest.com/pin/7/', saves: 12, repin_count: 3, last_crawled_at: '2026-07-01' },
        { _id: '8', name: 'Soup' },
      ],
    });
  });
});

describe('JSON records of a known tool', () => {
  it('topic pages', () => {
    expect(readRecord({ id: '9', name: 'Plum cake', url: '/ideas/plum/9/', searches: 5_400, last_update: '2026-07-01', related_interests: [{ name: 'Soup', id: '3' }, { name: 'Jam' }] })).toEqual({
      format: 'topic-pages',
      kind: 'interest',
      record: { keyword: 'Plum cake', volume: 5_400, source: 'Pinterest topic pages', measured_at: '2026-07-01', notes: { url: '/ideas/plum/9/', related_interests: 'Soup\nJam' } },
    }); // prettier-ignore
  });

  it('pins of topic pages', () => {
    expect(readRecord({ id: '77', title: 'Plum', article_url: 'https://shop.example', repin_count: 5, save_count: 12, annotations: ['plum'], pin_created_at: '2026-01-05', position: 4 })).toEqual({
      format: 'topic-page-pins',
      kind: 'pins',
      record: { _id: '77', name: 'Plum', link: 'https://shop.example', repin_count: 5, saves: 12, topics: ['plum'], created_at: '2026-01-05', notes: { 'Pinterest topic pages': { date: '2026-07-09', values: { position: '4' } } } },
    }); // prettier-ignore
  });

  it('Apify crawlers', () => {
    const { record, ...found } = readRecord({ id: '77', seo_url: '/pin/plum--77/', image: { url: 'https://i.pinimg.com/a.jpg' }, board: 'Cakes', grid_title: 'Plum', auto_alt_text: 'a cake' }); // prettier-ignore
    expect(found).toEqual({ format: 'apify-pins', kind: 'pins' });
    expect(record).toMatchObject({ notes: { Apify: { values: { auto_alt_text: 'a cake' } } } });
    const parsed = parseRow('pin', record, { now: context.time });
    expect('row' in parsed && parsed.row).toMatchObject({
      _id: '77',
      fields: {
        name: 'Plum',
        url: 'https://www.pinterest.com/pin/plum--77/',
        image_url: 'https://i.pinimg.com/a.jpg',
        board_name: 'Cakes',
      },
    });
    const nested = readRecord({ id: '78', seo_url: '/pin/78/', board: { name: 'Cakes', url: '/ada/cakes/' } }).record;
    const parsedNested = parseRow('pin', nested, { now: context.time });
    expect('row' in parsedNested && [parsedNested.row.fields['board_id'], parsedNested.references]).toEqual([
      '~ada~cakes',
      expect.arrayContaining([expect.objectContaining({ entity: 'board', row: expect.objectContaining({ _id: '~ada~cakes' }) })]),
    ]);
  });

  it.each([
    ['boards', { _id: '5', name: 'Cakes', collaborator_count: 3, pin_count: 7 }],
    ['pinners', { _id: '5', username: 'ada', profile_views: 100 }],
    ['pins', { _id: '5', name: 'Plum', saves: 5 }],
    ['series', { id: '5', entity: 'pin', metric: 'saves', points: [] }],
    ['interest', { keyword: 'plum', source: 'a.csv', points: [] }],
  ])('our own lines of %s stay as they are', (kind, record) => {
    expect(readRecord(record)).toEqual({ format: 'records', kind, record });
  });
});

describe('a table of no known tool', () => {
  it.each([
    ['English', 'Pin URL|Title|Saves|Board', 'pins'],
    ['French', 'URL de l’épingle|Titre|Enregistrements|Tableau', 'pins'],
    ['German', 'Adresse|Titel|Merkungen|Pinnwand', 'pins'],
    ['Spanish', 'URL del pin|Título|Guardados|Tablero', 'pins'],
    ['Italian', 'URL pin|Titolo|Salvataggi|Bacheca', 'pins'],
    ['Portuguese', 'URL do pin|Título|Salvamentos|Pasta', 'pins'],
    ['Dutch', 'Adres|Titel|Bewaard|Bord', 'pins'],
    ['Polish', 'Adres pina|Tytuł|Zapisania|Tablica', 'pins'],
  ])('in %s', (_, header, kind) => {
    expect(read('My export', '', header, 'https://www.pinterest.com/pin/7/|Plum|12|Cakes')).toEqual({
      format: 'table',
      kind,
      records: [{ url: 'https://www.pinterest.com/pin/7/', name: 'Plum', saves: 12, board_name: 'Cakes' }],
    });
  });

  it.each([
    ['Username|Followers|Monthly viewers|Mood', 'ada|1.2K|3M|fine', 'pinners', { username: 'ada', follower_count: 1_200, profile_views: 3_000_000, url: 'https://www.pinterest.com/ada/', notes: { 'file.csv': { date: '2026-07-09', values: { Mood: 'fine' } } } }],
    ['Profil-Link|Abonnenten|Wert', 'https://www.pinterest.de/ada/|1.234|1,5', 'pinners', { url: 'https://www.pinterest.de/ada/', follower_count: 1_234, notes: { 'file.csv': { date: '2026-07-09', values: { Wert: '1,5' } } } }],
    ['Board link|Followers|Contributors', 'https://www.pinterest.com/ada/cakes/|5|2', 'boards', { url: 'https://www.pinterest.com/ada/cakes/', follower_count: 5, collaborator_count: 2 }],
    ['Suchbegriff|Suchvolumen|Land', 'plum|1.200|DE', 'interest', { keyword: 'plum', volume: 1_200, region: 'DE', measured_at: '2026-07-09' }],
  ])('%s', (header, row, kind, record) => expect(read(header, row)).toEqual({ format: 'table', kind, records: [record] })); // prettier-ignore

  it('of readings, in whose rows more is known by name than in its header', () =>
    expect(read('entity|id|metric|points', 'board|7|followers|[]', 'board|8|followers|[]').records).toHaveLength(2));

  it.each([
    ['2026-07-11', { last_crawled_at: '2026-07-11' }, []],
    ['2126-07-11', { last_crawled_at: '2126-07-11' }, [{ field: 'last_crawled_at', reason: '"2126-07-11" lies in the future' }]],
    ['1970-01-01', { last_crawled_at: '1970-01-01' }, [{ field: 'last_crawled_at', reason: '"1970-01-01" is before 1990' }]],
    ['last week', { notes: { 'file.csv': { date: '2026-07-09', values: { 'Scraped at': 'last week' } } } }, []],
  ])('of numbers that were read on %s', (day, fields, rejects) => {
    const [record] = read('Pin URL|Saves|Scraped at', `https://www.pinterest.com/pin/7/|12|${day}`).records;
    expect(record).toEqual({ url: 'https://www.pinterest.com/pin/7/', saves: 12, ...fields });
    const parsed = parseRow('pin', record!, { now: new Date('2026-07-20'), crawledAt: context.time });
    expect('rejects' in parsed ? parsed.rejects : []).toEqual(rejects);
  });

  it('keeps notes of any name, and of lists of any depth what is near the surface', () => {
    const nested: unknown = JSON.parse(`["near",[["deeper",${'['.repeat(50_000)}"deep"${']'.repeat(50_000)}]]]`);
    const found = recognized({ rows: [['Board URL', 'Board name', 'constructor', 'Moods'], ['', '', '', '']] }); // prettier-ignore
    const [record] = recordsOfRow(found, ['https://www.pinterest.com/ada/cakes/', 'Cakes', 'a mason', nested], context);
    const values = { constructor: 'a mason', Moods: 'near\ndeeper' };
    expect(record).toMatchObject({ name: 'Cakes', notes: { 'file.csv': { values } } });
    const odd = recognized({
      rows: [
        ['Board URL', 'Board name', '__proto__'],
        ['', '', ''],
      ],
    });
    const [noted] = recordsOfRow(odd, ['https://www.pinterest.com/ada/cakes/', 'Cakes', 'kin'], context);
    expect(JSON.stringify(noted)).toContain('"values":{"__proto__":"kin"}');
  });

  it('is read as its header was mapped before', () => {
    const sample = { rows: [['a', 'b'], ['7', 'x']] }; // prettier-ignore
    expect(recognizeFormat(sample)).toMatchObject({ refusal: expect.stringMatching(/^No column says/) });
    const columns = [{ name: 'a', use: '_id' }, { name: 'b', use: 'name' }]; // prettier-ignore
    const found = recognizeFormat(sample, { mapping: { kind: 'boards', columns } }) as Recognition;
    expect(recordsOfRow(found, ['7', 'x'], context)).toEqual([{ _id: '7', name: 'x' }]);
    expect(headerKey(['Keyword', '2026-11-16', '2026-11-23'])).toBe(headerKey(['keyword ', '2026-11-30']));
  });
});

describe('a file that is refused', () => {
  it.each([
    [['Title|Media URL|Pinterest board|Thumbnail|Description|Link|Publish date|Keywords'], /creating pins/],
    [['keyword|pins|boards|saves|saves_per_pin|competition'], /counted in a catalog/],
    [[Array.from({ length: 1_001 }, (_, index) => `saves${index}`).join('|')], /1001 columns/],
    [['x|y', '1|2'], /^No column says/],
  ])('%#', (lines, sentence) => {
    expect(recognizeFormat({ rows: lines.map((line) => line.split('|')) })).toMatchObject({ refusal: expect.stringMatching(sentence) });
  });
});
