import { type Occurrence, searchedColumns, searchedFields } from '#domain/catalog/keywords/best-match';
import { indexTexts, type SearchedText } from '#domain/catalog/keywords/search-terms';
import { nameFromId } from '#domain/catalog/title';
import type { EntityType } from '#domain/catalog/variants';

/** The searched columns of a row, by name. */
type SearchedValues = Readonly<Record<string, unknown>>;

/** The search terms of a row, with their occurrences. The name that only an id gives an influencer counts as one. */
export function termsOfRow(entity: EntityType, id: string, values: SearchedValues): Map<string, Occurrence> {
  const texts: SearchedText[] = [];
  if (entity === 'pinner')
    texts.push({ field: 'name', text: nameFromId({ _id: id, name: textIn(values, 'name'), username: textIn(values, 'username') }) });
  for (const column of searchedColumns[entity]) {
    const value = (values[column] ?? null) as string | null | readonly string[];
    for (const text of Array.isArray(value) ? (value as readonly string[]) : [value as string | null])
      texts.push({ field: searchedFields[column], text });
  }
  return indexTexts(texts);
}

const textIn = (values: SearchedValues, column: string): string | null => (values[column] ?? null) as string | null;
