import { BoardCounts } from '#domain/keywords/counting/board-counts';
import { KeywordCollector, type KeywordTexts } from '#domain/keywords/counting/keyword-collector';
import { KeywordCounter, UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';
import { KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { keywordKey } from '#domain/catalog/keywords/words';
import { phraseKeyword } from '#domain/keywords/keyword-texts';
import { MAX_RELATED_KEYWORDS, RelatedKeywords } from '#domain/keywords/counting/related-keywords';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';

const TODAY_DAY = 20_688;

const pin = (name: string | null, more: Partial<KeywordTexts> = {}): KeywordTexts => ({
  name,
  description: null,
  topics: [],
  queries: [],
  ...more,
});

function indexOf(pins: readonly KeywordTexts[], minPins = 1, maxKeywords = 1_000): KeywordIndex {
  const collector = new KeywordCollector();
  for (const each of pins) collector.addPin(each, UNKNOWN_NUMBER);
  return collector.finish(minPins, maxKeywords);
}
const pinCounts = (index: KeywordIndex) => Object.fromEntries(index.names.map((name, keyword) => [name, index.pinsOf(keyword).length]));
const numberOf = (index: KeywordIndex, text: string) => index.keys.indexOf(keywordKey(text));

describe('the texts of keywords', () => {
  it.each([
    ['Easy Dinner Recipes', 'easi dinner recip'],
    ['  easy   dinner recipe', 'easi dinner recip'],
    ['Crème brûlée', 'creme brule'],
    ['日本 料理', '日本 料理'],
    ['!!!', ''],
  ])('share a key in all spellings: %j', (text, key) => expect(keywordKey(text)).toBe(key));

  it.each([
    ['  Pumpkin\n Bread ', { key: 'pumpkin bread', spelling: 'pumpkin bread' }],
    ['the', { key: 'the', spelling: 'the' }],
    ['…', null],
    ['a b c d e f g h i j k', null],
    ['x'.repeat(81), null],
    ['x'.repeat(80), expect.objectContaining({ spelling: 'x'.repeat(80) })],
    ['a b c d e f g h i j', { key: 'a b c d e f g h i j', spelling: 'a b c d e f g h i j' }],
  ])('of searches and topics are whole: %j', (text, expected) => expect(phraseKeyword(text)).toEqual(expected));
});

describe('the keywords of pins', () => {
  it('are shown in their most frequent spelling, in the first of the alphabet if equal', () => {
    expect(indexOf([pin('Recipe'), pin('recipes'), pin('RECIPES')]).names).toEqual(['recipes']);
    expect(indexOf([pin('Recipes'), pin('recipe')]).names).toEqual(['recipe']);
    expect(indexOf([pin('creme'), pin('Crème'), pin('crème')]).names).toEqual(['crème']);
  });

  it('need a number of pins, and the most frequent ones are kept, then the first by key', () => {
    const pins = [['apple', 'pear'], ['apple', 'pear', 'plum'], ['apple', 'fig'], ['fig']].map((topics) => pin(null, { topics }));
    expect(pinCounts(indexOf(pins, 2))).toEqual({ apple: 3, fig: 2, pear: 2 });
    expect(indexOf(pins, 2, 2).keys).toEqual(['appl', 'fig']);
    expect(Array.from(indexOf(pins, 2, 2).keywordsOf(1))).toEqual([0]);
  });

  it('count boards by whole names, topics, and phrases in names, each board once', () => {
    const keys = ['recip', 'pumpkin bread', 'pumpkin', 'bread', 'my recip'];
    const counts = new BoardCounts(keys);
    counts.addBoard('My recipe, my recipes', ['Recipes']);
    counts.addBoard('PUMPKIN BREADS', []);
    counts.addBoard('Pumpkin: bread', []);
    counts.addBoard(null, ['Pumpkin bread']);
    counts.addBoard('Knitting', []);
    expect(Object.fromEntries(keys.map((key, keyword) => [key, counts.boards[keyword]]))).toEqual({
      recip: 1,
      'my recip': 1,
      'pumpkin bread': 3,
      pumpkin: 2,
      bread: 2,
    });
  });
});

describe('related keywords', () => {
  const repeated = (count: number, ...topics: readonly string[]) => Array.from({ length: count }, () => pin(null, { topics }));

  it('occur on five common pins, more often than chance says, the most surprising first', () => {
    const index = indexOf([
      ...repeated(20, 'pumpkin', 'bread'),
      ...repeated(10, 'pumpkin', 'spice'),
      ...repeated(5, 'spice'),
      ...repeated(4, 'pumpkin', 'soup'),
      ...repeated(60, 'knitting', 'bread'),
    ]);
    const related = new RelatedKeywords(index);
    const names = (keyword: string) =>
      related.find(numberOf(index, keyword)).map((found) => [index.names[found.keyword], found.common] as const);
    expect(names('pumpkin')).toEqual([['spice', 10]]);
    expect(names('spice')).toEqual([['pumpkin', 10]]);
    expect(names('soup')).toEqual([]);
    // A second search finds the same: nothing is left of the one before.
    expect(names('pumpkin')).toEqual([['spice', 10]]);
  });

  it('are not the words of the keyword itself, but may contain it', () => {
    const index = indexOf([
      ...repeated(6, 'easy pumpkin', 'pumpkin bread', 'pumpkin bread easy'),
      ...repeated(2, 'pumpkin bread'),
      ...repeated(20, 'knitting'),
    ]);
    const found = new RelatedKeywords(index).find(numberOf(index, 'pumpkin bread')).map(({ keyword }) => index.names[keyword]);
    expect(new Set(found)).toEqual(new Set(['easy pumpkin', 'pumpkin bread easy']));
  });

  it('are limited in number', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index < 26 ? 'x' : 'y'}`);
    const index = indexOf([...repeated(6, ...words), ...repeated(20, 'knitting')]);
    expect(new RelatedKeywords(index).find(numberOf(index, words[0]!))).toHaveLength(MAX_RELATED_KEYWORDS);
  });
});

describe('the figures of a keyword', () => {
  const count = (saves: number[], more: { created?: number[]; followers?: number[]; boards?: number[] } = {}) => {
    const index = indexOf(saves.map(() => pin('pumpkin')));
    const unknown = saves.map(() => UNKNOWN_NUMBER);
    const owned = { ownerOf: Int32Array.from(more.boards ?? unknown), ownerCount: 10 };
    const columns = {
      saves: Int32Array.from(saves),
      createdOn: Int32Array.from(more.created ?? unknown),
      ownerFollowers: Int32Array.from(more.followers ?? unknown),
      boards: owned,
      pinners: { ownerOf: Int32Array.from(unknown), ownerCount: 0 },
    };
    const counter = new KeywordCounter(index, columns, TODAY_DAY);
    counter.count(0);
    return counter.count(0);
  };

  it('sum the known saves and take their median', () => {
    expect(count([5, UNKNOWN_NUMBER, 1, 100])).toMatchObject({ pins: 4, knownPins: 3, saves: 106, medianSaves: 5 });
    expect(count([UNKNOWN_NUMBER])).toMatchObject({ pins: 1, knownPins: 0, saves: 0, medianSaves: null, competition: null, topPins: [] });
  });

  it('order the twelve most saved pins, the first read of equal ones, and take the competition from ten', () => {
    const { topPins, competitors, competition } = count([3, 9, 3, ...Array<number>(12).fill(3), 100, 0]);
    expect(topPins).toEqual([15, 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(competitors.map(({ saves }) => saves)).toEqual([100, 9, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(competition).toBe(15.1);
  });

  it('describe competitors by age and owner, as far as known', () => {
    const { competitors } = count([2, 1], { created: [TODAY_DAY - 30, UNKNOWN_NUMBER], followers: [UNKNOWN_NUMBER, 700] });
    expect(competitors).toEqual([
      { saves: 2, age_days: 30, owner_followers: null },
      { saves: 1, age_days: null, owner_followers: 700 },
    ]);
  });

  it('count months of creation, and fresh pins among those of known creation', () => {
    const { pinsByMonth, fresh } = count([1, 1, 1, 1, 1], {
      created: [TODAY_DAY, TODAY_DAY - 89, TODAY_DAY - 90, TODAY_DAY - 365, UNKNOWN_NUMBER],
    });
    expect(fresh).toBe(0.5);
    // 2026-08-23, 2026-05-26, 2026-05-25, 2025-08-23
    expect(pinsByMonth).toEqual([0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0]);
    expect(count([1]).fresh).toBeNull();
    const datedOf = (known: number) =>
      count([1, 1, 1, 1], { created: Array.from({ length: 4 }, (_, pin) => (pin < known ? TODAY_DAY : UNKNOWN_NUMBER)) });
    expect([1, 2].map((known) => datedOf(known).fresh)).toEqual([null, 1]);
  });

  it('find the boards with the most saves on its pins', () => {
    expect(count([5, 4, 4, 1, UNKNOWN_NUMBER, 0], { boards: [3, 2, 2, UNKNOWN_NUMBER, 1, 4] }).topBoards).toEqual([2, 3]);
    expect(count([1, 1, 1, 1, 1, 1, 1, 2], { boards: [9, 8, 7, 6, 5, 4, 3, 2] }).topBoards).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

describe('the momentum of a keyword', () => {
  const days = (count: number, every = 1) => Array.from({ length: count }, (_, index) => TODAY_DAY - (count - 1 - index) * every);
  const growing = (from: number, perDay: number, count: number) => Array.from({ length: count }, (_, index) => from + index * perDay);
  const series = (...pins: readonly (readonly [days: number[], saves: number[]])[]) => {
    const index = indexOf(pins.map(() => pin('pumpkin')));
    const keywordSeries = new KeywordSeries(index, TODAY_DAY);
    for (const [number, [pinDays, saves]] of pins.entries()) keywordSeries.addPin(number, pinDays, saves, pinDays.length);
    return keywordSeries.measure(0);
  };
  const published = (pinDays: number[], saves: number[]) => momentum(pinDays, saves, pinDays.length, TODAY_DAY, 90, priors.saves);

  it('is the published score of the daily sum of the saves of its pins', () => {
    const measured = series([days(91), growing(100, 2, 91)], [days(91), growing(1_000, 3, 91)]);
    expect(measured).toMatchObject({ ...published(days(91), growing(1_100, 5, 91)), measuredPins: 2 });
    expect(measured.score).toBeGreaterThan(30);
    // One character for each three days, from the lowest to the highest sum.
    expect(measured.sparkline).toMatch(/^A\S{28}_$/);
  });

  it('does not count the first reading of a pin as a gain', () => {
    const late = [TODAY_DAY - 5, TODAY_DAY];
    const measured = series([days(91), growing(100, 2, 91)], [late, [50_000, 50_000]]);
    expect(measured).toMatchObject(published(days(91), growing(50_100, 2, 91)));
  });

  it('counts a pin that is not read on a day with its last reading', () => {
    const measured = series([days(91), growing(100, 0, 91)], [days(10, 10), growing(100, 10, 10)]);
    const sums = growing(0, 1, 91).map((day) => 200 + 10 * Math.floor(day / 10));
    expect(measured).toMatchObject(published(days(91), sums));
  });

  it('leaves out pins with one reading, unknown saves, and readings outside the window', () => {
    const measured = series(
      [days(91), growing(100, 2, 91)],
      [[TODAY_DAY], [9_000]],
      [days(3), [NaN, 7, NaN]],
      [
        [TODAY_DAY - 400, TODAY_DAY - 300],
        [1, 2],
      ],
      [
        [TODAY_DAY, TODAY_DAY + 1],
        [1, 999],
      ],
    );
    expect(measured).toMatchObject({ ...published(days(91), growing(100, 2, 91)), measuredPins: 1 });
  });

  it('is unknown without readings', () => expect(series([[], []])).toMatchObject({ score: null, sparkline: null, measuredPins: 0 }));
});
