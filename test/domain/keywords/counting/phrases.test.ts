import { KeywordCollector, type KeywordTexts } from '#domain/keywords/counting/keyword-collector';
import { UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';

const pin = (name: string | null, more: Partial<KeywordTexts> = {}): KeywordTexts => ({
  name,
  description: null,
  topics: [],
  queries: [],
  ...more,
});
const repeated = (count: number, name: string, more: Partial<KeywordTexts> = {}) => Array.from({ length: count }, () => pin(name, more));

/** The keywords of at least `minPins` pins, with their pins, alphabetically. By default, no two pins are of one account. */
function keywordsOf(pins: readonly KeywordTexts[], minPins: number, ownerOf = (number: number) => number): [string, number][] {
  const collector = new KeywordCollector();
  for (const [number, each] of pins.entries()) collector.addPin(each, ownerOf(number));
  const index = collector.finish(minPins, 10_000);
  return index.names.map((name, keyword): [string, number] => [name, index.pinsOf(keyword).length]).sort(([a], [b]) => (a < b ? -1 : 1));
}
const namesOf = (pins: readonly KeywordTexts[], minPins = 1) => keywordsOf(pins, minPins).map(([name]) => name);

describe('the phrases of a title or sentence', () => {
  it.each<[string, string, string[]]>([
    ['have one to four words', 'Small balcony herb garden', ['small balcony herb garden']],
    ['end at the end of a sentence', 'Balcony garden. Tomato plants', ['balcony garden', 'tomato plants']],
    ['end at other punctuation', 'Balcony garden – tomatoes, herbs', ['balcony garden', 'herbs', 'tomatoes']],
    ['contain hyphens, apostrophes, and &', 'Step-by-step mac', ['step by step mac']],
    ['contain &', 'Easy mac & cheese', ['easy mac cheese']],
    ['neither begin nor end with a stop word', 'Gifts for the garden', ['gifts for the garden']],
    ['do not end with a small number', 'Raised beds 12', ['raised beds']],
    ['may end with a year', 'Summer nails 2026', ['summer nails 2026']],
    ['have letters', '2025 2026', []],
    ['leave out web addresses', 'Soup https://soup.example/best-soup', ['soup']],
    ['are single words of three letters or more', 'Uk', []],
    ['are no single words of praise', 'New', []],
    ['are not made of words of praise and instructions alone', 'Find great products', []],
    ['are no single words that say too little alone', 'Everything', []],
    ['may have such words', 'Plus size', ['plus size']],
    ['say no word twice in a row', 'Cake cake', []],
    ['say no word twice without a stop word between', 'Cake pops cake', []],
    ['may say a word twice around a stop word', 'Step by step', ['step by step']],
    ['are no disclosures', 'Affiliate links', []],
    ['have no disclosure in them', 'Amazon affiliate link, soup', ['amazon affiliate', 'soup']],
    ['may have one word of a disclosure', 'Affiliate marketing', ['affiliate marketing']],
    ['leave out an acute for an apostrophe', 'Oda´s', ['oda']],
    ['leave out accents of no letter', 'Crème \u0301 bru\u0302lée', ['crème brûlée']],
    ['may begin with a word of praise', 'New year nails', ['new year nails']],
    ['may be in a script without spaces', '卵焼きの作り方', ['卵焼きの作り方']],
    ['leave out possessives', "Oda's “crème-brûlée”", ['crème brûlée', 'oda']],
  ])('%s: %j', (_, title, expected) => expect(namesOf([pin(title)])).toEqual(expected));

  it.each<[string, string, string[]]>([
    ['English', 'For the garden', ['garden']],
    ['a language that the pin shows by two of them', 'Ideen für den Garten, mit Blumen', ['blumen', 'ideen für den garten']],
    ['no other language where only one word is of it', 'Front wreath, die cut', ['die cut', 'front wreath']],
    ['a second language', 'Get this for the garden. Ideen für den Garten', ['garden', 'ideen für den garten']],
  ])('are read with the stop words of %s', (_, title, expected) => expect(namesOf([pin(title)])).toEqual(expected));

  it.each<[string, number, string[]]>([
    ['in half of its pins, in all', 2, ['garten']],
    ['in fewer, not in the others', 3, ['garten', 'von garten']],
  ])('are read without a word that is a stop word of its text %s', (_, others, expected) => {
    const pins = [...repeated(2, 'Von mit und Garten'), ...repeated(others, 'Von Garten')];
    expect(namesOf(pins, 2)).toEqual(expected);
  });

  it('are those of the first hundred words of title and description', () => {
    const filler = Array.from({ length: 98 }, (_, number) => `w${number}x`).join('. ');
    expect(namesOf([pin('Soup', { description: `${filler}. Bread. Butter` })])).toContain('bread');
    expect(namesOf([pin('Soup', { description: `${filler}. Bread. Butter` })])).not.toContain('butter');
  });

  it('are counted once per pin, together with topics and searches', () => {
    expect(
      keywordsOf(
        [
          pin('Balcony garden, balcony gardens'),
          pin('A balcony garden', { topics: ['Balcony Gardens'] }),
          pin(null, { queries: ['balcony garden'] }),
        ],
        3,
      ),
    ).toEqual([['balcony garden', 3]]);
  });
});

describe('a shorter keyword', () => {
  it.each<[string, number, string[]]>([
    ['gives way where four of five of its pins have one longer keyword', 4, ['balcony garden']],
    ['stays where fewer have', 3, ['balcony', 'balcony garden']],
  ])('%s', (_, longer, expected) =>
    expect(namesOf([...repeated(longer, 'Balcony garden'), ...repeated(5 - longer, 'Balcony')])).toEqual(expected),
  );

  it.each<[string, number, string[]]>([
    ['gives way to the topic of four of five of its pins', 4, ['balcony garden']],
    ['stays beside the topic of fewer', 3, ['balcony', 'balcony garden']],
  ])('%s', (_, longer, expected) =>
    expect(namesOf([...repeated(longer, 'Balcony', { topics: ['Balcony garden'] }), ...repeated(5 - longer, 'Balcony')])).toEqual(expected),
  );

  it('does not give way to a topic that gives way itself', () => {
    const pins = [
      ...repeated(13, 'Garden', { topics: ['Herb garden', 'Balcony herb garden'] }),
      ...repeated(3, 'Garden', { topics: ['Herb garden'] }),
      ...repeated(4, 'Garden'),
    ];
    expect(keywordsOf(pins, 1)).toEqual([
      ['balcony herb garden', 13],
      ['garden', 20],
    ]);
  });

  it('does not give way to a longer keyword that is not on the list itself', () => {
    // Of 20 pins, 16 have "herb garden" and 13 "balcony herb garden", which "herb garden" gives way to.
    const pins = [...repeated(13, 'Garden: balcony herb garden'), ...repeated(3, 'Garden: herb garden'), ...repeated(4, 'Garden')];
    expect(keywordsOf(pins, 1)).toEqual([
      ['balcony herb garden', 13],
      ['garden', 20],
    ]);
  });

  it('does not give way to a longer keyword on the same pins that does not contain it', () => {
    expect(namesOf(repeated(5, 'Sourdough', { topics: ['Bread baking'] }))).toEqual(['bread baking', 'sourdough']);
  });
});

describe('a piece of longer phrases', () => {
  it.each<[string, string[], string[]]>([
    [
      'goes on with the same word in four of five of its pins',
      ['Chopped onion', 'Chopped onion', 'Chopped onion', 'Chopped onion', 'Chopped'],
      ['chopped onion'],
    ],
    [
      'stays with the same word in fewer',
      ['Chopped onion', 'Chopped onion', 'Chopped onion', 'Chopped', 'Chopped'],
      ['chopped', 'chopped onion'],
    ],
    [
      'goes on with the same word after a stop word',
      ['Couch to lose fat', 'Couch to lose weight'],
      ['couch to lose fat', 'couch to lose weight'],
    ],
    [
      'goes on with the same word after many stop words in four of five of its pins',
      [...Array.from({ length: 4 }, () => 'Chopped for the and of onion'), 'Chopped'],
      [],
    ],
    ['stays before a stop word', ['Garden for', 'Garden and'], ['garden']],
    ['is of a run of more than four words', ['Cozy rustic oak farmhouse kitchen'], []],
    ['never ends', ['Rustic wedding', 'Rustic kitchen'], ['rustic kitchen', 'rustic wedding']],
    ['never begins, with several words', ['Seating chart kit', 'Chore chart kit'], ['chore chart kit', 'seating chart kit']],
    ['stays as a single word that never begins', ['Seating chart', 'Chore chart'], ['chart', 'chore chart', 'seating chart']],
    [
      'ends before a number, a word of praise, and a stop word',
      ['Fig 7', 'New fig', 'Fig and plum', 'Fig and soup'],
      ['fig', 'fig and plum', 'fig and soup', 'new fig'],
    ],
    [
      'is what is left before a text that is left out',
      Array.from({ length: 21 }, (_, number) => `Personal one two three four five six seven eight ${number}`),
      [],
    ],
  ])('%s', (_, titles, expected) =>
    expect(
      keywordsOf(
        titles.map((title) => pin(title)),
        1,
        () => UNKNOWN_NUMBER,
      ).map(([name]) => name),
    ).toEqual(expected),
  );

  it('is judged by the first place in each pin, and stays as the topic of enough pins', () => {
    expect(namesOf(repeated(5, 'Chopped: chopped onion'), 5)).toEqual(['chopped onion']);
    expect(namesOf(repeated(5, 'Chopped onion', { topics: ['Onion'] }), 5)).toEqual(['chopped onion']);
    expect(namesOf([...repeated(5, 'Chopped onion'), ...repeated(1, 'Soup', { topics: ['Chopped'] })], 1)).toContain('chopped onion');
  });

  it('stays as the topic of five pins', () => {
    const pins = [...repeated(40, 'Chopped onion'), ...repeated(10, 'Chopped', { topics: ['Chopped'] })];
    expect(namesOf(pins, 5)).toContain('chopped onion');
  });
});

describe('phrases that are spread evenly over the topics', () => {
  const topics = ['Home', 'Garden', 'Food', 'Travel', 'Beauty'];
  const spread = (count: number, title: string) =>
    Array.from({ length: count }, (_, number) => pin(title, { topics: [topics[number % 5]!] }));
  const others = topics.flatMap((topic) => repeated(20, topic, { topics: [topic] }));

  it('are left out', () => expect(namesOf([...spread(60, 'Ideas'), ...others], 5)).not.toContain('ideas'));

  it.each<[string, KeywordTexts[]]>([
    ['stay with fewer than 50 pins with topics', [...spread(45, 'Ideas'), ...repeated(30, 'Ideas'), ...others]],
    ['stay as the topic of five pins', [...spread(60, 'Ideas'), ...repeated(5, 'x', { topics: ['ideas'] }), ...others]],
    ['stay where one topic is more than a quarter of all', [...spread(60, 'Ideas'), ...others, ...repeated(90, 'x', { topics: ['Home'] })]],
    ['stay without topics', repeated(60, 'Ideas')],
  ])('%s', (_, pins) => expect(namesOf(pins, 5)).toContain('ideas'));

  it('are not those of one topic', () => {
    expect(namesOf([...repeated(60, 'Rosebush', { topics: ['Garden'] }), ...others, ...spread(200, 'Ideas')], 5)).toContain('rosebush');
  });
});

describe('texts that an account repeats', () => {
  const ofOne = () => UNKNOWN_NUMBER;

  it.each<[string, string, string[]]>([
    ['titles', 'Etsy finds', []],
    ['sentences', 'Soup. Etsy finds, daily!', ['soup']],
    ['parts of five words', 'Soup – This page has useful tips', ['soup']],
    ['runs of eight words', 'Soup one two three four, five six seven eight', ['soup']],
  ])('in more than 20 pins are left out: %s', (_, title, left) => {
    const variants = (count: number) =>
      Array.from({ length: count }, (_, number) => pin(title.replace('Soup', number % 2 === 0 ? 'Soup' : 'Soup: soup')));
    expect(keywordsOf(variants(21), 1, ofOne).map(([name]) => name)).toEqual(left);
    expect(keywordsOf(variants(20), 1, ofOne).length).toBeGreaterThan(left.length);
    expect(keywordsOf(variants(21), 1, (number) => number).length).toBeGreaterThan(left.length);
  });
});

describe('phrases that one account has in its pins', () => {
  /** Pins of as many accounts, and then all of one. */
  const named = (accounts: number, ownPins: readonly KeywordTexts[], owner = 99) =>
    keywordsOf([...repeated(accounts, 'Shoes'), ...ownPins], 5, (number) => (number < accounts ? number : owner)).map(([name]) => name);

  it('are left out', () => expect(named(20, repeated(5, 'Binnenkant'))).toEqual(['shoes']));

  it.each<[string, number, number, string[]]>([
    ['nine of ten of which it has, too', 1, 9, ['shoes']],
    ['stay where it has fewer', 2, 9, ['shoes', 'suede']],
  ])('%s', (_, others, own, expected) => {
    const pins = [...repeated(20, 'Shoes'), ...repeated(others, 'Suede'), ...repeated(own, 'Suede')];
    expect(keywordsOf(pins, 5, (number) => Math.min(number, 20 + others)).map(([name]) => name)).toEqual(expected);
  });

  it.each<[string, () => string[]]>([
    ['among fewer than 20 accounts', () => named(18, repeated(5, 'Binnenkant'))],
    ['as the topic of five pins', () => named(20, repeated(5, 'x', { topics: ['Binnenkant'] }))],
    ['of accounts that are not known', () => named(20, repeated(5, 'Binnenkant'), UNKNOWN_NUMBER)],
  ])('stay %s', (_, find) => expect(find()).toEqual(['binnenkant', 'shoes']));
});
