import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type ArchiveHeader, headerBytes } from '#server/backup/archive-format';
import { signChecksum } from '#server/backup/archive-keys';
import { completeFile } from '#server/files/complete-file';
import type { Keys } from '#server/secrets/keys';

/** A level that compresses COPY's text to about a quarter, faster than Postgres writes it. */
const COMPRESSION_LEVEL = 3;

/** Puts the header before the compressed frames, and the signed checksum of both after them. */
const sealed = (header: ArchiveHeader, keys: Keys) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const beginning = headerBytes(header);
    hash.update(beginning);
    yield beginning;
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    const checksum = hash.digest();
    yield Buffer.concat([checksum, signChecksum(keys, checksum)]);
  };

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its renames are durable.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes an archive and returns its size. The file gets its name only when it is complete and on the disk; until then it is called
 * `.partial`, and a failure removes it. Only its owner may read it, since it holds everything the site knows about people.
 */
export async function writeArchive(path: string, header: ArchiveHeader, keys: Keys, frames: AsyncIterable<Buffer>): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await completeFile(path, async (partial) => {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL } });
    await pipeline(frames, compress, sealed(header, keys), createWriteStream(partial, { mode: 0o600, flush: true }));
  });
  await syncFolder(dirname(path));
  return (await stat(path)).size;
}
