import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogKind, ParseOptions, ParsedLine } from '#domain/catalog/import/import-row';
import { parseRecord } from '#domain/catalog/import/rows';

const NOW = new Date('2026-03-01T12:00:00Z');
const options: ParseOptions = { now: NOW, as: 'pinner', metrics: { '*': 'follower_count' } };
const minuteOf = (time: string) => Date.parse(time) / 60_000;

function acceptedRow(
  kind: CatalogKind,
  record: Record<string, unknown>,
  overrides: Partial<ParseOptions> = {},
): Extract<ParsedLine, { row: unknown }> {
  const understood = parseRecord(kind, record, { ...options, ...overrides });
  if ('rejects' in understood) throw new Error(JSON.stringify(understood.rejects));
  return understood;
}

const rejections = (kind: CatalogKind, record: Record<string, unknown>, overrides: Partial<ParseOptions> = {}) => {
  const understood = parseRecord(kind, record, { ...options, ...overrides });
  return 'rejects' in understood ? understood.rejects : [];
};

describe('rows as scrapers write them', () => {
  it('a profile of a data vendor', () => {
    const { row } = acceptedRow('pinners', {
      profile_id: '901',
      nickname: 'clay.and.ink',
      name: 'Clay & Ink',
      bio: 'Pots, mostly.',
      followers: '1,204',
      following_count: '6',
      boards_num: '2',
      website: 'https://clay.example.com',
      saved: 'null',
      last_updated: '"2026-02-09T09:33:23.067Z"',
    });
    expect(row).toMatchObject({
      _id: '901',
      last_crawled_at: Date.parse('2026-02-09T09:33:23.067Z'),
      fields: { username: 'clay.and.ink', name: 'Clay & Ink', description: 'Pots, mostly.', website_url: 'https://clay.example.com' },
      points: [{ at: Math.floor(minuteOf('2026-02-09T09:33:23.067Z')), timed: true, counts: [1204, null] }],
    });
  });

  it('a pin full of placeholders', () => {
    const { row, references } = acceptedRow('pins', {
      unique_id: 'c0ffee00-0000-4000-8000-000000000001',
      title: 'No Title Data Available',
      description: 'No description available Story format',
      poster_name: 'User Info Error',
      follower_count: 'User Info Error',
      tag_list: 'N,o, ,T,a,g,s, ,A,v,a,i,l,a,b,l,e',
      image_src: 'Image src error.',
      category: 'garden',
    });
    expect(row.fields).toMatchObject({ name: null, description: null, pinner_username: null, image_url: null, topics: ['garden'] });
    expect(row.points).toEqual([]);
    expect(references).toEqual([]);
  });

  it('a pin with a masked username, which its URL contains', () => {
    const { row, references } = acceptedRow('pins', { post_id: '5', user_name: 'cl███ink', user_url: 'https://www.pinterest.com/ClayInk' });
    expect(row.fields).toMatchObject({ pinner_id: '~clayink', pinner_username: 'ClayInk' });
    expect(references).toMatchObject([
      { entity: 'pinner', row: { _id: '~clayink', last_crawled_at: null, fields: { username: 'ClayInk' } } },
    ]);
  });

  it('a display name instead of a username is no identity', () => {
    const { row, references } = acceptedRow('pins', { _id: '5', poster_name: 'Clay and Ink' });
    expect(row.fields).toMatchObject({ pinner_id: null, pinner_username: 'Clay and Ink' });
    expect(references).toEqual([]);
  });

  it.each([
    [
      { board: { name: 'Kilns' }, pinner: { name: 'Mira Maker' } },
      { board_name: 'Kilns', owner_name: 'Mira Maker' },
    ],
    [
      { board: { name: 'Kilns', id: '8' }, pinner: { name: 'Mira Maker', id: '9' } },
      { board_name: null, owner_name: null, board_id: '8', pinner_id: '9' },
    ],
  ])('a pin of %j keeps the names of what has no id', (names, fields) => {
    expect(acceptedRow('pins', { _id: '5', ...names }).row.fields).toMatchObject(fields);
  });

  it('a pin of an old API, with separate counts and likes', () => {
    const { row, references } = acceptedRow('pins', {
      id: '6',
      note: 'How to fire clay',
      counts: { likes: 9, saves: 4, comments: 1, repins: 2 },
      likes: 9,
      reaction_counts: { 1: 7 },
      creator: { id: '77', username: 'clayink' },
      board: { name: 'Kilns', url: 'https://www.pinterest.com/clayink/kilns/', follower_count: 900 },
      image: { original: { url: 'https://i.example.com/6.jpg' } },
      domain: 'Uploaded by user',
      link: 'javascript:alert(1)',
      created_at: 'Thu, 10 Jul 2025 21:39:55 +0000',
    });
    expect(row.points.map((point) => point.counts)).toEqual([[4, 2]]);
    expect(row.fields).toMatchObject({
      board_id: '~clayink~kilns',
      pinner_id: '77',
      image_url: 'https://i.example.com/6.jpg',
      domain: null,
      link: null,
      created_at: Date.parse('2025-07-10T21:39:55Z'),
    });
    expect(references.map(({ entity, row: { _id, points, last_crawled_at } }) => [entity, _id, points, last_crawled_at])).toEqual([
      ['pinner', '77', [], null],
      ['board', '~clayink~kilns', [], null],
    ]);
  });

  it('a board identified by its URL, without a pin count', () => {
    const { row, references } = acceptedRow('boards', { name: 'Kilns', saved_collection_url: 'https://www.pinterest.com/clayink/kilns/' });
    expect(row).toMatchObject({
      _id: '~clayink~kilns',
      points: [],
      last_crawled_at: NOW.getTime(),
      fields: { pinner_id: null, pinner_username: 'clayink' },
    });
    expect(references).toEqual([]);
  });

  it('a document of MongoDB', () => {
    const { row } = acceptedRow('pins', {
      _id: { $oid: '688b4d9454255abb05224eac' },
      created_at: { $date: { $numberLong: '1753959828768' } },
    });
    expect(row).toMatchObject({ _id: '688b4d9454255abb05224eac', fields: { created_at: 1_753_959_828_768 } });
  });

  it('zero followers are zero; missing followers and hidden viewers are unknown', () => {
    expect(acceptedRow('pinners', { _id: '1', follower_count: '0', monthly_views: -1 }).row.points[0]?.counts).toEqual([0, null]);
    expect(acceptedRow('pinners', { _id: '1', follower_count: '' }).row.points).toEqual([]);
  });

  it('a row that the source reports as deleted', () => {
    expect(acceptedRow('pins', { _id: '1', deleted: 'true' }).row.fields['searchable']).toBe(false);
    expect(acceptedRow('pins', { _id: '1', searchable: true }).row.fields['searchable']).toBe(true);
    expect(acceptedRow('pins', { _id: '1' }).row.fields['searchable']).toBeNull();
  });
});

describe('a row is rejected with field and reason', () => {
  it.each<[CatalogKind, Record<string, unknown>, string, RegExp]>([
    ['boards', { name: 'Kilns' }, '_id', /no _id and no Pinterest url/],
    ['boards', { name: 'Kilns', url: 'https://example.com/a/b' }, '_id', /no _id/],
    ['pins', {}, '_id', /no _id/],
    ['pins', { _id: 2 ** 60 }, '_id', /lost digits/],
    ['pins', { _id: '1', saves: -3 }, 'saves', /negative/],
    ['pins', { _id: '1', saves: 1.5 }, 'saves', /not a whole number/],
    ['pins', { _id: '1', created_at: '1970-01-01' }, 'created_at', /before 1990/],
    ['pinners', { _id: '1', last_crawled_at: '2030-01-01' }, 'last_crawled_at', /future/],
    ['pinners', { _id: '1', followers: 3_000_000_000 }, 'follower_count', /greater than/],
    ['pins', { _id: '1', pinner: { _id: 'a b' } }, 'pinner._id', /white space/],
    ['series', { metric: 'x', points: [['2026-01-01', 1]] }, 'id', /no id/],
    ['series', { id: '1', metric: 'x' }, 'points', /not a list/],
    ['series', { id: '1', metric: 'x', points: [] }, 'points', /no value/],
    [
      'series',
      {
        id: '1',
        metric: 'x',
        points: [
          ['2026-01-01', 1],
          ['2026-01-02', 2.5],
        ],
      },
      'points[1]',
      /not a whole number.*--round/,
    ],
    ['series', { id: '1', metric: 'x', points: [['soon', 1]] }, 'points[0]', /not a time/],
    ['series', { id: '1', metric: 'x', points: [[null, 1]] }, 'points[0]', /has no time/],
    ['series', { id: '1', metric: 'x', points: [['2026-01-01', 1, 2]] }, 'points[0]', /pair of a time and a value/],
    ['series', { id: '1', metric: 'x', points: [['2026-01-01', -1]] }, 'points[0]', /^-1 is negative$/],
    ['series', { id: 'a b', metric: 'x', points: [['2026-01-01', 1]] }, 'id', /white space/],
    ['series', { id: '1', metric: 'x', points: [7] }, 'points[0]', /pair/],
  ])('%s %j', (kind, record, field, reason) =>
    expect(rejections(kind, record)).toEqual([{ field, reason: expect.stringMatching(reason) }]),
  );

  it('with all of its errors', () =>
    expect(rejections('pins', { _id: '1', saves: -1, repins: 'x' }).map(({ field }) => field)).toEqual(['saves', 'repin_count']));

  it('when the entity of a series is missing, or its metric is unknown', () => {
    const record = { id: '1', metric: 'stars', points: [['2026-01-01', 1]] };
    expect(rejections('series', record, { as: undefined })).toEqual([{ field: 'entity', reason: expect.stringContaining('--as') }]);
    expect(rejections('series', record, { metrics: {} })).toEqual([{ field: 'metric', reason: expect.stringContaining('--metric') }]);
    expect(rejections('series', record, { metrics: { stars: 'saves' } })).toHaveLength(1);
  });
});

describe('a series', () => {
  it('has one point per day, the last of each day, oldest first', () => {
    const { entity, row } = acceptedRow('series', {
      id: 'x:1',
      metric: 'stars',
      name: 'One',
      points: [
        ['2026-01-03', 3],
        ['2026-01-01', '1k'],
        ['2026-01-03', 4],
        { date: '2026-01-02T10:00:00Z', value: 2 },
        ['2026-01-04', null],
      ],
    });
    expect(entity).toBe('pinner');
    expect(row).toMatchObject({ _id: 'x:1', last_crawled_at: Date.parse('2026-01-03'), fields: { name: 'One' } });
    expect(row.points).toEqual([
      { at: minuteOf('2026-01-01'), timed: false, counts: [1000, null] },
      { at: minuteOf('2026-01-02T10:00:00Z'), timed: true, counts: [2, null] },
      { at: minuteOf('2026-01-03'), timed: false, counts: [4, null] },
    ]);
  });

  it.each<[string, Record<string, unknown>, Partial<ParseOptions>, string, string]>([
    ['the metric it names', { metric: 'pin_count', entity: 'board' }, { as: undefined, metrics: {} }, 'board', '1'],
    ['our metric for the one it names', { metric: 'stars' }, { metrics: { stars: 'profile_views' } }, 'pinner', '1'],
    ['the entity of the import rather than its own', { metric: 'saves', entity: 'board' }, { as: 'pin', metrics: {} }, 'pin', '1'],
    ['the id in its URL', { id: null, metric: 'x', url: 'https://www.pinterest.com/ada/' }, {}, 'pinner', '~ada'],
  ])('is that of %s', (_, record, overrides, entity, id) => {
    const parsed = acceptedRow('series', { id: '1', points: [{ x: '2026-01-01', y: 5 }], ...record }, overrides);
    expect([parsed.entity, parsed.row._id]).toEqual([entity, id]);
    expect(parsed.row.points[0]?.counts.filter((count) => count !== null)).toEqual([5]);
  });

  it('cleans the name and the URL of its entity', () => {
    const record = { id: '1', metric: 'x', points: [['2026-01-01', 1]], name: ' Ada ', url: 'javascript:alert(1)' };
    expect(acceptedRow('series', record).row.fields).toEqual({ name: 'Ada', url: null });
  });

  it('may contain its entity, and is rounded on demand', () => {
    const record = { id: '1', entity: 'pins', metric: 'saves', points: [['2026-01-01', 1.5]] };
    expect(acceptedRow('series', record, { as: undefined, metrics: {}, round: true })).toMatchObject({
      entity: 'pin',
      row: { points: [{ counts: [2, null] }] },
    });
  });
});

const kinds = { board: 'boards', pinner: 'pinners', pin: 'pins', series: 'series' } as const;
const folder = join(import.meta.dirname, '../../../../../shared/data');
const file = join(folder, 'bad_inputs.ndjson');

if (existsSync(file)) {
  const odd = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { entity: keyof typeof kinds; why: string; raw: unknown });

  describe('odd rows from real sources', () => {
    it.each(odd.map((row, place) => [place + 1, row.why, row] as const))(
      '%i, %s: accepted completely or rejected with a reason',
      (_, __, { entity, raw }) => {
        const records = (Array.isArray(raw) ? raw : [raw]).filter(
          (record): record is Record<string, unknown> => typeof record === 'object' && record !== null,
        );
        for (const record of records) {
          const understood = parseRecord(kinds[entity], record, options);
          if ('rejects' in understood) {
            expect(understood.rejects.length).toBeGreaterThan(0);
            for (const { field, reason } of understood.rejects)
              expect([field, reason]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
          } else {
            expect(understood.row._id).toMatch(/^[^\s\p{C}]{1,300}$/u);
            const texts = Object.values(understood.row.fields).filter((value) => typeof value === 'string');
            expect(texts.filter((text) => /error|not? .* available|^null$|uploaded by|█/i.test(text) || text.trim() === '')).toEqual([]);
            for (const point of understood.row.points)
              for (const count of point.counts) expect(count === null || (Number.isInteger(count) && count >= 0)).toBe(true);
          }
        }
        expect(odd).toHaveLength(35);
      },
    );

    interface Raw extends Readonly<Record<string, unknown>> {
      readonly last_updated: string;
      readonly user_url: string;
      readonly pin_url: string;
      readonly points: readonly (readonly [string, number])[];
    }
    interface ExtendedJson {
      readonly _id: { readonly $oid: string };
      readonly created_at: { readonly $date: { readonly $numberLong: string } };
    }
    /** What the reason of a row demands of it; one that names no entity has an id added. */
    const demands: readonly (readonly [RegExp, (raw: Raw) => unknown])[] = [
      [/^zero followers/, () => ({ points: [{ counts: [0, null] }] })],
      [/board count|boards_num/, ({ profile_id }) => ({ _id: profile_id, points: [] })],
      [/without a pin count/, ({ name }) => ({ fields: { name }, points: [] })],
      [/^display name|^longest|8-bit/, ({ name }) => ({ fields: { name } })],
      [/quote marks/, ({ last_updated: time }) => ({ last_crawled_at: Date.parse(time.replaceAll('"', '')) })],
      [/masked handle/, ({ user_url: url }) => ({ fields: { pinner_username: url.split('/').at(-1) } })],
      [
        /^source replaced k|opaque token/,
        ({ pin_url: url, repins }) => ({
          _id: url.split('/').at(-2),
          points: [{ counts: [null, Number(repins)] }],
        }),
      ],
      [/more followers than its owner/, ({ board_followers: count }) => ({ points: [{ counts: [Number(count), null, null] }] })],
      [/^scraper placeholders/, () => ({ fields: { name: null, description: null, image_url: null }, points: [] })],
      [/^real collapse/, ({ points }) => ({ points: points.map(([, count]) => ({ counts: [count, null] })) })],
      [
        /\$oid/,
        (raw) => {
          const { _id: id, created_at: time } = raw as unknown as ExtendedJson;
          return { _id: id.$oid, fields: { created_at: Number(time.$date.$numberLong) } };
        },
      ],
      [/^empty title/, ({ id }) => ({ _id: id, fields: { name: null, description: null, domain: null } })],
      [/^no title/, ({ post_id: id }) => ({ _id: id, fields: { name: null } })],
      [/delivered several times/, ({ unique_id: id }) => ({ _id: id })],
    ];

    it.each(demands)('%s: read as it must be', (why, expected) => {
      const rows = odd.filter((row) => why.test(row.why));
      expect(rows).not.toEqual([]);
      for (const { entity, raw } of rows) {
        const record = raw as Raw;
        const understood = parseRecord(kinds[entity], record, options);
        const { row } = 'row' in understood ? understood : acceptedRow(kinds[entity], { ...record, _id: '17' });
        expect(row).toMatchObject(expected(record) as object);
      }
    });

    it.each([/every field is null/, /names are not unique keys/])('%s: rejected, as nothing says what it is', (why) => {
      for (const { entity, raw } of odd.filter((row) => why.test(row.why)))
        expect(rejections(kinds[entity], raw as Raw)).toEqual([expect.objectContaining({ field: '_id' })]);
    });

    it('identifiers above 2^53 stay text', () => {
      const ids = odd.flatMap(({ why, raw }) => (why.includes('2^53') ? (raw as { _id: string[] })._id : []));
      expect(ids.length).toBeGreaterThan(1);
      for (const _id of ids) expect(acceptedRow('pins', { _id }).row._id).toBe(_id);
    });
  });
} else {
  it('odd rows from real sources are tested if they are available', () => {
    process.stdout.write(`Skipped: there is no ${file}.\n`);
    expect(existsSync(folder)).toBe(false);
  });
}
