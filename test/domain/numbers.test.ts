import { compactNumber, formatCount, oneDecimal, percentLabel, roundHalfAway, wholeNumber } from '#domain/numbers';

describe('formatted numbers', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1.0K'],
    [1234, '1.2K'],
    [1250, '1.3K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [3_400_000, '3.4M'],
    [-1250, '-1.3K'],
    [-999_950, '-1.0M'],
    [1.25, '1.3'],
    [NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
    [null, '–'],
    [undefined, '–'],
  ])('%p is shortened to %s', (value, text) => expect(compactNumber(value)).toBe(text));

  it.each([
    [2.25, 2.3],
    [-2.25, -2.3],
    [1.005, 1],
    [0.05, 0.1],
    [-0.04, 0],
    [1e21, 1e21],
    [1.25e21, 1.25e21],
    [1e-7, 0],
    [0, 0],
    [-0, 0],
    [NaN, NaN],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    [4.35, 4.4],
  ])('%p rounds to %p', (value, rounded) => {
    expect(oneDecimal(value)).toBe(rounded);
    expect(Object.is(oneDecimal(value), -0)).toBe(false);
  });

  it('rounds the decimal value, not the binary one', () => expect(roundHalfAway(1.005, 2)).toBe(1.01));

  it('rounds very small values to very many digits', () => expect(roundHalfAway(1.25e-9, 10)).toBe(1.3e-9));

  it.each([
    [12.34, '+12.3%'],
    [0, '0.0%'],
    [-0.04, '0.0%'],
    [-4, '-4.0%'],
    [0.06, '+0.1%'],
    [12_900, '+12,900.0%'],
    [null, '–'],
    [undefined, '–'],
  ])('a growth of %p is %s', (value, text) => expect(percentLabel(value)).toBe(text));

  it.each([
    [12480, '12,480'],
    [0, '0'],
    [1234567, '1,234,567'],
    [999, '999'],
    [undefined, '–'],
    [null, '–'],
  ])('%p with separators is %s', (value, text) => expect(wholeNumber(value)).toBe(text));
});

it.each([
  [0, '0 boards'],
  [1, '1 board'],
  [12_480, '12,480 boards'],
])('a count of %i is %s', (count, text) => expect(formatCount(count, 'board', 'boards')).toBe(text));
