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
const noValue = new Set(['', '-', '–', '—', 'none', 'n/a', 'na', 'unknown', ...placeholders]);

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that turn the direction of the text after them (names that read backwards), byte order marks and noncharacters. */
const disguises = /[\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** No word for "nothing" is longer. */
const LONGEST = Math.max(...[...noValue].map((word) => word.length));

/** Text of one line in which there is nothing to clean. */
const plain = /^[ -~]*$/;
const isPlaceholder = (text: string): boolean => text === '' || (text.length <= LONGEST && placeholders.has(text.toLowerCase()));

/** Does this value say that there is none? */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'string') return false;
  const word = value.trim();
  return word.length <= LONGEST && noValue.has(word.toLowerCase());
}

/** A copy with nothing in it that Postgres, a terminal or a reader could trip over: no control characters, whole characters only, composed. */
export const wellFormed = (text: string): string =>
  plain.test(text) ? text : text.replace(controls, '').replace(disguises, '').replace(loneSurrogates, '\uFFFD').normalize('NFC');

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Never through the middle of a character outside the basic plane.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return text.slice(0, end).trimEnd();
}

const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** One line of text, at most `most` UTF-16 units (longer is cut); null where the source has none or a placeholder. */
export function cleanLine(value: unknown, most: number): string | null {
  const text = asText(value);
  if (text === null) return null;
  const line = (plain.test(text) ? text : wellFormed(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '))).trim();
  return isPlaceholder(line) ? null : cut(line, most);
}

/** Text that may have several lines, at most `most` UTF-16 units (longer is cut); null where the source has none or a placeholder. */
export function cleanText(value: unknown, most: number): string | null {
  const text = asText(value);
  if (text === null) return null;
  const whole = (plain.test(text) ? text : wellFormed(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))).trim();
  return isPlaceholder(whole) ? null : cut(whole, most);
}

/** A list that a scraper split into its letters (`N,o, ,T,a,g,s`) is put together again; null for any other. */
function rejoined(letters: readonly string[]): readonly string[] | null {
  return letters.length >= 5 && letters.every((letter) => letter.length === 1) ? letters.join('').split(',') : null;
}

/** Every second sign of a text that has a comma after each. */
function everySecond(text: string): string[] {
  const signs = Array.from(text);
  return signs.every((sign, place) => place % 2 === 0 || sign === ',') ? signs.filter((_, place) => place % 2 === 0) : [];
}

const nameOf = (item: unknown): unknown => {
  if (typeof item !== 'object' || item === null) return item;
  const named = item as Readonly<Record<string, unknown>>;
  return ['name', 'keyword', 'label', 'title', 'text'].map((key) => (Object.hasOwn(named, key) ? named[key] : null)).find(Boolean) ?? null;
};

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? (rejoined(value) ?? value) : value;
  if (typeof value === 'string') return rejoined(everySecond(value)) ?? value.split(',');
  return [value];
}

/** Several short texts (tags, categories, keywords) from lists, comma-separated text or objects with a name: each once, at most 50 of 100 units. */
export function cleanList(values: readonly unknown[]): string[] {
  const found = new Map<string, string>();
  for (const item of values.flatMap(itemsOf)) {
    const text = isNothing(item) ? null : cleanLine(nameOf(item), 100)?.replace(/^#+/, '').trim();
    if (text && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
    if (found.size >= 50) break;
  }
  return [...found.values()];
}

/** `true`, `1`, `yes` and their opposites; null for anything else. */
export function cleanBoolean(value: unknown): boolean | null {
  const word = asText(value)?.trim().toLowerCase();
  if (word === 'true' || word === '1' || word === 'yes') return true;
  return word === 'false' || word === '0' || word === 'no' ? false : null;
}
