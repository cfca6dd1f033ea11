import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type SourceLine, UnreadableSource } from '#domain/catalog/import/import-runs';

/** No export is compressed more than this many times; gzip can do it a thousand times. */
const MAX_COMPRESSION = 200;
/** Small files may repeat themselves. */
const MIN_BOMB_BYTES = 256 * 1024 ** 2;

const BOMB = `It is compressed more than ${MAX_COMPRESSION} times, as no export is.`;
const ZIP = 'It is a zip archive or a workbook. Unpack the archive, or save the sheet as CSV, and import that.';
const DOUBLE_GZIP = 'It is compressed twice. Unpack it once, and import that.';

const errorMessages: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'That is a folder, not a file.',
  EACCES: 'The file may not be read.',
  Z_BUF_ERROR: 'The file ends in the middle of its gzip data: it is cut off.',
  Z_DATA_ERROR: 'The gzip data are damaged.',
};

function toUnreadableSource(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  // What the system says of a file has its path, which is not for those who sent it.
  const otherwise = syscall === undefined ? message : `The file cannot be read (${code}).`;
  return new UnreadableSource(errorMessages[code ?? ''] ?? otherwise);
}

const isGzip = (firstBytes: Buffer): boolean => firstBytes[0] === 0x1f && firstBytes[1] === 0x8b;

/** A workbook is a zip archive, too. */
function rejectZip(firstBytes: Buffer): void {
  const start = firstBytes.toString('latin1', 0, 4);
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') throw new UnreadableSource(ZIP);
}

/** What is in gzip data is text, and no archive again. */
function rejectPackedArchive(firstBytes: Buffer): void {
  rejectZip(firstBytes);
  if (isGzip(firstBytes)) throw new UnreadableSource(DOUBLE_GZIP);
}

async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 1 << 16 });
  const feeding = pipeline(bytes, gunzip).catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** A file, also gzipped. Standard input is first copied to a temporary file, to fingerprint it. */
export class FileSource {
  #readBytes = 0;
  #fingerprint: string | null = null;
  #maxBytes = Infinity;
  /** Whether reading ended at the largest number of bytes. */
  isCut = false;

  private constructor(
    readonly name: string,
    private readonly path: string,
    private readonly sizeBytes: number,
    private readonly temporaryFolder: string | null,
    /** When the file was last changed; of standard input, when it was read. */
    readonly modifiedAt: Date,
  ) {}

  /** Opens the file at a path, or `stdin` for `-`; a received file is stored under another name than its own. Throws `UnreadableSource` if there is none that may be read. */
  static async open(path: string, stdin: NodeJS.ReadableStream, storedName?: string): Promise<FileSource> {
    try {
      if (path !== '-') {
        const fileStats = await stat(path);
        if (fileStats.isDirectory()) throw new UnreadableSource('That is a folder, not a file.');
        await access(path, constants.R_OK);
        // A date in the future, as of a wrong clock, would be that of its readings.
        return new FileSource(storedName ?? basename(path), path, fileStats.size, null, new Date(Math.min(fileStats.mtimeMs, Date.now())));
      }
      const folder = await mkdtemp(join(tmpdir(), 'corklight-import-'));
      const spoolPath = join(folder, 'stdin');
      await pipeline(stdin, createWriteStream(spoolPath, { mode: 0o600 }));
      const { size, mtime } = await stat(spoolPath);
      return new FileSource('stdin', spoolPath, size, folder, mtime);
    } catch (error) {
      // A relative path may have led to another folder than was meant; who sent a file did not choose where it is.
      if (storedName === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new UnreadableSource(`There is no such file in ${dirname(path)}.`);
      throw toUnreadableSource(error);
    }
  }

  /** The same file up to `maxBytes`, decompressed: where it has more, reading ends in an error, and `isCut` is true. */
  head(maxBytes: number): FileSource {
    const head = new FileSource(this.name, this.path, this.sizeBytes, null, this.modifiedAt);
    head.#maxBytes = maxBytes;
    return head;
  }

  async fingerprint(): Promise<string> {
    if (this.#fingerprint !== null) return this.#fingerprint;
    const hash = createHash('sha256');
    // One buffer for all chunks: separate ones would be garbage-collected late.
    const buffer = Buffer.allocUnsafe(1 << 18);
    const file = await open(this.path, 'r').catch((error: unknown) => Promise.reject(toUnreadableSource(error)));
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
    return (this.#fingerprint = hash.digest('hex'));
  }

  progress(): number | null {
    return this.sizeBytes === 0 ? null : Math.min(1, this.#readBytes / this.sizeBytes);
  }

  /** Reads lines. Throws `UnreadableSource` for what cannot be read. */
  async *reading(lines: () => AsyncIterable<Iterable<SourceLine>>): AsyncGenerator<Iterable<SourceLine>> {
    try {
      for await (const group of lines()) yield this.#readingGroup(group);
    } catch (error) {
      throw toUnreadableSource(error);
    }
  }

  *#readingGroup(group: Iterable<SourceLine>): Generator<SourceLine> {
    try {
      yield* group;
    } catch (error) {
      throw toUnreadableSource(error);
    }
  }

  /** Whether the file is gzipped. Throws `UnreadableSource` for other archives. */
  async #isGzipped(): Promise<boolean> {
    const file = await open(this.path, 'r').catch((error: unknown) => Promise.reject(toUnreadableSource(error)));
    try {
      const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
      rejectZip(buffer);
      return isGzip(buffer);
    } finally {
      await file.close();
    }
  }

  /** The bytes from the beginning, decompressed. */
  async *chunks(): AsyncGenerator<Buffer> {
    this.#readBytes = 0;
    const isGzipped = await this.#isGzipped();
    const bytes = createReadStream(this.path, { highWaterMark: 1 << 16 });
    const countedBytes = this.#countBytes(bytes);
    let leftBytes = this.#maxBytes;
    let unpackedBytes = 0;
    try {
      for await (const chunk of isGzipped ? gunzipped(countedBytes) : countedBytes) {
        if (isGzipped && unpackedBytes === 0) rejectPackedArchive(chunk);
        leftBytes -= chunk.length;
        unpackedBytes += chunk.length;
        if (unpackedBytes > this.#readBytes * MAX_COMPRESSION && unpackedBytes > MIN_BOMB_BYTES) throw new UnreadableSource(BOMB);
        this.isCut = leftBytes < 0;
        if (this.isCut) throw new UnreadableSource('Its first lines are too long.');
        yield chunk;
      }
    } catch (error) {
      throw toUnreadableSource(error);
    } finally {
      bytes.destroy();
    }
  }

  async *#countBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#readBytes += chunk.length;
      yield chunk;
    }
  }

  /** Deletes the temporary copy of standard input. */
  async close(): Promise<void> {
    if (this.temporaryFolder !== null) await rm(this.temporaryFolder, { recursive: true, force: true });
  }
}
