import { createWriteStream } from 'node:fs';
import { access, rename, rm, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InvalidInput, NotPossible } from '#domain/errors';
import { CONFIG, type Config } from '#server/config/config';
import { makeFolder } from '#server/files/make-folder';

/** What a received file leaves free on its disk, which the embedded Postgres may share. */
export const MIN_FREE_BYTES_AFTER_FILE = 1024 ** 3;

const BYTES_BETWEEN_DISK_CHECKS = 32 * 1024 ** 2;

const noRoom = () => new NotPossible('There is no room for this file: less than 1 GB would be left on the disk.');

/** A file that was received and has no number yet. */
export interface ArrivedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files that were received and are not imported yet, in the data folder of the server that received them, by the number of their import. */
@Injectable()
export class ReceivedFiles {
  readonly #folder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
    this.#folder = join(DATA_DIR, 'received');
  }

  pathOf(importId: number): string {
    return join(this.#folder, String(importId));
  }

  /** Whether the file of an import is here, and not on another server. */
  has(importId: number): Promise<boolean> {
    return access(this.pathOf(importId)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Writes a body to the disk as it arrives. Throws `NotPossible` before too little room is left, and `InvalidInput` for an empty body; what
   * arrived until then, or until the sender left, is removed.
   */
  async write(body: Readable, announcedBytes: number, minFreeBytes = MIN_FREE_BYTES_AFTER_FILE): Promise<ArrivedFile> {
    makeFolder(this.#folder, 0o700);
    const path = join(this.#folder, `${randomUUID()}.partial`);
    const checkRoom = async (neededBytes: number) => {
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize - neededBytes < minFreeBytes) throw noRoom();
    };
    await checkRoom(announcedBytes);
    let bytes = 0;
    let nextCheckBytes = BYTES_BETWEEN_DISK_CHECKS;
    async function* checked(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes >= nextCheckBytes) {
          await checkRoom(0);
          nextCheckBytes = bytes + BYTES_BETWEEN_DISK_CHECKS;
        }
        yield chunk;
      }
    }
    try {
      await pipeline(body, checked, createWriteStream(path, { mode: 0o600, flush: true }));
      if (bytes === 0) throw new InvalidInput(['body must be a file with at least one byte']);
    } catch (error) {
      await rm(path, { force: true });
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom() : error;
    }
    return { path, bytes };
  }

  /** Gives a file the number of its import, and the time of its numbers. */
  async keep({ path }: ArrivedFile, importId: number, modifiedAt: Date): Promise<void> {
    await utimes(path, modifiedAt, modifiedAt);
    await rename(path, this.pathOf(importId));
  }

  async remove(importId: number): Promise<void> {
    await rm(this.pathOf(importId), { force: true });
  }
}
