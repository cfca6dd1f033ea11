import * as fc from 'fast-check';
import { caseFold, queryTerms, rowTerms, queryWords } from '#domain/catalog/keywords/search-terms';

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

  it('counts words, not terms', () => expect(queryWords('a b, c-d 料理')).toEqual(['a', 'b', 'c', 'd', '料理']));

  it('does not change folded text', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(caseFold(caseFold(text))).toBe(caseFold(text)))));

  it('tokenizes English the same way with and without a character of another script', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom("Women's", "it's", "'s1", 'running', 'Seller_2026', '100 %'));
    const text = fc.array(word).map((words) => words.join(' '));
    // The last character belongs to no word.
    fc.assert(fc.property(text, (plain) => expect(rowTerms([plain])).toEqual(rowTerms([`${plain} ·`]))));
  });

  it('finds any text by itself', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        fc.pre(queryTerms(text).terms.length > 0);
        expect(matchesQuery(text, text)).toBe(true);
      }),
    ));
});
