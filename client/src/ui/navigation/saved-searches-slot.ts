import { createContext, type ReactNode, use } from 'react';
import type { SearchToSave } from '#domain/watching/contract';

/** Renders the saved searches of a list and the button that saves one, which belong to another module than lists. */
export const SavedSearchesSlot = createContext<(search: SearchToSave) => ReactNode>(() => null);

/** The saved searches of a list. */
export const SavedSearchesOfList = (search: SearchToSave): ReactNode => use(SavedSearchesSlot)(search);
