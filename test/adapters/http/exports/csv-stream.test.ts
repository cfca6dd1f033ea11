import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { escapeFormula } from '#domain/csv';
import { csvStream } from '#server/http/exports/csv-stream';

describe('cells of spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"], ['+1', "'+1"], ['-1', "'-1"], ['@SUM(A1)', "'@SUM(A1)"], ['\t=1', "'\t=1"], ['\rx', "'\rx"], ['\nx', "'\nx"], ['\0x', "'\0x"],
    ['＝1', "'＝1"], ['＋1', "'＋1"], ['－1', "'－1"], ['＠x', "'＠x"], ['   =1', "'   =1"], ['\uFEFF=1', "'\uFEFF=1"], ['\u200B@x', "'\u200B@x"],
    ['a=1', 'a=1'], ["it's", "it's"], ['', ''], ['5', '5'], ['"=1"', '"=1"'], ['email', 'email'], ['  plain', '  plain'],
  ])('%j becomes %j', (text, safe) => expect(escapeFormula(text)).toBe(safe)); // prettier-ignore

  const csvText = async (rows: (string | number | null)[][], columns: readonly string[]) => {
    const batches = (async function* () {
      yield rows;
    })();
    let text = '';
    for await (const chunk of csvStream(columns, batches)) text += String(chunk);
    return text;
  };

  it('remain numbers, negative ones too', async () => {
    expect(await csvText([[-12.5, 0, 7, null]], ['a', 'b', 'c', 'd'])).toBe('a,b,c,d\r\n-12.5,0,7,\r\n');
  });

  it('are read back unchanged except for the apostrophe: 100,000 texts', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', '"', "'", ',', ';', ' ', '＝', '\uFEFF', 'a', '1'),
        maxLength: 8,
      }),
    );
    const texts = fc.sample(nasty, 100_000);
    const rows = Array.from({ length: 25_000 }, (_, row) => texts.slice(row * 4, row * 4 + 4));
    const text = await csvText(rows, ['a', 'b', 'c', 'd']);
    const back = parse(text, { from_line: 2, record_delimiter: '\r\n' });
    expect(back).toHaveLength(rows.length);
    const runs = /^[\s\0\uFEFF\u200B]*[=+\-@＝＋－＠]|^[\t\r\n\0]/;
    let wrong = 0;
    rows.forEach((row, rowIndex) =>
      row.forEach((cell, column) => {
        const read = back[rowIndex]?.[column] ?? 'missing';
        const same = read === cell || read === `'${cell}`;
        if (!same || runs.test(read)) wrong++;
      }),
    );
    expect(wrong).toBe(0);
  });

  it('end with an error when the search fails halfway', async () => {
    const batches = (async function* () {
      yield [['a']];
      await Promise.resolve();
      throw new Error('the search failed');
    })();
    const reading = (async () => {
      for await (const _ of csvStream(['name'], batches)) continue;
    })();
    await expect(reading).rejects.toThrow('the search failed');
  });
});
