import { fnv1aOfBytes } from '#domain/fnv-1a';

/** No frame is cut before this size… */
const MIN_FRAME_BYTES = 128 * 1024;

/** … and on average this many bytes later; they compress to about a sixth of the chunks that restic compares. */
const MEAN_FURTHER_BYTES = 384 * 1024;

/** A frame is cut here at the latest, in the middle of a row if it has to be. */
const MAX_ROW_FRAME_BYTES = 2 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Enough of a row to tell it from others. */
const HASHED_BYTES = 64;

const UINT32_VALUES = 2 ** 32;

/** The hash of the beginning of a row. */
const hashOf = (bytes: Buffer, start: number, end: number): number => fnv1aOfBytes(bytes, start, Math.min(end, start + HASHED_BYTES)) >>> 0;

/**
 * Whether a frame may end after a row, by what it says: a row that is added or changed moves only the cuts beside it, and all other frames
 * are the bytes of the night before. Longer rows end more frames, so that the size of frames does not depend on theirs.
 */
const endsFrame = (bytes: Buffer, start: number, end: number): boolean =>
  hashOf(bytes, start, end) < ((end - start) / MEAN_FURTHER_BYTES) * UINT32_VALUES;

/** Where the first frame of these bytes ends; null if it goes on after them. */
function firstCut(bytes: Buffer): number | null {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start) + 1;
    if (end === 0 || end > MAX_ROW_FRAME_BYTES) break;
    if (end >= MIN_FRAME_BYTES && endsFrame(bytes, start, end)) return end;
    start = end;
  }
  return bytes.length >= MAX_ROW_FRAME_BYTES ? MAX_ROW_FRAME_BYTES : null;
}

/** Joins the pieces of COPY's text into frames of a bounded size that end after the same rows every night. */
export async function* rowFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let collected = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    collected += piece.length;
    if (collected < MAX_ROW_FRAME_BYTES) continue;
    let bytes = Buffer.concat(parts);
    for (let cut = firstCut(bytes); cut !== null; cut = firstCut(bytes)) {
      yield bytes.subarray(0, cut);
      bytes = bytes.subarray(cut);
    }
    parts = [bytes];
    collected = bytes.length;
  }
  let rest = Buffer.concat(parts);
  for (let cut = firstCut(rest); cut !== null && cut < rest.length; cut = firstCut(rest)) {
    yield rest.subarray(0, cut);
    rest = rest.subarray(cut);
  }
  if (rest.length > 0) yield rest;
}
