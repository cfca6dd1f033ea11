import { type EntityType, entityTypes } from '#domain/catalog/variants';

/** An entity of a comparison. */
export interface ComparedItem {
  readonly entity: EntityType;
  readonly id: string;
}

/** What an address names to compare. */
interface NamedItems {
  /** The distinct items of one kind, that of the first one. */
  readonly items: readonly ComparedItem[];
  /** The items of other kinds, which cannot be compared with them. */
  readonly otherKinds: readonly ComparedItem[];
}

/** `board:510`. Ids may contain any character, so they are encoded. */
export const itemText = ({ entity, id }: ComparedItem): string => `${entity}:${encodeURIComponent(id)}`;

/** `board:510,board:512`, the value of `items` in the address of a comparison. */
export const itemsText = (items: readonly ComparedItem[]): string => items.map(itemText).join(',');

/** Parses `board:510`; null if it is no item. */
function parseItem(text: string): ComparedItem | null {
  const [, name, encodedId = ''] = /^(\w+):(.+)$/.exec(text.trim()) ?? [];
  const entity = entityTypes.find((type) => type === name);
  const id = decoded(encodedId);
  return entity && id ? { entity, id } : null;
}

/** Parses the value of `items`. What is no item is left out. */
export function parseItems(text: string): NamedItems {
  const named = text.split(',').flatMap((one) => parseItem(one) ?? []);
  const distinct = [...new Map(named.map((item) => [itemText(item), item])).values()];
  const kind = distinct[0]?.entity;
  return {
    items: distinct.filter(({ entity }) => entity === kind),
    otherKinds: distinct.filter(({ entity }) => entity !== kind),
  };
}

/**
 * The item that a pasted text names: `board:510`, the address of one of our detail pages, or that of a pin on Pinterest, which has the same
 * form. Null for any other text.
 */
export function itemOfAddress(text: string): ComparedItem | null {
  const [, name, encodedId] = /^(?:https?:\/\/[^/]+)?\/?(\w+)\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(text.trim()) ?? [];
  if (name === undefined || encodedId === undefined) return parseItem(text);
  return parseItem(`${name.toLowerCase()}:${encodedId}`);
}

/** Decodes a part of an address; null where it is malformed. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
