import { cleanLine, cleanText } from '#domain/catalog/import/text';
import { parseDay } from '#domain/days';

/** What one tool says about a row, as of a day. */
interface SourceNotes {
  readonly date: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What other tools say about a row, by their name: scores, positions, and columns that are no field of ours. Nothing of it is counted. */
export type StoredNotes = Readonly<Record<string, SourceNotes>>;

/** Notes as they are shown. */
export interface Note {
  readonly source: string;
  readonly date: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

const MAX_VALUES = 100;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 1_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of notes that may be stored: texts of limited length and number. */
export function cleanNoteValues(raw: unknown): Record<string, string> | null {
  if (!isObject(raw)) return null;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(raw).slice(0, MAX_VALUES)) {
    const [key, text] = [cleanLine(name, MAX_NAME_LENGTH), cleanText(value, MAX_VALUE_LENGTH)];
    if (key !== null && text !== null) values.set(key, text);
  }
  return values.size === 0 ? null : Object.fromEntries(values);
}

/** Notes by source that may be stored; null without any. */
export function cleanNotes(raw: unknown): StoredNotes | null {
  if (!isObject(raw)) return null;
  const found = Object.entries(raw).flatMap(([source, notes]) => {
    const name = cleanLine(source, MAX_NAME_LENGTH);
    const values = isObject(notes) ? cleanNoteValues(notes['values']) : null;
    const date = isObject(notes) ? notes['date'] : null;
    return name === null || values === null || typeof date !== 'string' || parseDay(date) === null
      ? []
      : [[name, { date, values }] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** Notes as they are shown: the newest first. */
export const toNotes = (stored: StoredNotes | null): Note[] =>
  Object.entries(stored ?? {})
    .map(([source, { date, values }]) => ({ source, date, values: Object.entries(values).map(([name, value]) => ({ name, value })) }))
    .sort((one, other) => other.date.localeCompare(one.date) || one.source.localeCompare(other.source));
