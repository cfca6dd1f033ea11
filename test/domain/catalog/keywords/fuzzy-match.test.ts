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
    ['abcdefgh', 'zzzzzzzz', 4],
  ])('%j is %d changes from %j', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
    expect(editDistance(b, a, 3)).toBe(distance);
  });

  it('corrects single typos', () => expect(typoCandidates('esty')).toEqual(expect.arrayContaining(['etsy', 'sety', 'est', 'sty'])));

  it.each([
    ['esty', 'etsy'],
    ['weding', 'wedding'],
    ['xylophone', null],
    ['gardne', 'garden'],
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
});
