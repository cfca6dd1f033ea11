import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeFile } from '#server/files/complete-file';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'corklight-file-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a file that is written under a name of its own', () => {
  it('gets its name when it is complete', async () => {
    await completeFile(join(folder, 'a.backup'), (partial) => writeFile(partial, 'x'));
    expect(await readdir(folder)).toEqual(['a.backup']);
  });

  it('is named itself where its folder is missing', async () => {
    const path = join(folder, 'missing', 'a.backup');
    await expect(completeFile(path, (partial) => writeFile(partial, 'x'))).rejects.toMatchObject({ code: 'ENOENT', path });
  });

  it.each([
    [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), /^The disk of .*a\.backup has no room for it/],
    [new Error('the database went away'), /^the database went away$/],
  ])('leaves nothing when it cannot be written: %s', async (failure, message) => {
    const written = completeFile(join(folder, 'a.backup'), async (partial) => {
      await writeFile(partial, 'x');
      throw failure;
    });
    await expect(written).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });
});
