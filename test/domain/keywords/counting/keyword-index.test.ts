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
import { parseDay } from '#domain/days';
import { IntegerList } from '#domain/keywords/counting/integer-list';

const TODAY_DAY = 20_688;

const pin = (name: string | null, ...topics: string[]): KeywordTexts => ({ name, description: null, topics, queries: [] });
const repeated = (count: number, ...topics: string[]) => Array.from({ length: count }, () => pin(null, ...topics));

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
  it('need a number of pins, and the most frequent ones are kept, then the first by key', () => {
    const pins = [['apple', 'pear'], ['apple', 'pear', 'plum'], ['apple', 'fig'], ['fig']].map((topics) => pin(null, ...topics));
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

describe('the spelling of a keyword', () => {
  it.each<[string, KeywordTexts[], string]>([
    ['the most frequent one, read first', [pin('recipes'), pin('recipes'), pin('recipe')], 'recipes'],
    ['the most frequent one, read last', [pin('recipe'), pin('recipes'), pin('recipes')], 'recipes'],
    ['counted in any case of its titles', [pin('Recipe'), pin('recipes'), pin('RECIPES')], 'recipes'],
    ['with its accents', [pin('creme'), pin('Crème'), pin('crème')], 'crème'],
    ['the first in the alphabet of equal ones, read first', [pin('recipe'), pin('recipes')], 'recipe'],
    ['counted once per pin', [pin('recipe. Recipe. Recipe'), pin('recipes'), pin('recipes')], 'recipes'],
    ['the same as a topic and in a title', [pin('Recipe'), pin('recipes'), pin(null, 'Recipes')], 'recipes'],
    ['that of a whole phrase', [pin('Easy dinners'), pin('easy dinner'), pin('easy dinners'), pin('Easy dinners, dinner')], 'easy dinners'],
    ['counted in any case of its topics', [pin(null, 'Recipes'), pin(null, 'RECIPES'), pin(null, 'recipe')], 'recipes'],
  ])('is %s', (_, pins, name) => expect(indexOf(pins).names).toEqual([name]));

  it('is counted the same after a thousand others', () => {
    const letters = 'b c d f g h j k l m n'.split(' ');
    const others = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => pin(`qu${a}${b}${c}`))));
    expect(indexOf([...others, pin('recipe'), pin('recipes'), pin('recipes')], 3).names).toEqual(['recipes']);
  });
});

describe('the order of keywords', () => {
  it.each([[['fig', 'pear']], [['pear', 'fig']]])('of equally many pins is that of their keys: %j', (topics) => {
    expect(indexOf(repeated(2, ...topics)).keys).toEqual(['fig', 'pear']);
  });
});

describe('the related keywords of one', () => {
  const relatedOf = (pins: readonly KeywordTexts[], ...keys: readonly string[]) => {
    const index = indexOf(pins);
    const related = new RelatedKeywords(index);
    return keys.map((key) => related.find(index.keys.indexOf(key)).map(({ keyword }) => index.keys[keyword]));
  };

  it.each<[string, KeywordTexts[], string[]]>([
    ['are the more surprising ones first', [...repeated(10, 'kiwi', 'plum', 'fig'), ...repeated(30, 'plum')], ['fig', 'plum']],
    ['are in the order of keys if equal', repeated(10, 'kiwi', 'pear', 'fig'), ['fig', 'pear']],
    ['need five common pins', [...repeated(5, 'kiwi', 'fig'), ...repeated(4, 'kiwi', 'pear')], ['fig']],
  ])('%s', (_, pins, expected) => {
    expect(relatedOf([...pins, ...repeated(50, 'yarn')], 'kiwi')).toEqual([expected]);
  });

  it('are not those of a search before', () => {
    const pins = [...repeated(1, 'fig', 'plum'), ...repeated(4, 'kiwi', 'plum'), ...repeated(50, 'yarn')];
    expect(relatedOf(pins, 'fig', 'kiwi')).toEqual([[], []]);
  });
});

/** The days that momentum over 90 days reads: the period, the one before, and a month of look-back. */
const WINDOW_DAYS = 211;

/** An index of pins with one topic each. */
const indexOfTopics = (...topics: readonly string[]) => indexOf(topics.map((topic) => pin(null, topic)));

describe('the dates and boards of a keyword', () => {
  const count = (created: readonly number[], boards: readonly number[]) => {
    const counter = new KeywordCounter(
      indexOfTopics(...created.map(() => 'pumpkin')),
      {
        saves: new Int32Array(created.length).fill(5),
        createdOn: Int32Array.from(created),
        ownerFollowers: new Int32Array(created.length).fill(UNKNOWN_NUMBER),
        boards: { ownerOf: Int32Array.from(boards), ownerCount: 10 },
        pinners: { ownerOf: new Int32Array(created.length).fill(UNKNOWN_NUMBER), ownerCount: 0 },
      },
      TODAY_DAY,
    );
    return [counter.count(0), counter.count(0)] as const;
  };

  it('have the share of fresh pins, not that of the others', () => {
    const [{ fresh }] = count([TODAY_DAY, TODAY_DAY - 1, TODAY_DAY - 89, TODAY_DAY - 90], [1, 1, 1, 1]);
    expect(fresh).toBe(0.75);
  });

  it.each([
    ['in two years', [20, 20], 6],
    ['in one year, with other months in the other', [60, 0], null],
    ['in one year, with too few pins in the other', [60, 5], null],
  ])('have the peak that shows %s', (_, pinsInJune, peak) => {
    const [june, january] = [parseDay('2024-06-15')!, parseDay('2024-01-15')!];
    const years = pinsInJune.map((pins, year) => [
      ...Array<number>(pins).fill(june + 365 * year),
      ...Array.from({ length: pins === 5 ? 0 : 60 }, (_one, pin) => january + 365 * year + 30 * (pin % 4)),
    ]);
    const created = years.flat();
    expect(count(created, created)[0].peak).toBe(peak);
  });

  it('find the first board of the catalog like any other, in a second count too', () => {
    const counts = count([TODAY_DAY, TODAY_DAY, TODAY_DAY, TODAY_DAY], [0, 0, 3, UNKNOWN_NUMBER]);
    expect(counts.map(({ topBoards }) => topBoards)).toEqual([
      [0, 3],
      [0, 3],
    ]);
  });
});

describe('the momentum of one keyword among others', () => {
  const days = Array.from({ length: 91 }, (_, day) => TODAY_DAY - 90 + day);
  const growing = (start: number, gain: number) => days.map((_, day) => start + gain * day);

  it('is that of its own pins', () => {
    const series = new KeywordSeries(indexOfTopics('fig', 'fig', 'kiwi'), TODAY_DAY);
    for (const [pin, gain] of [1, 2, 9].entries()) series.addPin(pin, days, growing(100, gain), days.length);
    expect([0, 1].map((keyword) => series.measure(keyword))).toMatchObject(
      [growing(200, 3), growing(100, 9)].map((sums) => momentum(days, sums, days.length, TODAY_DAY, 90, priors.saves)),
    );
  });

  it.each([
    ['higher', 90_000],
    ['of no saves, other', 0],
  ])('leaves out one reading of a pin that is %s than those around it', (_, saves) => {
    const measure = (counts: readonly number[], among: readonly number[]) => {
      const series = new KeywordSeries(indexOfTopics('fig', 'fig'), TODAY_DAY);
      series.addPin(0, days, counts, days.length);
      series.addPin(1, days, among, days.length);
      return series.measure(0);
    };
    const steady = growing(100, 1);
    const among = growing(200, 2);
    expect(measure(steady.with(45, saves), among)).toEqual(measure(steady.with(45, NaN), among));
  });

  it.each([
    ['counts', WINDOW_DAYS - 1, 1],
    ['leaves out a reading before', WINDOW_DAYS, 0],
  ])('%s the first day of its look-back', (_, age, measuredPins) => {
    const series = new KeywordSeries(indexOfTopics('fig'), TODAY_DAY);
    series.addPin(0, [TODAY_DAY - age, TODAY_DAY], [100, 120], 2);
    expect(series.measure(0).measuredPins).toBe(measuredPins);
  });
});

describe('a growing list of integers', () => {
  it.each([0, 1, 1_023, 1_024, 1_025, 5_000])('keeps all %i that were added', (count) => {
    const list = new IntegerList();
    const values = Array.from({ length: count }, (_, index) => 7 * index - 3);
    for (const value of values) list.push(value);
    expect(list.length).toBe(count);
    expect(Array.from(list.view())).toEqual(values);
  });

  it('changes a value far behind its first thousand', () => {
    const list = new IntegerList();
    for (let value = 0; value < 3_000; value++) list.push(value);
    list.set(2_500, -1);
    expect([list.at(2_499), list.at(2_500), list.at(2_501)]).toEqual([2_499, -1, 2_501]);
  });
});
