import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { NO_ROWS, type SourceLine } from '#domain/catalog/import/import-runs';
import { csvRows } from '#server/catalog/import/files/csv-records';
import { FileSource } from '#server/catalog/import/files/file-source';
import type { FileFormat } from '#server/catalog/import/files/recognize-file';
import { textLines, detectEncoding, toUtf8 } from '#server/catalog/import/files/text-lines';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
import { type JsonLayout, jsonLayoutOf, jsonRecords } from '#server/catalog/import/files/json-records';
import { importSettings } from '../../../support/database/import-fixture';
import { retainedBytes } from '../../../support/process/retained-memory';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-source-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readLines(file: FileSource, format?: FileFormat): Promise<SourceLine[]> {
  const found: SourceLine[] = [];
  const { source } = await openRows(file, importSettings('pins'), noMappings, format);
  for await (const group of source.lines()) found.push(...group);
  return found;
}

async function readFileContent(name: string, content: string | Buffer): Promise<SourceLine[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  return readLines(await FileSource.open(path, Readable.from([])));
}

const twoLines = [
  { line: 1, record: { a: 1 } },
  { line: 3, record: { a: 'ü' } },
];
const ndjson = '{"a":1}\n\n{"a":"ü"}\n';

describe('an NDJSON file', () => {
  it.each<[string, string, string | Buffer]>([
    ['plain', 'a.ndjson', ndjson],
    ['without an end of line at the end', 'a.jsonl', ndjson.trimEnd()],
    ['with a byte order mark', 'a.ndjson', `\ufeff${ndjson}`],
    ['in UTF-16', 'a.ndjson', Buffer.from(`\ufeff${ndjson}`, 'utf16le')],
    ['with CRLF', 'a.ndjson', ndjson.replaceAll('\n', '\r\n')],
    ['gzipped', 'a.ndjson.gz', gzipSync(ndjson)],
    ['gzipped under another name, its kind told by its content', 'a.data', gzipSync(ndjson)],
  ])('is read %s', async (_, name, content) => expect(await readFileContent(name, content)).toEqual(twoLines));

  it('is read from standard input', async () => {
    const source = await FileSource.open('-', Readable.from([Buffer.from(ndjson)]));
    expect(await readLines(source)).toEqual(twoLines);
    expect(source.progress()).toBe(1);
    await source.close();
  });

  it('skips lines that are not records, and reads on', async () => {
    const content = Buffer.concat([
      Buffer.from('{"a":"é"}\nnonsense\n[1]\n"x'),
      Buffer.from([0xfc, 0x22, 0x0a]),
      Buffer.from(`{"a":"${'x'.repeat(1_000_000)}"}\n{"a":2}\n`),
    ]);
    expect(await readFileContent('bad.ndjson', content)).toEqual([
      { line: 1, record: { a: 'é' } },
      { line: 2, fault: expect.stringMatching(/^is not JSON/) },
      { line: 3, fault: 'is a JSON array, not an object' },
      { line: 4, fault: expect.stringMatching(/not UTF-8/) },
      { line: 5, fault: expect.stringMatching(/longer than 1000000 bytes/) },
      { line: 6, record: { a: 2 } },
    ]);
  });

  it('does not hold an endless line in memory', async () => {
    const chunk = Buffer.alloc(1 << 20, 'x');
    const held: number[] = [];
    const endless = function* () {
      for (let index = 0; index < 200; index++) {
        if (index % 40 === 0) held.push(retainedBytes());
        yield chunk;
      }
    };
    const source = await FileSource.open('-', Readable.from(endless()));
    await expect(readLines(source, 'ndjson')).rejects.toThrow('No line can be read. Line 1 is longer than 1000000 bytes.');
    expect(Math.max(...held) - held[0]!).toBeLessThan(20 * 2 ** 20);
    await source.close();
  });
});

it('refuses what is compressed more than any export, and does not hold it in memory', async () => {
  const path = join(folder, 'bomb.ndjson.gz');
  const eightMegabytes = gzipSync(Buffer.alloc(8 << 20, 'x'));
  await writeFile(path, Buffer.concat(Array.from({ length: 60 }, () => eightMegabytes)));
  const source = await FileSource.open(path, Readable.from([]));
  const held = [retainedBytes()];
  // Few measurements: each runs a full garbage collection.
  const watch = setInterval(() => held.length < 5 && held.push(retainedBytes()), 50);
  await expect(readLines(source)).rejects.toThrow('It is compressed more than 200 times, as no export is.');
  clearInterval(watch);
  expect(held.length).toBeGreaterThan(1);
  // What was read ahead, and what was not yet collected: far less than the 480 MB of the line.
  expect(Math.max(...held) - held[0]!).toBeLessThan(100 * 2 ** 20);
});

describe('a CSV file', () => {
  it.each<[string, string | Buffer]>([
    ['plain', 'id,name\n1,Ada\n2,"Bo, the ""second"""\n'],
    ['with a byte order mark, CRLF and blank lines', '\ufeffid,name\r\n\r\n1,Ada\r\n\r\n2,"Bo, the ""second"""'],
    ['gzipped', gzipSync('id,name\n1,Ada\n2,"Bo, the ""second"""\n')],
    ['with semicolons', 'id;name\n1;Ada\n2;"Bo, the ""second"""\n'],
    ['in UTF-16', Buffer.from('id,name\n1,Ada\n2,"Bo, the ""second"""\n', 'utf16le')],
    ['under a title', 'Exported on Monday\n\nid,name\n1,Ada\n2,"Bo, the ""second"""\n'],
  ])('is read %s', async (_, content) => {
    const found = await readFileContent('a.csv', content);
    expect(found.map((line) => ('record' in line ? line.record : line))).toEqual([
      { _id: '1', name: 'Ada' },
      { _id: '2', name: 'Bo, the "second"' },
    ]);
  });

  it('may have cells with line breaks, lists and objects, and short rows', async () => {
    expect(await readFileContent('b.csv', 'id,tags,text\n1,"[""a"",""b""]","x\ny"\n2\n')).toEqual([
      { line: 3, record: { _id: '1', topics: ['a', 'b'], description: 'x\ny' } },
      { line: 4, record: { _id: '2' } },
    ]);
  });

  it('skips rows with too many cells or invalid bytes and those that are too long, and reads on', async () => {
    const content = Buffer.concat([
      Buffer.from('id,name\n1,a,b\n2,'),
      Buffer.from([0xfc, 0x0a]),
      Buffer.from(`3,é\n4,${'x'.repeat(1_000_000)}\n5,b\n`),
    ]);
    expect(await readFileContent('c.csv', content)).toEqual([
      { line: 2, fault: 'has 3 cells where the header has 2' },
      { line: 3, fault: expect.stringMatching(/not UTF-8/) },
      { line: 4, record: { _id: '3', name: 'é' } },
      { line: 5, fault: expect.stringMatching(/too long/) },
      { line: 6, record: { _id: '5', name: 'b' } },
    ]);
  });

  it('does not hold blank lines in memory', async () => {
    const chunk = Buffer.alloc(1 << 16, '\n');
    const held: number[] = [];
    const blank = function* () {
      yield Buffer.from('id,name\n1,a\n');
      for (let index = 0; index <= 20; index++) {
        if (index % 10 === 0) held.push(retainedBytes());
        yield chunk;
      }
      yield Buffer.from('2,b\n\n3,"c\n\nc"\n');
    };
    const found: number[] = [];
    for await (const rows of csvRows(textLines(Readable.from(blank())), ',')) found.push(...rows.map(({ line }) => line));
    expect(found).toEqual([1, 2, 1_376_259, 1_376_263]);
    expect(Math.max(...held) - held[0]!).toBeLessThan(20 * 2 ** 20);
  });
});

describe('a file that cannot be read completely', () => {
  it.each<[string, string, Buffer, RegExp | string]>([
    ['gzip that is cut off', 'cut.ndjson.gz', gzipSync('{"a":1}\n'.repeat(50_000)).subarray(0, 200), /cut off/],
    ['damaged gzip', 'damaged.ndjson.gz', Buffer.concat([gzipSync('{"a":1}\n').subarray(0, 12), Buffer.alloc(40, 7)]), /damaged|cut off/],
    ['a zip archive', 'boards.csv', Buffer.from('PK\x03\x04\x14\x00rest'), /zip archive or a workbook/],
    ['an empty zip archive', 'boards.zip', Buffer.from('PK\x05\x06rest'), /zip archive or a workbook/],
    ['a zip archive that is gzipped', 'boards.zip.gz', gzipSync('PK\x03\x04\x14\x00rest'), /zip archive or a workbook/],
    ['gzip that is gzipped again', 'twice.ndjson.gz', gzipSync(gzipSync(ndjson)), /compressed twice/],
    ['a PDF', 'boards.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n'), /not text: a PDF/],
    ['a picture', 'boards.csv', Buffer.from('GIF89a\x01\x00\x01\x00,;\n', 'latin1'), /not text/],
    ['nothing', 'empty.ndjson', Buffer.alloc(0), NO_ROWS],
    ['too many columns', 'wide.csv', Buffer.from(`${'c,'.repeat(1_000)}c\n`), 'Line 1 has 1001 columns, more than 1000.'],
    ['a header that is too long', 'header.csv', Buffer.from(`id,${'x'.repeat(1_000_000)}\n`), /^No line can be read\. Line 1 .*too long/],
    [
      'a quotation mark that is never closed',
      'open.csv',
      Buffer.from('id,name\n1,"Ada\nLovelace"\n\n2,"Bo\nB","the ""second\n3,c\n'),
      /^The CSV is damaged: the quotation mark that opens a cell in line 6 is not closed\.$/,
    ],
    [
      'a quotation mark with too much after it',
      'long.csv',
      Buffer.from(`id,name\n1,Ada\n2,"Bo\n${'3,c\n'.repeat(300_000)}`),
      /the quotation mark that opens a cell in line 3 is not closed/,
    ],
  ])('%s', async (_, name, content, message) => {
    await expect(readFileContent(name, content)).rejects.toThrow(message);
  });

  it.each([
    ['nothing-there.ndjson', /no such file/],
    ['.', /folder/],
  ])('%s', async (path, message) => {
    await expect(FileSource.open(join(folder, path), Readable.from([]))).rejects.toThrow(message);
  });
});

it('was changed in the past, whatever its date says', async () => {
  const path = join(folder, 'dated.ndjson');
  await writeFile(path, 'a');
  const modifiedAt = async (dated: Date) => {
    await utimes(path, dated, dated);
    return (await FileSource.open(path, Readable.from([]))).modifiedAt;
  };
  expect(await modifiedAt(new Date('2026-02-10'))).toEqual(new Date('2026-02-10'));
  expect((await modifiedAt(new Date('2199-01-01'))).getTime()).toBeLessThanOrEqual(Date.now());
});

it('is identified by its content, not by its name', async () => {
  const fingerprintOf = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return (await FileSource.open(path, Readable.from([]))).fingerprint();
  };
  expect(await fingerprintOf('x.ndjson', 'a')).toBe(await fingerprintOf('y.ndjson', 'a'));
  expect(await fingerprintOf('x.ndjson', 'a')).not.toBe(await fingerprintOf('x.ndjson', 'b'));
});

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
