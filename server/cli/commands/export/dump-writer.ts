import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ProgressOutput } from '#server/cli/progress';

const PARTIAL_SUFFIX = '.partial';

/** Writes a text to a file, compressed if its name ends with `.gz`. The file appears when it is complete. */
export async function writeToFile(path: string, parts: AsyncIterable<string>): Promise<void> {
  const partialPath = `${path}${PARTIAL_SUFFIX}`;
  const file = createWriteStream(partialPath);
  try {
    if (path.endsWith('.gz')) await pipeline(Readable.from(parts), createGzip(), file);
    else await pipeline(Readable.from(parts), file);
    await rename(partialPath, path);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}

/** Writes a text to an output, no faster than it takes it. Throws its error, as when its reader ends. */
export async function writeToOutput(output: ProgressOutput, parts: AsyncIterable<string>): Promise<void> {
  const errors: unknown[] = [];
  const emitter = output instanceof EventEmitter ? output : null;
  emitter?.on('error', (error) => errors.push(error));
  for await (const part of parts) {
    const isFull = output.write(part) === false;
    if (isFull && emitter) await once(emitter, 'drain');
    if (errors.length > 0) throw errors[0];
  }
}
