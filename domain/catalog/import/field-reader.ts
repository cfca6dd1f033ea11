import type { Aliases } from '#domain/catalog/import/field-aliases';
import { memoize } from '#domain/memoize';
import { isMissing } from '#domain/catalog/import/text';

/** A record of a source, not validated. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Normalizes a field name: `Follower Count`, `followerCount` and `follower-count` become `follower_count`. */
const normalizeFieldName = (key: string): string =>
  key
    .trim()
    .replace(/^\ufeff/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();

const isObject = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

interface FieldRank {
  /** The number of the field among all of them. */
  readonly field: number;
  /** The index of the name among the field's names: the lowest wins. */
  readonly rank: number;
}

/** What a key of a record stands for. */
interface KeyMeaning {
  readonly fields: readonly FieldRank[];
  /** What the keys of an object in its value stand for; null if no field is in there. */
  readonly inside: KeyMeanings | null;
}

type KeyMeanings = (key: string) => KeyMeaning;

/** Returns what the keys of records stand for. */
function meaningsOf(names: Aliases): KeyMeanings {
  // By alias, since a record has few keys and a field many names.
  const fieldsByAlias = new Map<string, FieldRank[]>();
  /** Nested objects that contain fields. */
  const containers = new Map<string, KeyMeanings>();
  /** `prefix` is the path of an object with a dot, empty for a record. Field names repeat, but a malformed source may have any number of them. */
  const meaningsUnder = (prefix: string): KeyMeanings =>
    memoize((key) => {
      const path = prefix + normalizeFieldName(key);
      return { fields: fieldsByAlias.get(path) ?? [], inside: containers.get(path) ?? null };
    }, 5_000);
  for (const [field, paths] of Object.values(names).entries()) {
    for (const [rank, path] of paths.entries()) {
      fieldsByAlias.set(path, [...(fieldsByAlias.get(path) ?? []), { field, rank }]);
      for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        const container = path.slice(0, dot);
        if (!containers.has(container)) containers.set(container, meaningsUnder(`${container}.`));
      }
    }
  }
  return meaningsUnder('');
}

/** A value of a field, and the next one in the order of their names. */
interface FoundValue {
  readonly rank: number;
  readonly value: unknown;
  next: FoundValue | null;
}

/** The first value of each field, by the field's number: hardly any field has two. */
type FoundValues = (FoundValue | null)[];

function addValue(found: FoundValues, field: number, added: FoundValue): void {
  let before: FoundValue | null = null;
  let after = found[field] ?? null;
  while (after !== null && after.rank <= added.rank) [before, after] = [after, after.next];
  added.next = after;
  if (before === null) found[field] = added;
  else before.next = added;
}

function collectValues(meanings: KeyMeanings, record: RawRecord, found: FoundValues): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (isMissing(value)) continue;
    const { fields, inside } = meanings(key);
    if (inside !== null && isObject(value)) {
      collectValues(inside, value, found);
      continue;
    }
    for (const { field, rank } of fields) addValue(found, field, { rank, value, next: null });
  }
}

/** Reads a record by our field names. */
export interface FieldReader {
  /** Returns the value of the field's first alias with one; undefined if there is none. */
  first(field: string): unknown;
  /** Returns the values of all aliases of the field, in their order. */
  all(field: string): unknown[];
}

/** Creates a reader for records whose sources use different names for a field. */
export function fieldReader(names: Aliases): (record: RawRecord) => FieldReader {
  const meanings = meaningsOf(names);
  const numbers = new Map(Object.keys(names).map((field, number) => [field, number]));
  const nothing: FoundValues = Array.from(numbers, () => null);
  return (record) => {
    const found = [...nothing];
    collectValues(meanings, record, found);
    const firstOf = (field: string) => found[numbers.get(field) ?? -1] ?? null;
    return {
      first: (field) => firstOf(field)?.value,
      all(field) {
        const values: unknown[] = [];
        for (let next = firstOf(field); next !== null; next = next.next) values.push(next.value);
        return values;
      },
    };
  };
}

/** Whole numbers of 16 or more digits lose precision as JavaScript numbers; as field values they are read as text. */
const longIntegerValues = /("(?:[^"\\]|\\.)*"\s*:\s*)(\d{16,})(?=\s*[,}\]])/g;

/** Parses a line of NDJSON without losing digits of ids. Returns its record, or why it is not one. */
export function parseJsonLine(line: string): { readonly record: RawRecord } | { readonly fault: string } {
  try {
    const value: unknown = JSON.parse(/[:\s]\d{16}/.test(line) ? line.replace(longIntegerValues, '$1"$2"') : line);
    if (Array.isArray(value)) return { fault: 'is a JSON array, not an object' };
    return typeof value === 'object' && value !== null ? { record: value as RawRecord } : { fault: 'is not a JSON object' };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/[^\x20-\x7e]/g, '?').slice(0, 120) : 'malformed';
    return { fault: `is not JSON: ${reason}` };
  }
}
