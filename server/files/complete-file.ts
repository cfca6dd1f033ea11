import { rename, rm } from 'node:fs/promises';

/** Ends the name of a file that is being written. */
export const PARTIAL_SUFFIX = '.partial';

/** Writes a file under a name of its own, and gives it its name when it is complete. A failure removes it, and names a full disk. */
export async function completeFile(path: string, write: (partialPath: string) => Promise<void>): Promise<void> {
  const partialPath = `${path}${PARTIAL_SUFFIX}`;
  try {
    await write(partialPath);
    await rename(partialPath, path);
  } catch (error) {
    await rm(partialPath, { force: true });
    const failure = error as NodeJS.ErrnoException;
    // What was asked for is the file, not its partial one.
    if (failure.path === partialPath) failure.path = path;
    if (failure.code !== 'ENOSPC') throw error;
    throw new Error(`The disk of ${path} has no room for it. Make some, or choose another folder.`, { cause: error });
  }
}
