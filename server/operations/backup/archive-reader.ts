import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdDecompress, type ZstdOptions } from 'node:zlib';
import {
  ARCHIVE_FORMAT_VERSION,
  ARCHIVE_MAGIC,
  type ArchiveHeader,
  CHECKSUM_BYTES,
  damagedArchive,
  framesOf,
  InvalidArchive,
  type Manifest,
  MAX_FRAME_BYTES,
  parseFrameText,
  parseHeader,
  SEAL_LINE_BYTES,
  SHARED_FORMAT_VERSION,
  SIGNATURE_BYTES,
  SIGNED_FORMAT_VERSION,
  type TableSection,
} from '#server/operations/backup/archive-format';
import { type OpenArchive, openArchive } from '#server/operations/backup/archive-encryption';

/** A verified archive. */
export interface Archive extends SealedArchive {
  readonly manifest: Manifest;
}

/** What shows that an archive is as it was written, and by whom. */
export interface Seal {
  readonly header: ArchiveHeader;
  readonly checksum: Buffer;
  /** Null in archives of 0.1.0. */
  readonly signature: Buffer | null;
}

/** An archive whose checksum is right, and where its frames are: the first byte, and the one after the last. */
interface SealedArchive extends Seal {
  readonly open: OpenArchive;
  readonly version: number;
  readonly start: number;
  readonly end: number;
  /** The number of bytes that the checksum is of. */
  readonly checkedBytes: number;
}

const LINE_FEED = 0x0a;
const MAX_MAGIC_LINE_BYTES = 32;
const MAX_HEADER_BYTES = 1024 * 1024;

/** The version of the format, and where the magic line ends. It is checked first, so that any other file gets a sentence of its own. */
function readMagicLine(beginning: Buffer): { version: number; end: number } {
  const end = beginning.subarray(0, MAX_MAGIC_LINE_BYTES).indexOf(LINE_FEED);
  const line = beginning.toString('utf8', 0, Math.max(end, 0));
  const version = line.startsWith(`${ARCHIVE_MAGIC} `) ? Number(line.slice(ARCHIVE_MAGIC.length + 1)) : NaN;
  if (!Number.isInteger(version)) throw new InvalidArchive('This is not a backup of Corklight.');
  if (version > ARCHIVE_FORMAT_VERSION)
    throw new InvalidArchive(`A newer release wrote this archive (format ${version}). Restore it with that release or a later one.`);
  return { version, end: end + 1 };
}

const sealBytesOf = (version: number): number => {
  if (version >= SHARED_FORMAT_VERSION) return SEAL_LINE_BYTES;
  return CHECKSUM_BYTES + (version < SIGNED_FORMAT_VERSION ? 0 : SIGNATURE_BYTES);
};

/** Enough for a header and a seal. */
const MAX_END_BYTES = MAX_HEADER_BYTES + SEAL_LINE_BYTES;

/**
 * Reads a file to its end in bounded memory, and returns its beginning and its end, which hold its header, and the checksum of what
 * precedes its seal. Any other file is refused by its beginning.
 */
async function readOutline(open: OpenArchive) {
  const hash = createHash('sha256');
  let beginning: Buffer | null = null;
  let parts: Buffer[] = [];
  let [collected, bytes] = [0, 0];
  for await (const chunk of open()) {
    parts.push(chunk);
    collected += chunk.length;
    bytes += chunk.length;
    if (collected < 4 * MAX_END_BYTES) continue;
    const joined = Buffer.concat(parts);
    beginning ??= joined.subarray(0, MAX_END_BYTES);
    readMagicLine(beginning);
    hash.update(joined.subarray(0, -MAX_END_BYTES));
    parts = [joined.subarray(-MAX_END_BYTES)];
    collected = MAX_END_BYTES;
  }
  const ending = Buffer.concat(parts);
  beginning ??= ending.subarray(0, MAX_END_BYTES);
  hash.update(ending.subarray(0, Math.max(0, ending.length - sealBytesOf(readMagicLine(beginning).version))));
  return { beginning, ending, bytes, checksum: hash.digest() };
}

type Outline = Awaited<ReturnType<typeof readOutline>>;
type Ends = Omit<SealedArchive, 'open' | 'checksum'>;

/** Archives before the shared format: the header follows the magic line, and a binary seal ends the file. */
function readEarlierEnds({ beginning, ending, bytes, checksum }: Outline): Ends {
  const { version, end: headerStart } = readMagicLine(beginning);
  const headerEnd = beginning.indexOf(LINE_FEED, headerStart);
  const seal = ending.subarray(-sealBytesOf(version));
  const end = bytes - sealBytesOf(version);
  if (headerEnd < 0 || end <= headerEnd + 1 || !seal.subarray(0, CHECKSUM_BYTES).equals(checksum)) throw damagedArchive();
  const header = parseHeader(beginning.toString('utf8', headerStart, headerEnd));
  const signature = version < SIGNED_FORMAT_VERSION ? null : seal.subarray(CHECKSUM_BYTES);
  return { header, signature, version, start: headerEnd + 1, end, checkedBytes: end };
}

const SEAL = new RegExp(`^([0-9a-f]{${2 * CHECKSUM_BYTES}}) ([0-9a-f]{${2 * SIGNATURE_BYTES}})\n$`);

/** Header and seal are the last two lines of the file. */
function readEnds(outline: Outline): Ends {
  const { version, end: start } = readMagicLine(outline.beginning);
  if (version < SHARED_FORMAT_VERSION) return readEarlierEnds(outline);
  const { ending, bytes, checksum } = outline;
  const headerEnd = ending.length - SEAL_LINE_BYTES - 1;
  const [, sum = '', signature = ''] = SEAL.exec(ending.toString('latin1', Math.max(0, headerEnd + 1))) ?? [];
  const headerStart = ending.lastIndexOf(LINE_FEED, headerEnd - 1) + 1;
  const end = bytes - ending.length + headerStart - 1;
  if (sum !== checksum.toString('hex') || headerStart === 0 || end < start) throw damagedArchive();
  const header = parseHeader(ending.toString('utf8', headerStart, headerEnd));
  return { header, signature: Buffer.from(signature, 'hex'), version, start, end, checkedBytes: bytes - SEAL_LINE_BYTES };
}

/** Reads an archive to its end, and throws `InvalidArchive` unless its checksum is right. Nothing of it is unpacked. */
export async function readSealed(path: string, identities: readonly string[] = []): Promise<SealedArchive> {
  const open = await openArchive(path, identities);
  const outline = await readOutline(open);
  return { open, checksum: outline.checksum, ...readEnds(outline) };
}

/** A table of an archive: its rows in COPY's text format, which have to be read before the next table. */
interface ArchivedTable {
  readonly table: TableSection;
  readonly rows: AsyncIterable<Buffer>;
}

/** The bytes of the frames. All that the checksum is of is read and compared at the end, since the file may have been replaced. */
async function* bodyOf({ open, start, end, checkedBytes, checksum }: SealedArchive): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let position = 0;
  for await (const chunk of open()) {
    hash.update(chunk.subarray(0, Math.max(0, checkedBytes - position)));
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end - position));
    position += chunk.length;
    if (part.length > 0) yield part;
  }
  if (!hash.digest().equals(checksum)) throw new InvalidArchive('The archive was replaced while it was restored.');
}

const decompress = promisify(zstdDecompress) as (content: Uint8Array, options: ZstdOptions) => Promise<Buffer>;

async function unpack(frame: Buffer): Promise<Buffer> {
  try {
    return await decompress(frame, { maxOutputLength: MAX_FRAME_BYTES });
  } catch {
    throw damagedArchive();
  }
}

/** The frames of an archive, unpacked. */
async function* unpackedFrames(archive: SealedArchive): AsyncGenerator<Buffer> {
  if (archive.version >= SHARED_FORMAT_VERSION) {
    for await (const frame of framesOf(bodyOf(archive))) yield frame.length === 0 ? frame : await unpack(frame);
    return;
  }
  const body = Readable.from(bodyOf(archive), { objectMode: false });
  const stream = body.pipe(createZstdDecompress());
  body.on('error', (error) => stream.destroy(error));
  try {
    yield* framesOf(stream);
  } finally {
    body.destroy();
    stream.destroy();
  }
}

/** The tables of an archive, in the order in which they can be loaded, and at last its manifest. */
export async function* readTables(archive: SealedArchive): AsyncGenerator<ArchivedTable, Manifest> {
  const frames = unpackedFrames(archive);
  async function next(): Promise<Buffer> {
    const { value, done } = await frames.next();
    if (done) throw damagedArchive();
    return value;
  }
  async function* rows(): AsyncGenerator<Buffer> {
    for (let frame = await next(); frame.length > 0; frame = await next()) yield frame;
  }
  try {
    for (;;) {
      const frame = parseFrameText((await next()).toString('utf8'));
      if ('table' in frame) {
        yield { table: frame.table, rows: rows() };
        continue;
      }
      // Nothing follows, and the checksum is compared at the end.
      if (!(await frames.next()).done) throw damagedArchive();
      return frame.manifest;
    }
  } finally {
    await frames.return(undefined);
  }
}

/** Unpacks an archive to its end, and adds what it holds. Throws `InvalidArchive` unless every byte is as it was written. */
export async function verifyArchive(sealed: SealedArchive): Promise<Archive> {
  const tables = readTables(sealed);
  for (;;) {
    const { value, done } = await tables.next();
    if (done) return { ...sealed, manifest: value };
    for await (const _ of value.rows);
  }
}
