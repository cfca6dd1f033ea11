import { decoded } from '#domain/catalog/compare/compared-items';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';

/** `banana bread,fig`, the value of `keywords` in the address of a comparison. A comma within a keyword is encoded. */
export const comparedKeywordsText = (keywords: readonly string[]): string =>
  keywords.map((keyword) => keyword.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

/** Parses the value of `keywords`: each keyword once, in lower case. What is empty or too long is left out. */
export const parseComparedKeywords = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => (decoded(one) ?? one).trim().toLowerCase())
      .filter((keyword) => keyword !== '' && keyword.length <= MAX_KEYWORD_LENGTH),
  ),
];
