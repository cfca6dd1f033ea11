import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toCsv, escapeFormula } from '#domain/csv';

const oneCell = (value: string | number | null): string => toCsv(['Name'], [[value]]).slice('Name\r\n'.length, -'\r\n'.length);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
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
    ['a sign before text', '-2+3', "'-2+3"],
    ['a formula behind spaces', '  +1', "'  +1"],
    ['a formula behind a byte order mark', '\uFEFF=1', "'\uFEFF=1"],
    ['a wide equals sign', '＝1', "'＝1"],
    ['a tab first', '\tx', "'\tx"],
    ['a null sign first', '\0x', "'\0x"],
    ['a number', 12.5, '12.5'],
    ['a negative number', -4, '-4'],
    ['nothing known', null, ''],
  ])('writes %s', (_, value, written) => {
    expect(oneCell(value)).toBe(written);
  });

  it('has the names of its columns first and ends every line with CR LF', () => {
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

  it('reads back as what was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 4 }), (rows) => {
        const read = parse(toCsv(['a', 'b'], rows), { record_delimiter: '\r\n', bom: false });
        return isDeepStrictEqual(
          read.slice(1),
          rows.map((row) => row.map(escapeFormula)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('never begins a cell with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = escapeFormula(text);
        const isFormula = /^[\s\0\uFEFF\u200B-\u200F\u2060]*[=+\-@＝＋－＠]/.test(cell);
        return !isFormula && !/^[\t\r\n\0]/.test(cell) && cell.endsWith(text);
      }),
      { numRuns: 20_000 },
    );
  });
});
