import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { NO_ROWS, type SourceLine } from '#domain/catalog/import/import-runs';
import { csvRows } from '#server/catalog/import/files/csv-records';
import { FileSource } from '#server/catalog/import/files/file-source';
import type { FileFormat } from '#server/catalog/import/files/recognize-file';
import { textLines } from '#server/catalog/import/files/text-lines';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
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
