import { readStored, store } from '../../site/storage';

/** A note that was typed and is not saved. */
export interface NoteDraft {
  /** The id of the item that it is about. */
  readonly itemId: string;
  /** What the item is called. */
  readonly title: string;
  readonly text: string;
}

/** In this tab only, so that a reload loses nothing. */
const DRAFTS_KEY = 'note-drafts';

/** The notes of this tab that are not saved, oldest first. */
export function noteDrafts(): readonly NoteDraft[] {
  try {
    return JSON.parse(readStored(DRAFTS_KEY, 'sessionStorage') ?? '[]') as NoteDraft[];
  } catch {
    return [];
  }
}

const storeDrafts = (drafts: readonly NoteDraft[]): void =>
  store(DRAFTS_KEY, drafts.length === 0 ? null : JSON.stringify(drafts), 'sessionStorage');

/** Forgets the draft about an item: it is saved, or no longer wanted. */
export const dropDraft = (itemId: string): void => storeDrafts(noteDrafts().filter((draft) => draft.itemId !== itemId));

/** Keeps a draft in the place of the one before about the same item. */
export const keepDraft = (draft: NoteDraft): void => storeDrafts([...noteDrafts().filter(({ itemId }) => itemId !== draft.itemId), draft]);
