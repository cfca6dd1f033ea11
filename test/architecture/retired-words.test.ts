import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the retired-words check', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-words-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (source: string) => {
    const path = join(folder, 'sample.ts');
    await writeFile(path, source);
    return new Promise<string>((resolve) => {
      execFile(process.execPath, [join('test', 'checks', 'retired-words.mjs'), path], (_, __, stderr) => resolve(stderr));
    });
  };

  it.each([
    ['a retired type', 'class Marks {}', /"Marks"; use BloomFilter/],
    ['a constant without noun and unit', 'const LIMIT = 60 * 1_000;', /"LIMIT"; use a name with noun and unit/],
    ['a retired phrase in any case', "const text = 'Near misses';", /"Near misses"; use "fuzzy matches"/],
    ['British spelling', '/** The catalogue. */', /"catalogue"; use "catalog"/],
  ])('rejects %s and names the words to use', async (_, source, message) => expect(await check(source)).toMatch(message));

  it.each([
    ['a constant with noun and unit', 'const MAX_WORDS = 10;'],
    ['plain English', '/** Returns as many rows as the page has; somewhere else they are counted. */'],
    ['the texts of the specification', "const message = 'Please check your E-Mail Inbox. A reset code has been sent.';"],
  ])('accepts %s', async (_, source) => expect(await check(source)).toBe(''));
});
