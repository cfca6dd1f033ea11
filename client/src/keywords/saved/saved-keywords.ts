import type { SavedKeywordList } from '#domain/watching/contract';
import { api } from '../../api/api';
import { createUserData } from '../../site/user-data';

const userData = createUserData<SavedKeywordList>(() => api('GET /users/me/keywords'));

/** The user's saved keywords; changed only by the functions of this file. */
export const savedKeywords = userData.state;

/** Loads the saved keywords again. */
export const loadSavedKeywords = userData.reload;

/** The signed-in user's saved keywords, loaded once per user. */
export const useSavedKeywords = userData.useLoadedOnce;

/** Saves keywords: all of them or, with a toast that says why, none. */
export const saveKeywords = (keywords: readonly string[]): Promise<boolean> =>
  userData.change(() => api('POST /users/me/keywords', { body: { keywords: [...keywords] } }));

/** Removes saved keywords. */
export const removeKeywords = (keywords: readonly string[]): Promise<boolean> =>
  userData.change(async () => {
    for (const keyword of keywords) await api('DELETE /users/me/keywords/:keyword', { params: { keyword } });
  });
