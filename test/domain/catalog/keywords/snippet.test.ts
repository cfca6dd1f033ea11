import * as fc from 'fast-check';
import { indexTexts, queryTerms, type TextRange, wordRanges } from '#domain/catalog/keywords/search-terms';
import { snippetOf, type SnippetTexts } from '#domain/catalog/keywords/snippet';
import { mixedText } from '../../../support/mixed-text';

/** A text with its ranges in brackets. */
const mark = (text: string, ranges: readonly TextRange[]): string =>
  ranges.toReversed().reduce((marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`, text);

describe('the matching words of a text', () => {
  it.each<[string, string, string]>([
    ['etsy', 'Selling on ETSY, with love', 'Selling on [ETSY], with love'],
    ['etsy shop', 'Etsy shops: my Etsy shop', '[Etsy] [shops]: my [Etsy] [shop]'],
    ['creme brulee', 'Crème Brûlée!', '[Crème] [Brûlée]!'],
    ['crème', 'CRE\u0300ME', '[CRE\u0300ME]'],
    ['手作り', '猫の手作りおもちゃ', '猫の[手作り]おもちゃ'],
    ['作', '手作り', '手[作]り'],
    ['手作り', '手作と作り', '[手作]と[作り]'],
    ['mom', "Mom's kitchen", "[Mom]'s kitchen"],
    ['s', "Mom's S", "Mom's [S]"],
    ['🌿', 'Ferns 🌿🌿', 'Ferns [🌿🌿]'],
    ['ｅｔｓｙ', 'Ｅｔｓｙ and etsy', '[Ｅｔｓｙ] and [etsy]'],
    ['etsy', 'betsy', 'betsy'],
  ])('of %j in %j are %j', (query, text, marked) => {
    expect(mark(text, wordRanges(text, new Set(queryTerms(query).terms)).ranges)).toBe(marked);
  });

  it('are never outside of the text, and do not overlap', () =>
    fc.assert(
      fc.property(mixedText, (text) => {
        const { ranges } = wordRanges(text, new Set(indexTexts([{ field: 'name', text }]).keys()));
        const ends = ranges.flat();
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
      }),
    ));
});

describe('a snippet', () => {
  const snippet = (query: string, texts: SnippetTexts) => {
    const { title, elsewhere } = snippetOf(texts, { all: queryTerms(query).terms, any: null });
    return [mark(texts.title, title), elsewhere && `${elsewhere.field}: ${mark(elsewhere.text, elsewhere.ranges)}`];
  };

  it.each<[string, string, SnippetTexts, readonly [string, string | null]]>([
    ['the title, if it has all words', 'etsy shop', { title: 'Shop on Etsy', fields: { topics: ['Etsy'] } }, ['[Shop] on [Etsy]', null]],
    [
      'the first text with a missing word',
      'etsy shop',
      { title: 'My Etsy', fields: { topics: ['Etsy', 'Gifts'], searches: ['etsy shops'], description: ['A shop'] } },
      ['My [Etsy]', 'searches: [etsy] [shops]'],
    ],
    ['a topic', 'etsy', { title: 'Gifts', fields: { topics: ['Home', 'Etsy finds'], owner: ['etsy'] } }, ['Gifts', 'topics: [Etsy] finds']],
    ['the owner', 'anna', { title: 'Gifts', fields: { topics: [], owner: ['anna'] } }, ['Gifts', 'owner: [anna]']],
    [
      'the words around in a long description',
      'kiln',
      { title: 'Gifts', fields: { description: [`${'word '.repeat(30)}the old\nkiln of ${'word '.repeat(30)}`] } },
      ['Gifts', `description: …word the old [kiln] of ${'word '.repeat(14).trim()}…`],
    ],
    [
      'a long word',
      'kiln',
      { title: 'Gifts', fields: { description: [`${'x'.repeat(100)}, kiln ${'y'.repeat(100)}`] } },
      ['Gifts', 'description: …[kiln]…'],
    ],
    [
      'a long text without spaces',
      '手作り',
      { title: 'Gifts', fields: { description: [`${'猫'.repeat(60)}手作り${'犬'.repeat(120)}`] } },
      ['Gifts', `description: …${'猫'.repeat(16)}[手作り]${'犬'.repeat(71)}…`],
    ],
    [
      'no mark on words that are cut off',
      'kiln',
      { title: 'Gifts', fields: { description: [`kiln ${'word '.repeat(40)}kiln`] } },
      ['Gifts', `description: [kiln] ${'word '.repeat(17).trim()}…`],
    ],
    ['nothing else, if no text has the word', 'etsy', { title: 'Gifts', fields: { topics: [], owner: [null] } }, ['Gifts', null]],
  ])('shows %s', (_, query, texts, expected) => expect(snippet(query, texts)).toEqual(expected));

  it('shows any of the words that a beginning stands for', () => {
    const fields = { topics: ['Selling'], description: ['Shops'] };
    expect(snippetOf({ title: 'Shop', fields }, { all: [], any: ['shop', 'sell'] })).toEqual({ title: [[0, 4]], elsewhere: null });
    expect(snippetOf({ title: 'Gifts', fields }, { all: [], any: ['shop', 'sell'] }).elsewhere?.field).toBe('topics');
  });

  it('never splits a character', () => {
    const text = `${'🌵'.repeat(70)}kiln${'🌵'.repeat(70)}`;
    for (const lead of ['', 'a']) {
      const { elsewhere } = snippetOf({ title: 'Gifts', fields: { description: [lead + text] } }, { all: ['kiln'], any: null });
      expect(elsewhere?.text.isWellFormed()).toBe(true);
      expect(mark(elsewhere!.text, elsewhere!.ranges)).toContain('[kiln]');
    }
  });
});
