import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const lockFile = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ packages });
const validPackages = { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': { integrity: 'sha512-x' } };
const tooManyPackages = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`p${index}`, '1.0.0']));

describe('the lock-file check', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-lock-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const checkLockFile = async (content: string) => {
    const file = join(folder, 'package-lock.json');
    await writeFile(file, content);
    const run = promisify(execFile)(process.execPath, [join('test', 'checks', 'lock-file.mjs'), file]);
    return run.then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
  };

  it.each([
    ['nothing when everything is fine', validPackages, /^$/],
    ['a package without an integrity hash', { ...validPackages, 'node_modules/a': {} }, /has no integrity hash for node_modules\/a/],
    ['a weak hash', { ...validPackages, 'node_modules/a': { integrity: 'sha1-x' } }, /has no integrity hash for node_modules\/a/],
    [
      'another registry',
      { ...validPackages, 'node_modules/a': { integrity: 'sha512-x', resolved: 'https://evil.test/a.tgz' } },
      /names a registry/,
    ],
    ['more than forty direct dependencies', { ...validPackages, '': { dependencies: tooManyPackages } }, /41 direct runtime dependencies/],
  ])('reports %s', async (_, packages, message) => expect(await checkLockFile(lockFile(packages))).toMatch(message));
});
