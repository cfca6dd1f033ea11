import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, type ZstdOptions } from 'node:zlib';
import { makeFolder } from '#server/files/make-folder';
import { encrypted } from '#server/operations/backup/archive-encryption';
import { type ArchiveHeader, frameOf, headerLine, magicLine, sealLine } from '#server/operations/backup/archive-format';
import { signChecksum } from '#server/operations/backup/archive-keys';
import { completeFile } from '#server/files/complete-file';
import type { Keys } from '#server/secrets/keys';

/** A level that compresses COPY's text to about a quarter, faster than Postgres writes it. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const compress = promisify(zstdCompress) as (content: Uint8Array, options: ZstdOptions) => Promise<Buffer>;

/** Compresses each frame by itself, so that it is the same bytes in every archive that has it. */
async function* packed(frames: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const frame of frames) yield frameOf(frame.length === 0 ? frame : await compress(frame, OPTIONS));
}

/** Puts the magic line before the frames, and the header and the signed checksum of everything after them. */
async function* sealed(header: ArchiveHeader, keys: Keys, frames: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(magicLine());
  for await (const frame of packed(frames)) yield hashed(frame);
  yield hashed(headerLine(header));
  const checksum = hash.digest();
  yield sealLine(checksum, signChecksum(keys, checksum));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its renames are durable.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** What an archive is sealed with. */
export interface ArchiveKeys {
  /** They are not written, but the archive is signed with one of them. */
  readonly keys: Keys;
  /** Who can decrypt the archive; without any, it is not encrypted. */
  readonly recipients?: readonly string[];
}

/**
 * Writes an archive and returns its size. The file gets its name only when it is complete and on the disk; until then it is called
 * `.partial`, and a failure removes it. Only its owner may read it, since it holds everything the site knows about people.
 */
export async function writeArchive(
  path: string,
  header: ArchiveHeader,
  { keys, recipients = [] }: ArchiveKeys,
  frames: AsyncIterable<Uint8Array>,
): Promise<number> {
  makeFolder(dirname(path), 0o700);
  await completeFile(path, async (partial) => {
    const archive = sealed(header, keys, frames);
    const bytes = recipients.length === 0 ? archive : encrypted(archive, recipients);
    await pipeline(bytes, createWriteStream(partial, { mode: 0o600, flush: true }));
  });
  await syncFolder(dirname(path));
  return (await stat(path)).size;
}
