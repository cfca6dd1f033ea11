import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const lockFile = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ packages });
const validPackages = { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': { integrity: 'sha512-x' } };
const tooManyPackages = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`p${index}`, '1.0.0']));

describe('the check of the lock file', () => {
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
    ['nothing where all is well', validPackages, /^$/],
    ['a package without a hash of its content', { ...validPackages, 'node_modules/a': {} }, /does not say what is in node_modules\/a/],
    ['a weak hash', { ...validPackages, 'node_modules/a': { integrity: 'sha1-x' } }, /does not say what is in node_modules\/a/],
    [
      'another registry',
      { ...validPackages, 'node_modules/a': { integrity: 'sha512-x', resolved: 'https://evil.test/a.tgz' } },
      /names a registry/,
    ],
    ['more than forty direct dependencies', { ...validPackages, '': { dependencies: tooManyPackages } }, /41 direct runtime dependencies/],
  ])('T59 tells %s', async (_, packages, said) => expect(await checkLockFile(lockFile(packages))).toMatch(said));
});
