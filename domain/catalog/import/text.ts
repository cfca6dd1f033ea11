/* eslint-disable no-control-regex */
/** What scrapers write where they found nothing; compared in lower case, without surrounding space. */
const placeholders = new Set([
  'null',
  'undefined',
  'user info error',
  'no title data available',
  'no description available',
  'no description available story format',
  'image src error.',
  'no tags available',
]);

/** The same with further words for "nothing", which may be real in a text but not in a number, a time or a list. */
const emptyValues = new Set(['', '-', '–', '—', 'none', 'n/a', 'na', 'unknown', ...placeholders]);

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that turn the direction of the text after them (names that read backwards), byte order marks and noncharacters. */
const invisibleCharacters = /[\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** No word for "nothing" is longer. */
const MAX_EMPTY_VALUE_LENGTH = Math.max(...[...emptyValues].map((word) => word.length));

/** Text of one line in which there is nothing to clean. */
const printableAscii = /^[ -~]*$/;
const isPlaceholder = (text: string): boolean =>
  text === '' || (text.length <= MAX_EMPTY_VALUE_LENGTH && placeholders.has(text.toLowerCase()));

/** Does this value say that there is none? */
export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'string') return false;
  const word = value.trim();
  return word.length <= MAX_EMPTY_VALUE_LENGTH && emptyValues.has(word.toLowerCase());
}

/** A copy with nothing in it that Postgres, a terminal or a reader could trip over: no control characters, whole characters only, composed. */
export const sanitizeText = (text: string): string =>
  printableAscii.test(text)
    ? text
    : text.replace(controlCharacters, '').replace(invisibleCharacters, '').replace(loneSurrogates, '\uFFFD').normalize('NFC');

function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Never through the middle of a character outside the basic plane.
  const end = /[\uD800-\uDBFF]/.test(text[maxLength - 1] ?? '') ? maxLength - 1 : maxLength;
  return text.slice(0, end).trimEnd();
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** One line of text, at most `most` UTF-16 units (longer is cut); null where the source has none or a placeholder. */
export function cleanLine(value: unknown, maxLength: number): string | null {
  const text = toText(value);
  if (text === null) return null;
  const line = (printableAscii.test(text) ? text : sanitizeText(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '))).trim();
  return isPlaceholder(line) ? null : truncate(line, maxLength);
}

/** Text that may have several lines, at most `most` UTF-16 units (longer is cut); null where the source has none or a placeholder. */
export function cleanText(value: unknown, maxLength: number): string | null {
  const text = toText(value);
  if (text === null) return null;
  const sanitized = (printableAscii.test(text) ? text : sanitizeText(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))).trim();
  return isPlaceholder(sanitized) ? null : truncate(sanitized, maxLength);
}

/** A list that a scraper split into its letters (`N,o, ,T,a,g,s`) is put together again; null for any other. */
function rejoinCharacters(characters: readonly string[]): readonly string[] | null {
  return characters.length >= 5 && characters.every((character) => character.length === 1) ? characters.join('').split(',') : null;
}

/** Every second sign of a text that has a comma after each. */
function dropCommaSeparators(text: string): string[] {
  const characters = Array.from(text);
  return characters.every((character, index) => index % 2 === 0 || character === ',')
    ? characters.filter((_, index) => index % 2 === 0)
    : [];
}

const itemName = (item: unknown): unknown => {
  if (typeof item !== 'object' || item === null) return item;
  const itemObject = item as Readonly<Record<string, unknown>>;
  return (
    ['name', 'keyword', 'label', 'title', 'text'].map((key) => (Object.hasOwn(itemObject, key) ? itemObject[key] : null)).find(Boolean) ??
    null
  );
};

function splitItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? (rejoinCharacters(value) ?? value) : value;
  if (typeof value === 'string') return rejoinCharacters(dropCommaSeparators(value)) ?? value.split(',');
  return [value];
}

/** Several short texts (tags, categories, keywords) from lists, comma-separated text or objects with a name: each once, at most 50 of 100 units. */
export function cleanList(values: readonly unknown[]): string[] {
  const found = new Map<string, string>();
  for (const item of values.flatMap(splitItems)) {
    const text = isMissing(item) ? null : cleanLine(itemName(item), 100)?.replace(/^#+/, '').trim();
    if (text && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
    if (found.size >= 50) break;
  }
  return [...found.values()];
}

/** `true`, `1`, `yes` and their opposites; null for anything else. */
export function cleanBoolean(value: unknown): boolean | null {
  const word = toText(value)?.trim().toLowerCase();
  if (word === 'true' || word === '1' || word === 'yes') return true;
  return word === 'false' || word === '0' || word === 'no' ? false : null;
}
