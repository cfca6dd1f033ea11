import { readFileSync } from 'node:fs';

/** package.json is two folders up from the source and three from the compiled file (dist/server/config). */
const candidates = [new URL('../../package.json', import.meta.url), new URL('../../../package.json', import.meta.url)];

function readVersion(packageFile: URL): string | undefined {
  try {
    return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** The version of the product, from package.json. */
export const VERSION = candidates.map(readVersion).find((version) => version !== undefined) ?? 'unknown';
