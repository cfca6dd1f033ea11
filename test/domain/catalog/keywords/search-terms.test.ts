import * as fc from 'fast-check';
import { indexTexts, queryTerms, termsToWords } from '#domain/catalog/keywords/search-terms';
import { caseFold, queryWords } from '#domain/catalog/keywords/words';
import { occurrenceIn } from '#domain/catalog/keywords/best-match';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';
import { mixedText } from '../../../support/mixed-text';

const rowTerms = (texts: readonly (string | null | undefined)[]): string[] => [
  ...indexTexts(texts.map((text) => ({ field: 'description', text }) as const)).keys(),
];

/** Returns whether a search finds a row with this text, every word exactly. */
const matchesQuery = (query: string, text: string): boolean => {
  const row = new Set(rowTerms([text]));
  const { terms } = queryTerms(query);
  return terms.length > 0 && terms.every((term) => row.has(term));
};

describe('keyword search', () => {
  it.each([
    ['etsy', 'Best of ETSY finds'],
    ['etsy seller', 'Etsy sellers unite'],
    ['selling', 'Etsy: sell more'],
    ['cafe creme', 'Café Crème à la maison'],
    ['CAFÉ', 'cafe ideas'],
    ['strasse', 'Straße im Winter'],
    ['weihnachten', '✨ WEIHNACHTEN ✨'],
    ['istanbul', 'İSTANBUL gezisi'],
    ['изба', 'Русская изба'],
    ['елка', 'Ёлка своими руками'],
    ['ἀθήνα', 'Αθηνα το καλοκαίρι'],
    ['sale', '𝐒𝐚𝐥𝐞 today'],
    ['pinterest', 'ｐｉｎｔｅｒｅｓｔ'],
    ["women's fashion", 'Fashion for women'],
    ['womens fashion', 'Womens fashion'],
    ['料理', '家庭料理レシピ'],
    ['家庭料理', '簡単な家庭料理'],
    ['茶', '抹茶プリン'],
    ['プリン', '抹茶プリン'],
    ['旅行攻略', '日本旅行攻略大全'],
    ['강아지', '강아지를 위한 간식'],
    ['อาหารไทย', 'สูตรอาหารไทยง่ายๆ'],
    ['ขนม', 'ขนมหวาน'],
    ['كتاب', 'كِتَابٌ جميل'],
    ['हिन्दी', 'हिन्दी कविता'],
    ['2026', 'Trends 2026'],
    ['mira_makes', 'mira_makes_12'],
    ['🌿', 'Herbs🌿 and more'],
    ['🌿 herbs', 'Herbs for the kitchen 🌿🌱'],
    ['❤', 'Made with ❤️'],
    ['❤️', 'Made with ❤'],
    ['👋🏽', 'Hello 👋'],
    ['👩‍🍳', 'Cooking 👩‍🍳 at home'],
    ['🇩🇪', 'Reisen 🇩🇪🇦🇹'],
    ['1️⃣ step', '1 Step at a time'],
    ['Nike®', 'Nike shoes'],
  ])('finds %j in %j', (query, text) => expect(matchesQuery(query, text)).toBe(true));

  it.each([
    ['etsy', 'betsy ross'],
    ['料金', '料理'],
    ['か', 'が'],
    ['cat', 'category'],
    ['हिन्द', 'हिन्दी'],
    ['%', '100 % wool'],
    ['🌿', 'Herbs 🌱'],
    ['🇩🇪', 'Reisen 🇦🇹'],
    ['_', 'a_b'],
    ['', 'anything'],
  ])('does not find %j in %j', (query, text) => expect(matchesQuery(query, text)).toBe(false));

  it.each([
    ['etsy sel', 'sel', ['etsi']],
    ['Sel', 'sel', []],
    ['料理', null, []],
    ['', null, []],
  ])('knows the last word of %j', (query, lastWord, termsBeforeLast) =>
    expect(queryTerms(query)).toMatchObject({ lastWord, termsBeforeLast }),
  );

  it('tells the words of scripts with spaces, as typed, from those without', () => {
    expect(queryTerms('Etsy sellers 料理')).toEqual({
      terms: ['etsi', 'seller', '料理'],
      typedTerms: [
        { term: 'etsi', position: 0 },
        { term: 'seller', position: 1 },
        { term: '料理', position: 2 },
      ],
      lastWord: null,
      termsBeforeLast: ['etsi', 'seller'],
      spacedWords: [
        { text: 'etsy', term: 'etsi' },
        { text: 'sellers', term: 'seller' },
      ],
    });
  });

  it('asks for each term once', () => {
    expect(queryTerms('sell selling Sells craft').terms).toEqual(['sell', 'craft']);
    expect(queryTerms('sell selling Sells craft').termsBeforeLast).toEqual(['sell']);
  });

  it.each<[string, string[]]>([
    ['料', ['料']],
    ['料理人', ['料理', '理人', '料', '理', '人']],
    ['🌿🌿 🌿', ['🌿']],
    ["it's Anna's", ['it', 'anna']],
    ['æther ŒUVRE Łódź', ['aether', 'oeuvr', 'lodz']],
    ['is at go', ['is', 'at', 'go']],
  ])('indexes %j as %j', (text, terms) => expect(rowTerms([text])).toEqual(terms));

  it('indexes all texts of a row, each term once, without missing texts', () => {
    expect(rowTerms([null, 'Kilns', undefined, '', 'Kiln ideas'])).toEqual(['kiln', 'idea']);
  });

  it('indexes no more than the first 400 terms of a row, and 64 characters of a word', () => {
    const manyWords = Array.from({ length: 500 }, (_, index) => `w${index}`).join(' ');
    for (const text of [manyWords, `${manyWords} ·`]) {
      expect(rowTerms([text])).toHaveLength(400);
      expect(rowTerms([text, 'more'])[399]).toBe('w399');
    }
    const exactly = Array.from({ length: 399 }, (_, index) => `w${index}`).join(' ');
    expect(rowTerms([exactly, 'last', 'more']).at(-1)).toBe('last');
    for (const word of ['7'.repeat(70), `é${'7'.repeat(70)}`]) expect(rowTerms([word])[0]).toHaveLength(64);
  });

  it.each<[string[], (string | null)[], string[]]>([
    [
      ['etsi', 'seller'],
      ['Etsy tips', 'For sellers'],
      ['etsy', 'sellers'],
    ],
    [['etsi'], [null, 'Betsy'], ['etsi']],
    [['料理', 'kiln'], ['料理 Kilns'], ['料理', 'kilns']],
  ])('shows the terms %j of rows with %j as %j', (terms, texts, words) => expect(termsToWords(terms, texts)).toEqual(words));

  it('counts repeated emoji once, and repeated words each time', () => {
    expect(queryWords('🌿🌿 🌿 go go 🌿')).toEqual(['🌿', 'go', 'go', '🌿']);
  });

  it('counts words, not terms', () => expect(queryWords('a b, c-d 料理')).toEqual(['a', 'b', 'c', 'd', '料理']));

  it('does not change folded text', () =>
    fc.assert(
      fc.property(mixedText, (text) => expect(caseFold(caseFold(text))).toBe(caseFold(text))),
      { examples: [["\u06d6's\u0737"]] },
    ));

  it('tokenizes English the same way with and without a character of another script', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom("Women's", "it's", "'s1", 'running', 'Seller_2026', '100 %'));
    const text = fc.array(word).map((words) => words.join(' '));
    // The last character belongs to no word.
    fc.assert(fc.property(text, (plain) => expect(rowTerms([plain])).toEqual(rowTerms([`${plain} ·`]))));
  });

  it('finds any text by itself', () =>
    fc.assert(
      fc.property(mixedText, (text) => {
        fc.pre(queryTerms(text).terms.length > 0);
        expect(matchesQuery(text, text)).toBe(true);
      }),
    ));
});

const inName = (position: number) => occurrenceIn('name', position);

describe('the search terms of a row', () => {
  it.each([
    ['instagram:lulaoficial', { instagram: inName(0), lulaofici: inName(1) }],
    ['github:mira/makes', { github: inName(0), mira: inName(1), make: inName(2) }],
    ['~mira', { mira: inName(0) }],
    ['314159265354821', {}],
  ])('are those of the name in the id of an influencer without a name and a username: %s', (id, terms) =>
    expect(Object.fromEntries(termsOfRow('pinner', id, { name: null, username: ' ', topics: [] }))).toEqual(terms),
  );

  it.each([
    ['pinner', { name: 'Ada' }, { ada: inName(0) }],
    ['pinner', { username: 'ada' }, { ada: occurrenceIn('owner', 0) }],
    ['board', { description: 'Ada' }, { ada: occurrenceIn('description', 0) }],
    ['pin', { queries: ['Ada', 'ada l'] }, { ada: occurrenceIn('topics', 0), l: occurrenceIn('topics', 1) }],
  ] as const)('are not those of the id of a %s with %j', (entity, values, terms) =>
    expect(Object.fromEntries(termsOfRow(entity, 'instagram:lulaoficial', values))).toEqual(terms),
  );
});
