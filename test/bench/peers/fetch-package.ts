import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * Loads a package that only the comparison needs, downloaded into `.data/bench-peers` if missing; never a dependency of the
 * product. `entry` is the module to import. Throws if it cannot be downloaded.
 */
export async function fetchPackage<T>(name: string, version: string, entry = name): Promise<T> {
  const folder = join(process.cwd(), '.data', 'bench-peers', name.replaceAll(/\W/g, '-'));
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(join(folder, 'package.json'));
  const find = (): string | null => {
    try {
      return resolve(entry);
    } catch {
      return null;
    }
  };
  if (find() === null) {
    const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`];
    await promisify(execFile)('npm', install);
  }
  const path = find();
  if (path === null) throw new Error(`${name} could not be fetched`);
  const { default: plain, ...named } = (await import(pathToFileURL(path).href)) as { default?: object };
  return { ...plain, ...named } as T;
}
