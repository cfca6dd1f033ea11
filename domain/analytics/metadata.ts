/** How much may come with an event: bytes of JSON, objects and lists inside each other, and names over all of them. */
export const metadataLimits = { bytes: 2_048, depth: 3, keys: 20 } as const;

/** Signs that are no text: NUL and the other control signs, and half signs, which no database takes. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inside = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []);

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || inside(value).some((one) => isDeeper(one, levels - 1)));

const keysIn = (value: unknown): number =>
  (isObject(value) ? Object.keys(value).length : 0) + inside(value).reduce<number>((sum, one) => sum + keysIn(one), 0);

/** What is wrong with an event's metadata, as the rest of a sentence that begins with the field's name; null for nothing. */
export function metadataFault(metadata: Readonly<Record<string, unknown>>): string | null {
  const { bytes, depth, keys } = metadataLimits;
  if (isDeeper(metadata, depth)) return `must not be nested deeper than ${depth} levels`;
  if (keysIn(metadata) > keys) return `must have at most ${keys} keys`;
  return bytesOf(JSON.stringify(metadata)) > bytes ? 'must be at most 2 KB' : null;
}

/** A text without control signs and half signs. */
export const cleanText = (text: string): string => text.replace(NO_TEXT, '');

/** The same value with every text in it cleaned, names too. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), cleanValue(one)]));
}
