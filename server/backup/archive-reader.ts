import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import {
  ARCHIVE_FORMAT_VERSION,
  ARCHIVE_MAGIC,
  type ArchiveHeader,
  CHECKSUM_BYTES,
  FRAME_LENGTH_BYTES,
  InvalidArchive,
  type Manifest,
  MAX_FRAME_BYTES,
  parseFrameText,
  parseHeader,
  SIGNATURE_BYTES,
  SIGNED_FORMAT_VERSION,
  type TableSection,
} from '#server/backup/archive-format';

/** A verified archive. */
export interface Archive {
  readonly path: string;
  readonly header: ArchiveHeader;
  readonly checksum: Buffer;
  readonly manifest: Manifest;
}

/** Where the compressed frames are in the file: the first byte, and the one after the last. */
interface Body {
  readonly start: number;
  readonly end: number;
}

/** What shows that an archive is as it was written, and by whom. */
export interface Seal {
  readonly header: ArchiveHeader;
  readonly checksum: Buffer;
  /** Null in archives of 0.1.0. */
  readonly signature: Buffer | null;
}

const damaged = () => new InvalidArchive('The archive is damaged or incomplete: its checksum is wrong. Take another copy of it.');

const MAGIC_LINE_BYTES = 32;
const LINE_FEED = 0x0a;

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Reads the line that begins at `start`, without its line feed; null if it has none within `maxBytes`. */
async function readLine(file: FileHandle, start: number, maxBytes: number): Promise<string | null> {
  const bytes = await readBytes(file, start, maxBytes);
  const end = bytes.indexOf(LINE_FEED);
  return end < 0 ? null : bytes.toString('utf8', 0, end);
}

/** The version of the format, and the length of the magic line. It is checked first, so that any other file gets a sentence of its own. */
async function readMagicLine(file: FileHandle): Promise<{ version: number; length: number }> {
  const line = await readLine(file, 0, MAGIC_LINE_BYTES);
  const version = line?.startsWith(`${ARCHIVE_MAGIC} `) ? Number(line.slice(ARCHIVE_MAGIC.length + 1)) : NaN;
  if (line === null || !Number.isInteger(version)) throw new InvalidArchive('This is not a backup of Corklight.');
  if (version > ARCHIVE_FORMAT_VERSION)
    throw new InvalidArchive(`A newer release wrote this archive (format ${version}). Restore it with that release or a later one.`);
  return { version, length: line.length };
}

const MAX_HEADER_BYTES = 1024 * 1024;

/** Reads the header, and where the frames begin. */
async function readBeginning(file: FileHandle): Promise<{ version: number; header: ArchiveHeader; start: number }> {
  const { version, length } = await readMagicLine(file);
  const headerStart = length + 1;
  const headerLine = await readLine(file, headerStart, MAX_HEADER_BYTES);
  if (headerLine === null) throw damaged();
  return { version, header: parseHeader(headerLine), start: headerStart + Buffer.byteLength(headerLine) + 1 };
}

/** What a file says of itself. The rest of it is not read, so it may be damaged. */
export async function readUnverifiedHeader(path: string): Promise<ArchiveHeader> {
  const file = await open(path, 'r');
  try {
    return (await readBeginning(file)).header;
  } finally {
    await file.close();
  }
}

async function readSealed(path: string): Promise<{ seal: Seal; body: Body }> {
  const file = await open(path, 'r');
  try {
    const { version, header, start } = await readBeginning(file);
    const signatureBytes = version < SIGNED_FORMAT_VERSION ? 0 : SIGNATURE_BYTES;
    const end = (await file.stat()).size - CHECKSUM_BYTES - signatureBytes;
    if (end <= start) throw damaged();
    const checksum = await readBytes(file, end, CHECKSUM_BYTES);
    const signature = signatureBytes === 0 ? null : await readBytes(file, end + CHECKSUM_BYTES, signatureBytes);
    await verifyChecksum(path, end, checksum);
    return { seal: { header, checksum, signature }, body: { start, end } };
  } finally {
    await file.close();
  }
}

async function verifyChecksum(path: string, end: number, checksum: Buffer): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  if (!hash.digest().equals(checksum)) throw damaged();
}

/** Splits unpacked bytes into frames. Chunks are joined only when a frame is complete, so that time grows with the bytes alone. */
export async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let collected = 0;
  let needed = FRAME_LENGTH_BYTES;
  for await (const chunk of chunks) {
    parts.push(chunk);
    collected += chunk.length;
    if (collected < needed) continue;
    const bytes = Buffer.concat(parts);
    let start = 0;
    for (;;) {
      needed = FRAME_LENGTH_BYTES;
      if (bytes.length - start < needed) break;
      const length = bytes.readUInt32BE(start);
      if (length > MAX_FRAME_BYTES) throw damaged();
      needed += length;
      if (bytes.length - start < needed) break;
      yield bytes.subarray(start + FRAME_LENGTH_BYTES, start + needed);
      start += needed;
    }
    parts = [bytes.subarray(start)];
    collected = bytes.length - start;
  }
  if (collected > 0) throw damaged();
}

/** A table of an archive: its rows in COPY's text format, which have to be read before the next table. */
export interface ArchivedTable {
  readonly table: TableSection;
  readonly rows: AsyncIterable<Buffer>;
}

async function* readFrames(path: string, { start, end }: Body): AsyncGenerator<ArchivedTable, Manifest> {
  const file = createReadStream(path, { start, end: end - 1 });
  const unpacked = file.pipe(createZstdDecompress());
  file.on('error', (error) => unpacked.destroy(error));
  const frames = framesOf(unpacked);
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await frames.next();
      if (done) throw damaged();
      if (value.length === 0) return;
      yield value;
    }
  }
  try {
    for (;;) {
      const { value, done } = await frames.next();
      if (done) throw damaged();
      const frame = parseFrameText(value.toString('utf8'));
      if ('manifest' in frame) return frame.manifest;
      yield { table: frame.table, rows: rows() };
    }
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/**
 * Reads an archive to its end and returns what it holds. Throws `InvalidArchive` unless every byte is as it was written. `checkSeal` may
 * refuse the archive before anything of it is unpacked.
 */
export async function verifyArchive(path: string, checkSeal: (seal: Seal) => void = () => undefined): Promise<Archive> {
  const { seal, body } = await readSealed(path);
  checkSeal(seal);
  const tables = readFrames(path, body);
  for (;;) {
    const { value, done } = await tables.next();
    if (done) return { path, header: seal.header, checksum: seal.checksum, manifest: value };
    for await (const _ of value.rows);
  }
}

/** The tables of a verified archive, in the order in which they can be loaded. */
export async function* readTables({ path, checksum }: Archive): AsyncGenerator<ArchivedTable> {
  const { seal, body } = await readSealed(path);
  if (!seal.checksum.equals(checksum)) throw new InvalidArchive('The archive was replaced while it was restored.');
  yield* readFrames(path, body);
}
