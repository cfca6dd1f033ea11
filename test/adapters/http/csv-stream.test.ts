import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvStream } from '#server/http/exports';

describe('cells of spreadsheets', () => {
  const csvText = async (rows: (string | number | null)[][], columns: readonly string[]) => {
    const batches = (async function* () {
      yield rows;
    })();
    let text = '';
    for await (const chunk of csvStream(columns, batches)) text += String(chunk);
    return text;
  };

  it('are read back unchanged except for the apostrophe: 20,000 texts', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', '"', "'", ',', ';', ' ', '＝', '\uFEFF', 'a', '1'),
        maxLength: 8,
      }),
    );
    const texts = fc.sample(nasty, 20_000);
    const rows = Array.from({ length: 5_000 }, (_, row) => texts.slice(row * 4, row * 4 + 4));
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
