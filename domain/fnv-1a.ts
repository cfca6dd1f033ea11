const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The 32-bit FNV-1a hash of a text's UTF-16 code units: fast, not cryptographic. Mix its high bits into the low ones before masking. */
export function fnv1aOfText(text: string): number {
  let hash = OFFSET_BASIS;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash;
}

/** The same of a range of bytes. */
export function fnv1aOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = OFFSET_BASIS;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ bytes[index]!, PRIME);
  return hash;
}
