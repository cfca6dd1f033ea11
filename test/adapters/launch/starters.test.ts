import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';

const exec = promisify(execFile);

describe('the installation of packages', () => {
  /** A project with our starters and with packages of its own, one of each sort, and their lock file; each test has a copy. */
  let project: string;
  let folder: string;
  beforeAll(async () => {
    folder = project = await mkdtemp(join(tmpdir(), 'corklight-project-'));
    await makeProject();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corklight-install-'));
    await cp(project, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => rm(project, { recursive: true, force: true }));

  async function writeJson(path: string, content: unknown): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(content));
  }

  const npm = (...args: string[]) => exec('npm', args, { cwd: folder, env: { ...process.env, NODE_ENV: '' } });

  async function makeProject(): Promise<void> {
    for (const name of ['runtime.mjs', 'after-install.mjs'])
      await cp(join('server', 'launch', name), join(folder, 'server', 'launch', name));
    for (const name of ['plain', 'tool', 'native']) await writeJson(`${name}/package.json`, { name, version: '1.0.0' });
    await writeJson('package.json', {
      name: 'site',
      version: '1.0.0',
      scripts: { prepare: 'node server/launch/after-install.mjs || exit 0' },
      dependencies: { plain: 'file:plain' },
      devDependencies: { tool: 'file:tool' },
      optionalDependencies: { native: 'file:native' },
    });
    await npm('install', '--package-lock-only', '--ignore-scripts', '--offline');
  }

  /** Whether a starter installs again. */
  async function installsAgain(): Promise<boolean> {
    const starter = `import('./server/launch/runtime.mjs').then(({ install }) => install())`;
    const { stdout } = await exec(process.execPath, ['-e', starter], { cwd: folder });
    return stdout.includes('Installing dependencies');
  }

  it('is not repeated after npm ci, until the lock file changes', async () => {
    await npm('ci', '--offline');
    expect(await installsAgain()).toBe(false);
    await writeJson('plain/package.json', { name: 'plain', version: '1.0.1' });
    await npm('install', '--package-lock-only', '--ignore-scripts', '--offline');
    expect(await installsAgain()).toBe(true);
    expect(await installsAgain()).toBe(false);
  });

  it.each([
    ['without development packages', ['ci', '--omit=dev']],
    ['without optional packages', ['ci', '--omit=optional']],
    ['without the scripts of the packages', ['ci', '--ignore-scripts']],
    ['by another command, which may have changed what the lock file says', ['install']],
  ])('is done by the starters after an installation %s', async (_, args) => {
    await npm(...args, '--offline');
    expect(await installsAgain()).toBe(true);
  });

  it('is done by the starters after one that was interrupted', async () => {
    await npm('ci', '--offline');
    await writeJson('plain/package.json', { name: 'plain', version: '1.0.0', scripts: { install: 'exit 1' } });
    await expect(npm('ci', '--offline', '--install-links')).rejects.toThrow('npm ci');
    await writeJson('plain/package.json', { name: 'plain', version: '1.0.0' });
    expect(await installsAgain()).toBe(true);
  });
});

/** What a starter hands to what it starts, if it has this environment itself. */
async function startedWith(own: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const script = `import('./server/launch/runtime.mjs').then(({ environment }) => console.log(JSON.stringify(environment())))`;
  const { stdout } = await exec(process.execPath, ['-e', script], { env: { PATH: process.env['PATH'] ?? '', ...own } });
  return JSON.parse(stdout) as Record<string, string>;
}

const settingsOf = (environment: Readonly<Record<string, string>>): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (/^(MALLOC_|GLIBC_)/.test(name) ? [`${name}=${value}`] : []));

describe('the memory of freed arrays', () => {
  it('is given back by what starters start, as in the image', async () => {
    const settings = settingsOf(await startedWith({}));
    expect(settings).toHaveLength(3);
    expect(readFileSync('docker/Dockerfile', 'utf8')).toContain(`ENV ${settings.join(' ')}\n`);
  });

  it('is left to an operator who set it', async () => {
    expect(settingsOf(await startedWith({ MALLOC_TRIM_THRESHOLD_: '7' }))).toContain('MALLOC_TRIM_THRESHOLD_=7');
  });
});
