import { matchScore } from '#domain/catalog/keywords/best-match';
import { indexTexts, phraseOf, queryTerms, type SearchedText } from '#domain/catalog/keywords/search-terms';

type Texts = Partial<Record<SearchedText['field'], string>>;

/** The score of a row with these texts for a search; null if it has not all words. */
function scoreOf(query: string, texts: Texts): number | null {
  const { terms, typedTerms } = queryTerms(query);
  const indexed = indexTexts(Object.entries(texts).map(([field, text]) => ({ field, text }) as SearchedText));
  if (!terms.every((term) => indexed.has(term))) return null;
  return matchScore(
    terms.map((term) => indexed.get(term)!),
    phraseOf(typedTerms, (term) => terms.indexOf(term)),
  );
}

describe('best match', () => {
  it.each<[string, string, Texts, number]>([
    ['a word in the name', 'etsy', { name: 'Selling on Etsy' }, 2_004],
    ['a word in a topic', 'etsy', { name: 'Shops', topics: 'Etsy shops' }, 2],
    ['a word in the owner', 'etsy', { name: 'Shops', owner: 'etsy' }, 2],
    ['a word in the description', 'etsy', { name: 'Shops', description: 'On Etsy, with love' }, 1],
    ['a word in every field', 'etsy', { name: 'Etsy', topics: 'Etsy', owner: 'etsy', description: 'Etsy' }, 2_009],
    ['a word twice in one field', 'etsy', { name: 'Shops', description: 'Etsy, only Etsy' }, 1],
    ['a phrase in the name', 'etsy shop', { name: 'My Etsy shops' }, 2_008],
    ['a phrase at its second place', 'etsy shop', { name: 'Shop, Etsy, my Etsy shop' }, 2_008],
    ['a phrase with a repeated word', 'la la land', { name: 'Fans of La La Land' }, 2_008],
    ['its words in another order', 'la la land', { name: 'Land La La' }, 1_008],
    ['all words in the name', 'etsy shop', { name: 'Shop on Etsy' }, 1_008],
    ['one word in the name', 'etsy shop', { name: 'Etsy', description: 'A shop' }, 5],
    ['no word in the name', 'etsy shop', { topics: 'Etsy', description: 'My Etsy shop' }, 4],
    ['a phrase in the description', 'etsy shop', { description: 'Etsy shop' }, 2],
    ['case, accents, and endings', 'CRÈME brulees', { name: 'crème Brûlée recipes' }, 2_008],
    ['a phrase without spaces', '手作り', { name: '猫の手作りおもちゃ' }, 2_008],
    ['its characters apart', '手作り', { name: '手作と作り方' }, 1_008],
    ['a phrase of two scripts', '手作り Etsy', { name: '手作り Etsy' }, 2_012],
    ['a phrase after more words than are known', 'etsy shop', { name: `${'so '.repeat(30)}Etsy shop` }, 1_008],
    ['a phrase that ends after them', 'etsy shop', { name: `${'so '.repeat(26)}Etsy shop` }, 1_008],
    ['a phrase at the last known words', 'etsy shop', { name: `${'so '.repeat(25)}Etsy shop` }, 2_008],
  ])('scores %s: %j in %j as %d', (_, query, texts, score) => expect(scoreOf(query, texts)).toBe(score));

  it('cannot find a phrase of more characters than are known', () => {
    const long = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    expect(scoreOf(long.slice(0, 27), { name: long })).toBeGreaterThan(2_000);
    expect(scoreOf(long.slice(0, 35), { name: long })).toBeLessThan(2_000);
  });

  it('has no phrase where none was typed', () => expect(matchScore([1 | (1 << 4)], [])).toBe(1_004));
});
