import type { Keyword, KeywordInterest } from '#domain/keywords/contract';
import { api } from '../../api/api';
import { ApiError } from '../../api/api-error';
import { type Resource, useResource } from '../../api/resource';

/** A keyword in a comparison. */
export interface ComparedKeyword {
  readonly keyword: string;
  /** Whether the catalog has anything of it. */
  readonly isKnown: boolean;
  /** Null: fewer than five pins have it. */
  readonly figures: Keyword | null;
  readonly interest: KeywordInterest;
}

/** Loads the keywords of a comparison in their order. */
export const useComparedKeywords = (keywords: readonly string[]): Resource<ComparedKeyword[]> =>
  useResource(`compare keywords ${JSON.stringify(keywords)}`, (signal) =>
    Promise.all(keywords.map((keyword) => loadKeyword(keyword, signal))),
  );

async function loadKeyword(keyword: string, signal: AbortSignal): Promise<ComparedKeyword> {
  const params = { keyword };
  const [answer, interest] = await Promise.all([
    api('GET /keywords/:keyword', { params, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }),
    api('GET /keywords/:keyword/interest', { params, signal }),
  ]);
  const figures = answer === null || answer.pins === null ? null : answer;
  return { keyword: figures?.keyword ?? keyword, isKnown: answer !== null, figures, interest };
}
