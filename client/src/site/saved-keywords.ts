import type { SavedKeywordList } from '#domain/watching/contract';
import { api } from '../api/api';
import { createUserData } from './user-data';

/** The user's saved keywords. */
export const savedKeywords = createUserData<SavedKeywordList>('keywords', (signal) => api('GET /users/me/keywords', { signal }));

/** Saves keywords: all of them or, with a toast that says why, none. */
export const saveKeywords = (keywords: readonly string[]): Promise<boolean> =>
  savedKeywords.change(() => api('POST /users/me/keywords', { body: { keywords: [...keywords] } }));

/** Removes saved keywords. */
export const removeKeywords = (keywords: readonly string[]): Promise<boolean> =>
  savedKeywords.change(async () => {
    for (const keyword of keywords) await api('DELETE /users/me/keywords/:keyword', { params: { keyword } });
  });
