import type { KeywordRow } from '#domain/keywords/contract';
import { CACHE_TTL_MS, useEndpoint } from '../api/resource';
import { useSettled } from '../ui/form/use-settled';

const TYPING_PAUSE_MS = 200;

/** The keywords of most pins with words that begin with those of a text, a moment after the last key; null until they are known, and for no text. */
export function useFoundKeywords(text: string, count: number): readonly KeywordRow[] | null {
  const settledText = (useSettled(text, TYPING_PAUSE_MS) ?? '').trim();
  const query = { query: settledText, order_by: 'pins', per_page: count } as const;
  const { shown } = useEndpoint('GET /keywords', { query }, { isEnabled: settledText !== '', keptMs: CACHE_TTL_MS });
  return settledText === '' ? null : (shown?.keywords ?? null);
}
