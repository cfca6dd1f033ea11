import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder and those that it is in, where they do not exist. Node's own `recursive` never ends in a folder that takes no others,
 * such as /proc.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    makeOne(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder), mode);
    makeOne(folder, mode);
  }
}

/** The nearest folder of a path that exists. */
export const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)));

/** Why a folder cannot be written, or made where it does not exist; null if it can. Leaves nothing behind. */
export async function writingProblem(folder: string): Promise<string | null> {
  try {
    // Permissions alone do not tell: a disk may be mounted to be read only.
    await rmdir(await mkdtemp(join(existingFolder(folder), '.corklight-')));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
