import fc from 'fast-check';
import type { SourceLine } from '#domain/catalog/import/import-runs';
import { type JsonLayout, jsonLayoutOf, jsonRecords } from '#server/catalog/import/files/json-records';
import { detectEncoding, toUtf8 } from '#server/catalog/import/files/text-lines';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function collectRecords(text: string | Buffer, chunkSize: number, layout: Exclude<JsonLayout, 'lines'>): Promise<SourceLine[]> {
  const found: SourceLine[] = [];
  for await (const group of jsonRecords(inChunks(Buffer.from(text), chunkSize), layout)) found.push(...group);
  return found;
}

describe('the records of a JSON document', () => {
  const record = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string())),
  );

  it.each(['array', 'wrapped', 'objects'] as const)('are found in chunks of any size: %s', async (layout) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 2 }),
        async (records, size, indent) => {
          const texts = records.map((one) => JSON.stringify(one, null, indent));
          const text =
            layout === 'objects'
              ? texts.join('\n')
              : layout === 'array'
                ? `[${texts.join(',')}]`
                : `{"data": [${texts.join(', ')}], "meta": {"a": {}, "b": [1]}}`;
          const found = await collectRecords(text, size, layout);
          expect(found.map((line) => ('record' in line ? line.record : line))).toEqual(JSON.parse(JSON.stringify(records)));
        },
      ),
    );
  });

  it.each([
    ['[{"a":1}]', 'array'],
    ['\ufeff [\n  {"a":1}\n]', 'array'],
    ['{"data":[{"a":1}]}', 'wrapped'],
    ['{"a":1}\n{"a":2}\n', 'lines'],
    ['nonsense\n{"a":1}\n', 'lines'],
    ['{\n  "a": 1\n}', 'objects'],
  ])('%j is laid out as %s', (text, layout) => expect(jsonLayoutOf(text)).toBe(layout));

  it('are left out where they are damaged, as lines are', async () =>
    expect(await collectRecords(Buffer.from('[{"a":"é"},{"a":"caf\xe9"},{"a":2}]', 'latin1'), 4, 'array')).toEqual([
      { line: 1, fault: 'is not UTF-8 (Latin-1 or damaged?)' },
      { line: 1, fault: 'is not UTF-8 (Latin-1 or damaged?)' },
      { line: 1, record: { a: 2 } },
    ]));

  it('are left out where they are too long, and a document that ends early is refused', async () => {
    const long = `[{"a":"${'x'.repeat(1_000_001)}"},{"a":2}]`;
    expect(await collectRecords(long, 1 << 16, 'array')).toEqual([
      { line: 1, fault: 'is longer than 1000000 bytes' },
      { line: 1, record: { a: 2 } },
    ]);
    await expect(collectRecords('[{"a":1}', 4, 'array')).rejects.toThrow('cut off');
    await expect(collectRecords('[{"a":1}]]', 4, 'array')).rejects.toThrow('damaged');
    await expect(collectRecords(Buffer.alloc(2_000, '['), 512, 'array')).rejects.toThrow('too deeply');
  });
});

describe('the encoding of a text', () => {
  it.each([
    ['utf-8', Buffer.from('plain')],
    ['utf-8', Buffer.from('\ufeffüber')],
    ['utf-16le', Buffer.from('\ufeffüber', 'utf16le')],
    ['utf-16le', Buffer.from('keyword,volume', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffkeyword,volume', 'utf16le').swap16()],
    ['utf-16be', Buffer.from('keyword,volume', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('caf\xe9', 'latin1')],
    ['utf-8', Buffer.concat([Buffer.from('über '), Buffer.from([0xfc])])],
  ])('%s', (encoding, bytes) => expect(detectEncoding(bytes, false)).toBe(encoding));

  it('is told although the sample ends within a character', () =>
    expect(detectEncoding(Buffer.from('aü').subarray(0, 2), true)).toBe('utf-8'));

  it.each([
    ['windows-1252', Buffer.from([0x80, 0xe9]), '€é'],
    ['utf-16le', Buffer.from('\ufeffé😀', 'utf16le'), 'é😀'],
    ['utf-16be', Buffer.from('\ufeffé😀', 'utf16le').swap16(), 'é😀'],
  ] as const)('%s is read in chunks of any size', async (encoding, bytes, text) => {
    for (const size of [1, 2, 3, 5]) expect(Buffer.concat(await collect(toUtf8(inChunks(bytes, size), encoding))).toString()).toBe(text);
  });
});
