import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

const packageFile = findPackageJSON(import.meta.url);

/** The version of the product, from package.json. */
export const VERSION = packageFile ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version : 'unknown';
