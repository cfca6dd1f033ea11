import { KeywordCollector, type KeywordTexts } from '#domain/keywords/counting/keyword-collector';
import { UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import { RelatedKeywords } from '#domain/keywords/counting/related-keywords';

const pin = (name: string | null, ...topics: string[]): KeywordTexts => ({ name, description: null, topics, queries: [] });
const repeated = (count: number, topics: string) => Array.from({ length: count }, () => pin(null, ...topics.split(' ')));

function indexOf(pins: readonly KeywordTexts[], minPins = 1) {
  const collector = new KeywordCollector();
  for (const each of pins) collector.addPin(each, UNKNOWN_NUMBER);
  return collector.finish(minPins, 10_000);
}

describe('the spelling of a keyword', () => {
  it.each<[string, KeywordTexts[], string]>([
    ['the most frequent one, read first', [pin('recipes'), pin('recipes'), pin('recipe')], 'recipes'],
    ['the most frequent one, read last', [pin('recipe'), pin('recipes'), pin('recipes')], 'recipes'],
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
  it.each([['fig pear'], ['pear fig']])('of equally many pins is that of their keys: %j', (name) => {
    expect(indexOf(repeated(2, name)).keys).toEqual(['fig', 'pear']);
  });
});

describe('related keywords', () => {
  const relatedOf = (pins: readonly KeywordTexts[], ...keys: readonly string[]) => {
    const index = indexOf(pins);
    const related = new RelatedKeywords(index);
    return keys.map((key) => related.find(index.keys.indexOf(key)).map(({ keyword }) => index.keys[keyword]));
  };

  it.each<[string, KeywordTexts[], string[]]>([
    ['are the more surprising ones first', [...repeated(10, 'kiwi plum fig'), ...repeated(30, 'plum')], ['fig', 'plum']],
    ['are in the order of keys if equal', repeated(10, 'kiwi pear fig'), ['fig', 'pear']],
    ['need five common pins', [...repeated(5, 'kiwi fig'), ...repeated(4, 'kiwi pear')], ['fig']],
  ])('%s', (_, pins, expected) => {
    expect(relatedOf([...pins, ...repeated(50, 'yarn')], 'kiwi')).toEqual([expected]);
  });

  it('are not those of a search before', () => {
    const pins = [...repeated(1, 'fig plum'), ...repeated(4, 'kiwi plum'), ...repeated(50, 'yarn')];
    expect(relatedOf(pins, 'fig', 'kiwi')).toEqual([[], []]);
  });
});
