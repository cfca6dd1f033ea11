import type { Aliases } from '#domain/catalog/import/field-aliases';
import { isMissing } from '#domain/catalog/import/text';

/** A record of a source, not validated. */
export type RawRecord = Readonly<Record<string, unknown>>;

const normalizedNames = new Map<string, string>();

/** Normalizes a field name: `Follower Count`, `followerCount` and `follower-count` become `follower_count`. */
function normalizeFieldName(key: string): string {
  const cached = normalizedNames.get(key);
  if (cached !== undefined) return cached;
  const normalized = key
    .trim()
    .replace(/^\ufeff/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
  // Field names repeat, but a malformed source may have any number of them.
  if (normalizedNames.size < 5_000) normalizedNames.set(key, normalized);
  return normalized;
}

const isObject = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

interface FieldRank {
  readonly field: string;
  /** The index of the name among the field's names: the lowest wins. */
  readonly rank: number;
}

/** The fields by alias, since a record has few keys and a field many names. */
interface AliasIndex {
  readonly fieldsByAlias: ReadonlyMap<string, readonly FieldRank[]>;
  /** Names of nested objects that contain fields. */
  readonly containers: ReadonlySet<string>;
}

function buildAliasIndex(names: Aliases): AliasIndex {
  const fieldsByAlias = new Map<string, FieldRank[]>();
  const containers = new Set<string>();
  for (const [field, paths] of Object.entries(names)) {
    for (const [rank, path] of paths.entries()) {
      fieldsByAlias.set(path, [...(fieldsByAlias.get(path) ?? []), { field, rank }]);
      for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) containers.add(path.slice(0, dot));
    }
  }
  return { fieldsByAlias, containers };
}

type FoundValues = Map<string, { readonly rank: number; readonly value: unknown }[]>;

function collectValues({ fieldsByAlias, containers }: AliasIndex, record: RawRecord, prefix: string, found: FoundValues): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (isMissing(value)) continue;
    const path = prefix + normalizeFieldName(key);
    if (containers.has(path) && isObject(value)) {
      collectValues({ fieldsByAlias, containers }, value, `${path}.`, found);
      continue;
    }
    for (const { field, rank } of fieldsByAlias.get(path) ?? []) {
      const existing = found.get(field);
      if (existing) existing.push({ rank, value });
      else found.set(field, [{ rank, value }]);
    }
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
  const index = buildAliasIndex(names);
  return (record) => {
    const found: FoundValues = new Map();
    collectValues(index, record, '', found);
    for (const values of found.values()) if (values.length > 1) values.sort((a, b) => a.rank - b.rank);
    return {
      first: (field) => found.get(field)?.[0]?.value,
      all: (field) => (found.get(field) ?? []).map(({ value }) => value),
    };
  };
}
