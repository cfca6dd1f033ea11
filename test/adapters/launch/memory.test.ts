import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const exec = promisify(execFile);

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
