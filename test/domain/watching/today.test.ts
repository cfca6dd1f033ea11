import { hostsOf, normalizeTopics, parseSite, pickTopicPictures } from '#domain/watching/today/interests';
import { changesSince, countChanges, sinceDay, topMovers, type WatchedReadings } from '#domain/watching/today/today';

describe('topics', () => {
  it('are stored trimmed, in lower case, once each', () => {
    expect(normalizeTopics([' Recipes', 'recipes ', '', 'Café', 'ÉTÉ'])).toEqual(['recipes', 'café', 'ÉtÉ']);
  });

  it('show different pictures as long as there are some that browsers may load', () => {
    const candidates = [
      { topic: 'a', pins: 3, pictures: ['1', '2', 'bad', '3', '4'] },
      { topic: 'b', pins: 2, pictures: ['1', '4'] },
      { topic: 'c', pins: 1, pictures: ['1', 'bad'] },
    ];
    expect(pickTopicPictures(candidates, (address) => address !== 'bad').map(({ pictures }) => pictures)).toEqual([
      ['1', '2', '3'],
      ['4'],
      ['1'],
    ]);
  });
});

describe('a site', () => {
  it.each([
    ['', null],
    ['my-blog.com', 'my-blog.com'],
    [' HTTPS://www.My-Blog.com:443/recipes?a=b#c ', 'my-blog.com'],
    ['shop.my-blog.co.uk', 'shop.my-blog.co.uk'],
    ['küche.de', 'küche.de'],
    ['mira_makes', '@mira_makes'],
    ['@Mira_Makes', '@mira_makes'],
    ['https://www.pinterest.com/mira_makes/', '@mira_makes'],
    ['de.pinterest.com/mira', '@mira'],
  ])('%j is read as %j', (text, site) => {
    expect(parseSite(text)).toEqual({ site });
  });

  it.each(['no site', 'a', '@', 'http://', '.com', 'a..b', '-a.com', '@a b', 'x'.repeat(61)])('%j is none', (text) => {
    expect(parseSite(text)).toEqual({ reason: 'must be a site such as my-blog.com or a Pinterest user name' });
  });

  it('is linked to with and without www', () => {
    expect([hostsOf('my-blog.com'), hostsOf('@mira')]).toEqual([['my-blog.com', 'www.my-blog.com'], []]);
  });
});

describe('the day from which changes are counted', () => {
  it.each([
    [null, 93],
    [99, 99],
    [70, 70],
    [69, 93],
    [100, 93],
    [101, 93],
  ])('asked for %j of today 100 is %d', (asked, since) => {
    expect(sinceDay(100, asked)).toBe(since);
  });
});

const reading = (over: Partial<WatchedReadings>): WatchedReadings => ({
  entity: 'board',
  entity_id: 'b',
  title: 'Board',
  is_gone: false,
  before: 100,
  current: 110,
  read_on: 99,
  growth: 30,
  ...over,
});

describe('what moved since a day', () => {
  it.each<[string, Partial<WatchedReadings>, number | null]>([
    ['with readings on both sides of it', {}, 10],
    ['that fell', { current: 95 }, -5],
    ['that stayed', { current: 100 }, 0],
    ['without a later reading', { read_on: 93 }, null],
    ['without an earlier one', { before: null }, null],
    ['without any', { before: null, current: null, read_on: null }, null],
    ['that is gone', { is_gone: true }, null],
  ])('is, of something %s, %j', (_, over, change) => {
    expect(changesSince([reading(over)], 93).map((one) => one.change)).toEqual([change]);
  });

  it('is counted, and unknown is neither unchanged nor gone', () => {
    const all = [{}, { current: 90 }, { current: 100 }, { before: null }, { is_gone: true }].map(reading);
    expect(countChanges(changesSince(all, 93), 100)).toEqual({
      isOver90Days: false,
      rising: 1,
      falling: 1,
      unchanged: 1,
      unknown: 1,
      old: 0,
      gone: 1,
    });
  });

  it('is the growth over 90 days where nothing was read since the day', () => {
    const all = [{ growth: 4 }, { growth: 0 }, { growth: null }].map((over) => reading({ ...over, read_on: 11 }));
    expect(countChanges(changesSince(all, 93), 100)).toMatchObject({ isOver90Days: true, rising: 1, unchanged: 1, unknown: 1, old: 0 });
  });

  it('is no growth over 90 days of what was not read in these', () => {
    const all = [{ growth: 4 }, { growth: null }, { growth: -2, is_gone: true }].map((over) => reading({ ...over, read_on: 10 }));
    expect(countChanges(changesSince(all, 93), 100)).toEqual({ isOver90Days: true, rising: 0, falling: 0, unchanged: 0, unknown: 1, old: 1, gone: 1 }); // prettier-ignore
  });

  it('is shown in the order of its size, at most five, and what is gone last', () => {
    const all = [
      reading({ entity_id: 'gone', is_gone: true }),
      reading({ entity_id: 'unknown', read_on: 1, growth: 80 }),
      reading({ entity_id: 'small', current: 101 }),
      reading({ entity_id: 'down', current: 50 }),
      reading({ entity_id: 'up', current: 120 }),
      reading({ entity_id: 'equal-b', current: 101, growth: 10 }),
    ];
    expect(topMovers(changesSince(all, 93)).map(({ entity_id }) => entity_id)).toEqual(['down', 'up', 'small', 'equal-b', 'unknown']);
  });
});
