import { editDistance, closestTerm, typoCandidates } from '#domain/catalog/keywords/fuzzy-match';

describe('the closest known term', () => {
  it.each([
    ['etsy', 'etsy', 0],
    ['esty', 'etsy', 1],
    ['etsyy', 'etsy', 1],
    ['ety', 'etsy', 1],
    ['atsy', 'etsy', 1],
    ['market', 'makret', 1],
    ['market', 'mrakte', 2],
    ['', 'ab', 2],
    ['', '', 0],
    ['ca', 'abc', 3],
    ['abcd', 'badc', 2],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['garden', 'grdn', 2],
    ['abcde', 'a', 4],
    ['abcdefgh', 'zzzzzzzz', 4],
  ])('%j is %d changes from %j', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
    expect(editDistance(b, a, 3)).toBe(distance);
  });

  it.each([
    ['esty', ['sety', 'etsy', 'esyt', 'sty', 'ety', 'esy', 'est']],
    ['aab', ['aba', 'ab', 'aa']],
    ['ab', ['ba']],
    ['a', []],
    ['', []],
  ])('corrects single typos of %j', (word, candidates) => expect(typoCandidates(word)).toEqual(candidates));

  it.each([
    ['esty', 'etsy'],
    ['weding', 'wedding'],
    ['xylophone', null],
    ['gardne', 'garden'],
    ['eas', 'east'],
    ['ea', null],
    ['weddung', 'wedding'],
    ['wadxxng', null],
    ['gradne', 'garden'],
  ])('takes %j for %j', (word, expected) => {
    const known = ['etsy', 'wedding', 'garden', 'east'].map((term) => ({ term, total: 5 }));
    expect(closestTerm(word, known)?.term ?? null).toBe(expected);
  });

  it('prefers the more frequent of two equally close terms', () => {
    const known = [
      { term: 'bread', total: 2 },
      { term: 'break', total: 9 },
    ];
    expect(closestTerm('breaf', known)?.term).toBe('break');
  });

  it.each([
    ['an equally frequent one that comes first', 5, 5, 'bread'],
    ['a more frequent one that comes first', 9, 2, 'bread'],
  ])('prefers %s', (_, breads, breaks, expected) => {
    const known = [
      { term: 'bread', total: breads },
      { term: 'break', total: breaks },
    ];
    expect(closestTerm('breaf', known)?.term).toBe(expected);
  });

  it('prefers a closer term to a more frequent one, in any order', () => {
    const known = [
      { term: 'weddings', total: 900 },
      { term: 'wedding', total: 1 },
    ];
    expect(closestTerm('weding', known)?.term).toBe('wedding');
    expect(closestTerm('weding', known.toReversed())?.term).toBe('wedding');
  });

  it('is a stem that one corrected typo leads to, however different it is', () => {
    const known = [{ term: 'toi', total: 5 }];
    expect(closestTerm('toyz', known)).toBeNull();
    expect(closestTerm('toyz', known, new Set(['toi']))?.term).toBe('toi');
  });

  it('is none without known terms', () => expect(closestTerm('etsy', [])).toBeNull());
});
