import { z } from 'zod';

/** The first line of every archive: what it is, and the version of its format. */
export const ARCHIVE_MAGIC = 'CORKLIGHT BACKUP';

/** The version of the format that this release writes, and the newest one that it reads. */
export const ARCHIVE_FORMAT_VERSION = 3;

/** The first version whose archives are signed. */
export const SIGNED_FORMAT_VERSION = 2;

/**
 * The first version that begins with the same bytes every night: each frame is compressed by itself, and what changes with every archive
 * ends it, as two lines. Before, the frames were one compressed stream between the header and a binary seal.
 */
export const SHARED_FORMAT_VERSION = 3;

/** The SHA-256 of everything before it is in the seal, at the end of the file. */
export const CHECKSUM_BYTES = 32;

/** Its signature follows it. */
export const SIGNATURE_BYTES = 32;

/** The number of bytes before each frame that hold its length. A frame of length zero ends the rows of a table. */
export const FRAME_LENGTH_BYTES = 4;

/** No frame that we write comes near this size; a longer one is damaged. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** A line of an archive that is readable without unpacking it: where it comes from, and what a restore needs. */
const ArchiveHeader = z.object({
  /** The id of the site, which stays the same for its whole life. */
  site: z.string(),
  /** The release that wrote the archive. */
  release: z.string(),
  /** The time of the snapshot, by the clock of the database. */
  createdAt: z.string(),
  /** The version of Postgres, such as `18.4`. */
  postgres: z.string(),
  /** The schema version: the applied migrations, oldest first. */
  migrations: z.array(z.object({ timestamp: z.number(), name: z.string() })),
  /** Fingerprints of the keys that the site used; the keys themselves are not in the archive. */
  keys: z.object({ secretKey: z.string(), tokenKeys: z.record(z.string(), z.string()) }),
});

export type ArchiveHeader = Readonly<z.infer<typeof ArchiveHeader>>;

/** Precedes the rows of a table. */
const TableSection = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The table that this one is a partition of, and its bounds as Postgres writes them. */
  partition: z.object({ of: z.string(), bound: z.string() }).nullable(),
});

export type TableSection = Readonly<z.infer<typeof TableSection>>;

/** What the archive holds, at its end: by then the rows are counted. */
const Manifest = z.object({
  tables: z.array(TableSection.extend({ rows: z.number() })),
  /** The last value of each sequence that was used. */
  sequences: z.record(z.string(), z.string()),
});

export type Manifest = Readonly<z.infer<typeof Manifest>>;

/** A frame of JSON: it begins a table, or ends the archive. */
const FrameText = z.union([z.object({ table: TableSection }), z.object({ manifest: Manifest })]);

/** A file that cannot be restored: not an archive, damaged, or of a newer release. */
export class InvalidArchive extends Error {}

const parseAs = <T>(schema: z.ZodType<T>, text: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new InvalidArchive('The archive is damaged: a part of it cannot be read.');
  }
};

export const parseHeader = (text: string): ArchiveHeader => parseAs(ArchiveHeader, text);
export const parseFrameText = (text: string): z.infer<typeof FrameText> => parseAs(FrameText, text);

/** The line that begins an archive. */
export const magicLine = (): Buffer => Buffer.from(`${ARCHIVE_MAGIC} ${ARCHIVE_FORMAT_VERSION}\n`);

/** The line before the last one of an archive. A line feed precedes it, which no header has inside. */
export const headerLine = (header: ArchiveHeader): Buffer => Buffer.from(`\n${JSON.stringify(header)}\n`);

/** The last line of an archive: checksum and signature. */
export const sealLine = (checksum: Buffer, signature: Buffer): Buffer =>
  Buffer.from(`${checksum.toString('hex')} ${signature.toString('hex')}\n`);

/** The length of the last line, of hexadecimal digits. */
export const SEAL_LINE_BYTES = 2 * CHECKSUM_BYTES + 1 + 2 * SIGNATURE_BYTES + 1;

/** A frame: the length of the content, and the content. */
export function frameOf(content: Uint8Array | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const frame = Buffer.allocUnsafe(FRAME_LENGTH_BYTES + bytes.length);
  frame.writeUInt32BE(bytes.length);
  frame.set(bytes, FRAME_LENGTH_BYTES);
  return frame;
}

/** Says that a file is not as it was written. */
export const damagedArchive = () =>
  new InvalidArchive('The archive is damaged or incomplete: its checksum is wrong. Take another copy of it.');

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
      if (length > MAX_FRAME_BYTES) throw damagedArchive();
      needed += length;
      if (bytes.length - start < needed) break;
      yield bytes.subarray(start + FRAME_LENGTH_BYTES, start + needed);
      start += needed;
    }
    parts = [bytes.subarray(start)];
    collected = bytes.length - start;
  }
  if (collected > 0) throw damagedArchive();
}
