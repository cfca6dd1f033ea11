import { comparedKeywordsText } from '#domain/keywords/compared-keywords';
import type { KeywordComparison } from '#domain/keywords/contract';
import { api } from '../../api/api';
import { type Resource, useResource } from '../../api/resource';

/** A keyword in a comparison. */
export type ComparedKeyword = KeywordComparison['keywords'][number];

/** Loads the keywords of a comparison in their order. */
export const useComparedKeywords = (keywords: readonly string[]): Resource<KeywordComparison> => {
  const text = comparedKeywordsText(keywords);
  return useResource(`compare keywords ${text}`, (signal) => api('GET /comparisons/keywords', { query: { keywords: text }, signal }));
};
