import { createHash } from 'node:crypto';

/** A number for each byte, the same in every run. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) => createHash('sha256').update(String(byte)).digest().readUInt32BE());

/** A chunk ends where these bits of the hash of the last 32 bytes are 0: every 8 KiB on average. */
const CUT_MASK = 0xfff80000;

/** Cuts bytes where they say so themselves, as restic and borg do, and returns the length of each different chunk by its hash. */
export function chunksOf(bytes: Buffer): ReadonlyMap<string, number> {
  const chunks = new Map<string, number>();
  let [start, hash] = [0, 0];
  for (let index = 0; index < bytes.length; index++) {
    hash = ((hash << 1) + gear[bytes[index]!]!) | 0;
    if ((hash & CUT_MASK) !== 0 && index < bytes.length - 1) continue;
    const chunk = bytes.subarray(start, index + 1);
    chunks.set(createHash('sha256').update(chunk).digest('hex'), chunk.length);
    start = index + 1;
  }
  return chunks;
}

/** The share of the bytes of a file that no chunk of an earlier one has. */
export function newShare(file: Buffer, earlier: Buffer): number {
  const known = chunksOf(earlier);
  const added = [...chunksOf(file)].reduce((sum, [hash, length]) => sum + (known.has(hash) ? 0 : length), 0);
  return added / file.length;
}
