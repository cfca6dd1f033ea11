import { createContext, type ReactNode, use } from 'react';
import type { Variant } from '#domain/catalog/variants';

/** The current search of a list, as it can be saved. */
export interface SearchToSave {
  readonly variant: Variant;
  /** The parameters of the API, without the page. */
  readonly query: string;
  /** What it may be called. */
  readonly name: string;
}

/** Renders the saved searches of a list and the button that saves one, which belong to another module than lists. */
export const SavedSearchesSlot = createContext<(search: SearchToSave) => ReactNode>(() => null);

/** The saved searches of a list. */
export const SavedSearches = (search: SearchToSave): ReactNode => use(SavedSearchesSlot)(search);
