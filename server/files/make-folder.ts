import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

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
