import { decimalSignOf, parseWrittenNumber } from '#domain/catalog/import/formats/written-numbers';

describe('a number as people write it', () => {
  it.each([
    ['1.2K', 1_200],
    ['3M', 3_000_000],
    ['12 k', 12_000],
    ['1,234', 1_234],
    ['1 234', 1_234],
    ['1 234 567', 1_234_567],
    ['12.5', 12.5],
    ['-4', -4],
    ['−4', -4],
    ['10,000%+', null],
    ['10 %', null],
    ['<1%', null],
    ['<1', 0],
    ['5K+', 5_000],
    ['1,2', null],
    ['1.2.3', null],
    ['many', null],
    ['12 apples', null],
    ['', null],
  ])('%s is %j', (text, expected) => expect(parseWrittenNumber(text)).toEqual(expected));

  it.each([
    ['1.234', 1_234],
    ['1.234,5', 1_234.5],
    ['1,2K', 1_200],
    ['1,2 Mio', 1_200_000],
    ['3 tys', 3_000],
    ['1.234.567', 1_234_567],
  ])('with a decimal comma %s is %d', (text, expected) => expect(parseWrittenNumber(text, ',')).toBe(expected));
});

describe('the decimal sign of a file', () => {
  it.each([
    [['1,234', '5,678'], '.'],
    [['1,234', '12.5'], '.'],
    [['1.234', '12,5'], ','],
    [['1.234,50'], ','],
    [['1.234.567'], ','],
    [['1,234,567'], '.'],
    [['2026-11-16', '16.11.2026', 'word,1', '12'], '.'],
    [[], '.'],
  ])('of %j is %s', (texts, expected) => expect(decimalSignOf(texts)).toBe(expected));
});
