import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type ImportReject, rejectsToCsv } from '#domain/catalog/intake/contract';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { InvalidInput, NotPossible } from '#domain/errors';
import { ImportFolder, listNumbered, type NumberedFile } from '#server/catalog/intake/files/import-folder';
import { CONFIG, type Config } from '#server/config/config';
import type { ImportEntry } from '#server/database/schema/operations.schema';
import { makeFolder } from '#server/files/make-folder';

/** What a received file leaves free on its disk, which the embedded Postgres may share. */
const MIN_FREE_BYTES_AFTER_FILE = 1024 ** 3;

const BYTES_BETWEEN_DISK_CHECKS = 32 * 1024 ** 2;

const noRoom = () => new NotPossible('There is no room for this file: less than 1 GB would be left on the disk.');

/** A file that was received and has no number yet. */
interface ArrivedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Whose file it is. */
type Stored = Pick<ImportEntry, 'id' | 'way' | 'name' | 'received_at'>;

/**
 * The files that came in and are not imported yet, by the number of their import: those that were sent, in the data folder of the server
 * that received them, and those of the watched folder.
 */
@Injectable()
export class ReceivedFiles {
  readonly #folder: string;
  /** Null without IMPORT_DIR. */
  readonly watched: ImportFolder | null;

  constructor(
    @Inject(CONFIG) { DATA_DIR, IMPORT_DIR, IMPORT_SETTLE_SECONDS }: Pick<Config, 'DATA_DIR' | 'IMPORT_DIR' | 'IMPORT_SETTLE_SECONDS'>,
  ) {
    this.#folder = join(DATA_DIR, 'received');
    this.watched = IMPORT_DIR === undefined ? null : new ImportFolder(IMPORT_DIR, IMPORT_SETTLE_SECONDS * SECOND_MS);
  }

  /**
   * Where the file of an import is, if it is here. A sent file is named by its number and time: a database that was restored, or is new, gives
   * numbers again.
   */
  pathOf({ id, way, name, received_at }: Stored): string {
    if (way === 'folder' && this.watched) return this.watched.pathOf(id, name);
    return join(this.#folder, `${id}-${received_at.getTime()}`);
  }

  /** Whether the file of an import is here, and not on another server. */
  has(file: Stored): Promise<boolean> {
    return access(this.pathOf(file)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Writes a body to the disk as it arrives. Throws `NotPossible` before too little room is left, `InvalidInput` for an empty body, and what
   * `checkArrived` does at its end; what arrived until then, or until the sender left, is removed.
   */
  async write(body: Readable, name: string, announcedBytes: number, checkArrived: () => Promise<void>): Promise<ArrivedFile> {
    makeFolder(this.#folder, 0o700);
    const path = join(this.#folder, `${randomUUID()}.partial`);
    const checkRoom = async (neededBytes: number) => {
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize - neededBytes < MIN_FREE_BYTES_AFTER_FILE) throw noRoom();
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
      if (bytes === 0) throw new InvalidInput([`${name} is empty`]);
      await checkArrived();
    } catch (error) {
      await rm(path, { force: true });
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom() : error;
    }
    return { path, bytes };
  }

  /** Makes a file that of its import, with the time of its numbers. */
  async keep({ path }: ArrivedFile, of: Stored, modifiedAt: Date): Promise<void> {
    await utimes(path, modifiedAt, modifiedAt);
    await rename(path, this.pathOf(of));
  }

  /** The files that were sent and are here. */
  listSent(): Promise<NumberedFile[]> {
    return listNumbered(this.#folder);
  }

  /** Gives the file of an import the name of today, if it has its size: the first builds of 0.2.0 named files by their numbers alone. */
  async addTimeToName(entry: Stored & Pick<ImportEntry, 'bytes'>): Promise<void> {
    const path = join(this.#folder, String(entry.id));
    if ((await stat(path)).size === entry.bytes) await rename(path, this.pathOf(entry));
  }

  /** Lets go of the file of an import that has ended: the watched folder keeps its files, with their rejected lines. */
  async close(file: Stored & Pick<ImportEntry, 'state' | 'reason'>, rejects: readonly ImportReject[]): Promise<void> {
    if (file.way !== 'folder') return rm(this.pathOf(file), { force: true });
    const hasRejects = rejects.length > 0 || file.reason !== null;
    await this.watched?.close(
      file.id,
      file.name,
      file.state === 'done' ? 'done' : 'failed',
      hasRejects ? rejectsToCsv(rejects, file.reason) : null,
    );
  }

  /** Removes what servers that were killed had begun to receive. */
  async removeAbandoned(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      if (!name.endsWith('.partial')) continue;
      const stats = await stat(path).catch(() => null);
      if (stats && now.getTime() - stats.mtimeMs > DAY_MS) await rm(path, { force: true });
    }
  }
}
