import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';

describe('the keys of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  const file = join(folder, 'secrets.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('say what to do on a full disk, and leave no half of a file', () => {
    const fillDisk = (path: string) => {
      writeFileSync(path, '{"SECR');
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    expect(() => readKeys(config, fillDisk)).toThrow(
      `The disk is full: the keys of this site could not be written to ${file}. Make room and start again.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('are generated once, and read from then on', () => {
    const first = readKeys(config);
    expect(first.signingKey.length).toBeGreaterThanOrEqual(32);
    expect(readKeys(config)).toEqual(first);
  });
});
