import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/title';
import { entityOf, type Variant } from '#domain/catalog/variants';

/** The tables of a list. */
export const tablesOf = (variant: Variant) => {
  const entity = entityOf[variant];
  return {
    text: variant,
    metrics: `${entity}_metrics`,
    series: `${entity}_series`,
    scores: `${entity}_scores`,
    words: `${entity}_words`,
    postings: `${entity}_postings`,
    order: `${entity}_order`,
  } as const;
};

/** The tables of a list's read model, which are always replaced together. */
export const readModelTablesOf = (variant: Variant): string[] => {
  const { words, order, postings } = tablesOf(variant);
  return [words, order, postings];
};

/** What the title of a row of `t` is made from besides its names: the opening of the description, if the row has no name. */
export const titleDescriptionSql = `case when t.name is null then left(t.description, ${MAX_TITLE_SOURCE_CHARACTERS}) end`;
