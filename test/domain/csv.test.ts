import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toCsv, escapeFormula } from '#domain/csv';
import { mixedText } from '../support/mixed-text';

const oneCell = (value: string | number | null): string => toCsv(['Name'], [[value]]).slice('Name\r\n'.length, -'\r\n'.length);
const anyText = fc.oneof(
  mixedText,
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', '"', ',', "'", ' ', '\uFEFF', '\u200B', '＝', 'a', '1'))
    .map((characters) => characters.join('')),
);

describe('a table as CSV', () => {
  it.each([
    ['plain text', 'Etsy sellers', 'Etsy sellers'],
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'the "best"', '"the ""best"""'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
    ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['a function', '@SUM(A1)', "'@SUM(A1)"],
    ['an operator before text', '-2+3', "'-2+3"],
    ['a formula after spaces', '  +1', "'  +1"],
    ['a formula after a byte order mark', '\uFEFF=1', "'\uFEFF=1"],
    ['a full-width equals sign', '＝1', "'＝1"],
    ['a leading tab', '\tx', "'\tx"],
    ['a leading NUL character', '\0x', "'\0x"],
    ['a number', 12.5, '12.5'],
    ['a negative number', -4, '-4'],
    ['an unknown value', null, ''],
  ])('writes %s', (_, value, expected) => {
    expect(oneCell(value)).toBe(expected);
  });

  it('begins with the column names and ends every line with CR LF', () => {
    expect(
      toCsv(
        ['Rank', 'Name'],
        [
          [1, 'A'],
          [2, null],
        ],
      ),
    ).toBe('Rank,Name\r\n1,A\r\n2,\r\n');
  });

  it('is parsed back to the same text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 4 }), (rows) => {
        const read = parse(toCsv(['a', 'b'], rows), { record_delimiter: '\r\n', bom: false });
        return isDeepStrictEqual(
          read.slice(1),
          rows.map((row) => row.map(escapeFormula)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('never begins a cell with a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = escapeFormula(text);
        const isFormula = /^[\s\0\uFEFF\u200B-\u200F\u2060]*[=+\-@＝＋－＠]/.test(cell);
        return !isFormula && !/^[\t\r\n\0]/.test(cell) && cell.endsWith(text);
      }),
      { numRuns: 3_000 },
    );
  });
});
