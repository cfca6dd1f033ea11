import type { ImportRow, ParsedLine } from '#domain/catalog/import/import-row';
import { parseRow } from '#domain/catalog/import/rows';
import type { EntityType } from '#domain/catalog/variants';

const NOW = new Date('2026-03-01T12:34:56Z');

const parse = (entity: EntityType, record: Record<string, unknown>) => parseRow(entity, { _id: '1', ...record }, { now: NOW });

function accepted(entity: EntityType, record: Record<string, unknown>): Extract<ParsedLine, { row: unknown }> {
  const parsed = parse(entity, record);
  if ('rejects' in parsed) throw new Error(JSON.stringify(parsed.rejects));
  return parsed;
}

const fieldOf = (entity: EntityType, record: Record<string, unknown>, field: string) => accepted(entity, record).row.fields[field];

it('notes of other tools are kept as JSON, each with its source and day; anything else is none', () => {
  const notes = { PinClicks: { date: '2026-02-01', values: { 'Pin Score': 87, ' ': 'x' } }, Other: { date: 'soon', values: { a: 'b' } } };
  expect(fieldOf('pin', { notes }, 'notes')).toBe('{"PinClicks":{"date":"2026-02-01","values":{"Pin Score":"87"}}}');
  const odd = '{"X":{"date":"2026-02-01","values":{"__proto__":"7"}}}';
  expect(fieldOf('pin', { notes: JSON.parse(odd) as unknown }, 'notes')).toBe(odd);
  for (const none of ['text', [], {}, { Other: { values: { a: 'b' } } }]) expect(fieldOf('pin', { notes: none }, 'notes')).toBeNull();
});

describe('a complete row', () => {
  it('of a board has all of its columns', () => {
    const parsed = accepted('board', {
      name: ' Kilns ',
      description: 'All about\nkilns',
      url: 'https://www.pinterest.com/clayink/kilns/',
      image_url: 'https://i.pinimg.com/1.jpg',
      topics: 'clay, fire',
      created_at: '2020-01-02T03:04:05Z',
      board_order_modified_at: '2026-02-01',
      follower_count: '1.2k',
      collaborator_count: 3,
      pin_count: 40,
      last_crawled_at: '2026-02-28',
      pinner: { _id: '77', username: '@clayink', name: 'Clay & Ink', url: 'https://www.pinterest.com/clayink/' },
    });
    const row: ImportRow = {
      _id: '1',
      last_crawled_at: Date.parse('2026-02-28'),
      fields: {
        name: 'Kilns',
        description: 'All about\nkilns',
        url: 'https://www.pinterest.com/clayink/kilns/',
        image_url: 'https://i.pinimg.com/1.jpg',
        topics: ['clay', 'fire'],
        searchable: null,
        notes: null,
        created_at: Date.parse('2020-01-02T03:04:05Z'),
        board_order_modified_at: Date.parse('2026-02-01'),
        pinner_id: '77',
        pinner_username: 'clayink',
      },
      points: [{ at: Date.parse('2026-02-28') / 60_000, timed: false, counts: [1200, 3, 40] }],
    };
    const owner: ImportRow = {
      _id: '77',
      last_crawled_at: null,
      fields: { username: 'clayink', name: 'Clay & Ink', url: 'https://www.pinterest.com/clayink/' },
      points: [],
    };
    expect(parsed).toEqual({ entity: 'board', row, references: [{ entity: 'pinner', row: owner }] });
  });

  it('of a pin has its board, link and queries', () => {
    const parsed = accepted('pin', {
      saves: 9,
      link: 'https://Shop.example/a',
      domain: 'Shop.example',
      queries: ['clay', 'ink'],
      board: { _id: '5', name: 'Kilns', url: 'https://www.pinterest.com/clayink/kilns/' },
    });
    expect(parsed.row.fields).toMatchObject({
      board_id: '5',
      link: 'https://shop.example/a',
      domain: 'shop.example',
      queries: ['clay', 'ink'],
      pinner_id: null,
      pinner_username: null,
    });
    expect(parsed.row.fields).not.toHaveProperty('board_order_modified_at');
    expect(parsed.references).toEqual([
      {
        entity: 'board',
        row: { _id: '5', last_crawled_at: null, fields: { name: 'Kilns', url: 'https://www.pinterest.com/clayink/kilns/' }, points: [] },
      },
    ]);
  });

  it('of a pinner has the website and reach', () => {
    const { row, references } = accepted('pinner', {
      username: '@ada',
      domain_url: 'https://ada.example/x',
      website_url: 'https://ada.example/shop',
      profile_reach: '5k',
    });
    expect(row.fields).toMatchObject({
      username: 'ada',
      domain_url: 'ada.example',
      website_url: 'https://ada.example/shop',
      profile_reach: 5000,
    });
    expect(references).toEqual([]);
  });
});

describe('a crawl', () => {
  it('without a time is that of the import, to the minute', () => {
    const { row } = accepted('pin', { saves: 1 });
    expect(row.last_crawled_at).toBe(NOW.getTime());
    expect(row.points).toEqual([{ at: Date.parse('2026-03-01T12:34:00Z') / 60_000, timed: true, counts: [1, null] }]);
  });

  it('is judged by the present, also where others are of an earlier time', () => {
    const crawledAt = new Date('2025-01-01T00:00:00Z');
    const timeOf = (record: Record<string, unknown>) => {
      const parsed = parseRow('pin', { _id: '1', saves: 1, ...record }, { now: NOW, crawledAt });
      return 'row' in parsed ? [parsed.row.last_crawled_at, parsed.row.points[0]?.at] : parsed.rejects;
    };
    const fallback = crawledAt.getTime();
    expect(timeOf({})).toEqual([fallback, fallback / 60_000]);
    expect(timeOf({ crawled_at: '2026-02-28' })).toEqual([Date.parse('2026-02-28'), Date.parse('2026-02-28') / 60_000]);
    expect(timeOf({ crawled_at: '2026-03-04' })).toEqual([{ field: 'last_crawled_at', reason: '"2026-03-04" lies in the future' }]);
  });

  it('without a count has no point', () => expect(accepted('pin', { saves: 'n/a' }).row.points).toEqual([]));
});

describe('a field', () => {
  it.each<[string, EntityType, Record<string, unknown>, string, unknown]>([
    ['searchable by its own name', 'pin', { searchable: 'no' }, 'searchable', false],
    ['searchable unless it is deleted', 'pin', { deleted: 'false' }, 'searchable', true],
    ['searchable, whatever says that it is deleted', 'pin', { searchable: 'yes', deleted: 1 }, 'searchable', true],
    ['unknown reach, hidden by Pinterest', 'pinner', { profile_reach: '-1' }, 'profile_reach', null],
    ['a username from the URL where it is masked', 'pinner', { username: 'a██a', url: 'pinterest.com/ada' }, 'username', 'ada'],
    ['a username from the URL where there is none', 'pinner', { url: 'https://www.pinterest.com/ada/' }, 'username', 'ada'],
    ['an owner from the URL of the board', 'board', { url: 'https://www.pinterest.com/ada/kilns/' }, 'pinner_username', 'ada'],
    ['the named owner rather than that of the URL', 'board', { owner: 'bob', url: 'pinterest.com/ada/kilns' }, 'pinner_username', 'bob'],
    ['a name of at most 500 characters', 'pin', { name: 'x'.repeat(600) }, 'name', 'x'.repeat(500)],
    ['a description of at most 5,000 characters', 'pin', { description: 'x'.repeat(6_000) }, 'description', 'x'.repeat(5_000)],
  ])('may be %s', (_, entity, record, field, value) => expect(fieldOf(entity, record, field)).toEqual(value));

  it.each<[EntityType, Record<string, unknown>, string, RegExp]>([
    ['pinner', { follower_count: -1 }, 'follower_count', /negative/],
    ['pinner', { profile_reach: -2 }, 'profile_reach', /negative/],
    ['pin', { board: { _id: 'a b' } }, 'board._id', /white space/],
    ['board', { board_order_modified_at: 'soon' }, 'board_order_modified_at', /not a time/],
  ])('of a %s rejects the row: %j', (entity, record, field, reason) =>
    expect(parse(entity, record)).toEqual({ rejects: [{ field, reason: expect.stringMatching(reason) }] }),
  );
});

describe('the owner of a board or pin', () => {
  it.each<[string, Record<string, unknown>, string | null, string | null]>([
    ['by id', { pinner: { _id: '77', username: 'ada' } }, '77', 'ada'],
    ['by the URL of the profile', { owner_url: 'https://www.pinterest.com/Ada/' }, '~ada', 'Ada'],
    ['by username alone', { username: 'Ada' }, '~ada', 'Ada'],
    ['as text only by a display name', { poster_name: 'Ada Love' }, null, 'Ada Love'],
  ])('is known %s', (_, record, id, username) => {
    const { row, references } = accepted('pin', record);
    expect([row.fields['pinner_id'], row.fields['pinner_username']]).toEqual([id, username]);
    expect(references.map((reference) => reference.row._id)).toEqual(id === null ? [] : [id]);
  });

  it('gets no display name as its username', () => {
    const { references } = accepted('pin', { pinner: { _id: '77', username: 'Ada Love' } });
    expect(references[0]?.row.fields).toEqual({ username: null, name: null, url: null });
  });
});
