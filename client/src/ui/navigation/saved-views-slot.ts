import { createContext, type ReactNode, use } from 'react';
import type { Variant } from '#domain/catalog/variants';

/** The current search of a list, as it can be saved. */
export interface ViewToSave {
  readonly variant: Variant;
  /** The parameters of the API, without the page. */
  readonly query: string;
  /** What it may be called. */
  readonly name: string;
}

/** Renders the saved views of a list and the button that saves one, which belong to another module than lists. */
export const SavedViewsSlot = createContext<(view: ViewToSave) => ReactNode>(() => null);

/** The saved views of a list. */
export const SavedViews = (view: ViewToSave): ReactNode => use(SavedViewsSlot)(view);
