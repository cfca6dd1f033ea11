import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { completeFile } from '#server/files/complete-file';
import type { ProgressOutput } from '#server/cli/progress';

/** Writes a text to a file, compressed if its name ends with `.gz`. The file appears when it is complete. */
export const writeToFile = (path: string, parts: AsyncIterable<string>): Promise<void> =>
  completeFile(path, (partialPath) => {
    const file = createWriteStream(partialPath);
    return path.endsWith('.gz') ? pipeline(Readable.from(parts), createGzip(), file) : pipeline(Readable.from(parts), file);
  });

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
