/** The limits of an event's metadata: bytes of JSON, levels of nested objects and lists, and keys over all levels. */
export const eventMetadataLimits = { bytes: 2_048, depth: 3, keys: 20 } as const;

/** Control characters, NUL among them, and lone surrogates, which Postgres rejects. */
const NON_TEXT_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childValues = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []);

function utf8ByteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

const exceedsDepth = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || childValues(value).some((child) => exceedsDepth(child, levels - 1)));

const countKeys = (value: unknown): number =>
  (isObject(value) ? Object.keys(value).length : 0) + childValues(value).reduce<number>((sum, child) => sum + countKeys(child), 0);

/** The first error of an event's metadata, as the rest of a sentence that begins with the field's name; null when it is valid. */
export function eventMetadataError(metadata: Readonly<Record<string, unknown>>): string | null {
  const { bytes, depth, keys } = eventMetadataLimits;
  if (exceedsDepth(metadata, depth)) return `must not be nested deeper than ${depth} levels`;
  if (countKeys(metadata) > keys) return `must have at most ${keys} keys`;
  return utf8ByteLength(JSON.stringify(metadata)) > bytes ? 'must be at most 2 KB' : null;
}

/** The text without control characters and lone surrogates. */
export const removeNonText = (text: string): string => text.replace(NON_TEXT_CHARACTERS, '');

/** The value with every text in it cleaned, keys included. */
export function removeNonTextDeep(value: unknown): unknown {
  if (typeof value === 'string') return removeNonText(value);
  if (Array.isArray(value)) return value.map(removeNonTextDeep);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [removeNonText(name), removeNonTextDeep(child)]));
}
