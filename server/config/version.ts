import { readFileSync } from 'node:fs';

/** The product's version, from package.json two folders above this file's compiled place (dist/server/config). */
const packageVersion = [new URL('../../package.json', import.meta.url), new URL('../../../package.json', import.meta.url)]
  .map((place) => {
    try {
      return (JSON.parse(readFileSync(place, 'utf8')) as { version?: string }).version;
    } catch {
      return undefined;
    }
  })
  .find((version) => version !== undefined);

export const VERSION = packageVersion ?? 'unknown';
