/* eslint-disable no-control-regex */
/** Placeholders that scrapers write for missing values; compared in lower case, trimmed. */
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

/** Words for a missing value in numbers, times, and lists; in text they may be real. */
const emptyValues = new Set(['', '-', '–', '—', 'none', 'n/a', 'na', 'unknown', ...placeholders]);

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Bidirectional control characters, byte order marks, and noncharacters. */
const invisibleCharacters = /[\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;

const MAX_EMPTY_VALUE_LENGTH = Math.max(...[...emptyValues].map((word) => word.length));

/** A line without anything to clean. */
const printableAscii = /^[ -~]*$/;
/** Fillers and joiners, of which some people make their names. */
const nothingToSee = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const isPlaceholder = (text: string): boolean =>
  nothingToSee.test(text) || (text.length <= MAX_EMPTY_VALUE_LENGTH && placeholders.has(text.toLowerCase()));

/** Returns whether a value stands for a missing one. */
export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'string') return false;
  const word = value.trim();
  return word.length <= MAX_EMPTY_VALUE_LENGTH && emptyValues.has(word.toLowerCase());
}

/** Removes control and invisible characters, replaces lone surrogates, and composes (NFC), so that the text is safe to store and display. */
export const sanitizeText = (text: string): string =>
  printableAscii.test(text) ? text : text.replace(controlCharacters, '').replace(invisibleCharacters, '').toWellFormed().normalize('NFC');

function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // A surrogate pair is not split.
  const end = /[\uD800-\uDBFF]/.test(text[maxLength - 1] ?? '') ? maxLength - 1 : maxLength;
  return text.slice(0, end).trimEnd();
}

const htmlCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const MAX_CODE_POINT = 0x10ffff;

/** Scrapers leave characters as a web page writes them: `&#39;`, `&#x27;`, or `&amp;`. */
const decodeHtml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7}|x[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (written, code?: string, name?: string) => {
    if (code === undefined) return htmlCharacters[name!.toLowerCase()]!;
    const point = Number(code.toLowerCase().replace(/^x/, '0x'));
    return point > MAX_CODE_POINT ? written : String.fromCodePoint(point);
  });

const toText = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.includes('&')
      ? decodeHtml(value)
      : value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

const whiteBreaks = /[\t\r\n\u2028\u2029]+/g;
const lineBreaks = /\r\n?|[\u2028\u2029]/g;

function clean(value: unknown, maxLength: number, breaks: RegExp, replacement: string): string | null {
  const text = toText(value);
  if (text === null) return null;
  const cleaned = (printableAscii.test(text) ? text : sanitizeText(text.replace(breaks, replacement))).trim();
  return isPlaceholder(cleaned) ? null : truncate(cleaned, maxLength);
}

/** Cleans one line of text and truncates it to `maxLength` UTF-16 code units; null for a missing value, a placeholder, or a text that shows nothing. */
export const cleanLine = (value: unknown, maxLength: number): string | null => clean(value, maxLength, whiteBreaks, ' ');

/** The same for text that may have several lines. */
export const cleanText = (value: unknown, maxLength: number): string | null => clean(value, maxLength, lineBreaks, '\n');

/** Rejoins a list that a scraper split into characters (`N,o, ,T,a,g,s`); null for any other list. */
function rejoinCharacters(characters: readonly string[]): readonly string[] | null {
  return characters.length >= 5 && characters.every((character) => character.length === 1) ? characters.join('').split(',') : null;
}

/** Returns every second character of a text with a comma after each character; else none. */
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

/** Cleans short texts (tags, categories, keywords) from lists, comma-separated text or objects with a name: distinct, at most 50 of 100 code units. */
export function cleanList(values: readonly unknown[]): string[] {
  const found = new Map<string, string>();
  for (const item of values.flatMap(splitItems)) {
    const text = isMissing(item) ? null : cleanLine(itemName(item), 100)?.replace(/^#+/, '').trim();
    if (text && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
    if (found.size >= 50) break;
  }
  return [...found.values()];
}

/** Parses `true`, `1`, `yes` and their opposites; null for anything else. */
export function cleanBoolean(value: unknown): boolean | null {
  const word = toText(value)?.trim().toLowerCase();
  if (word === 'true' || word === '1' || word === 'yes') return true;
  return word === 'false' || word === '0' || word === 'no' ? false : null;
}
