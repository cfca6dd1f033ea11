import { createContext, type ReactNode, use } from 'react';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { SearchToSave } from '#domain/watching/contract';

/** What a Watch button is for. */
export interface WatchTarget {
  readonly entity: EntityType;
  readonly id: string;
  readonly title: string;
  /** True: a star without a word, for rows. */
  readonly isCompact?: boolean;
}

/** Selected rows, which are watched together. */
export interface WatchSelection {
  readonly entities: readonly Pick<WatchTarget, 'entity' | 'id' | 'title'>[];
}

/** The user's note about something watched. */
export interface DatedNote {
  /** The day on which it was added: a note has no day of its own. */
  readonly day: Day;
  readonly text: string;
}

/** An entity whose note is read, and what is called with it, and with each change of it. */
export interface WatchNoteRequest {
  readonly entity: EntityType;
  readonly id: string;
  readonly onNote: (note: DatedNote | null) => void;
}

/** Renders the Watch button, which belongs to another module than the rows and details that show it; or reads a note, and renders nothing. */
export const WatchSlot = createContext<(target: WatchTarget | WatchSelection | WatchNoteRequest) => ReactNode>(() => null);

/** The Watch button of an entity. */
export const WatchAction = (target: WatchTarget): ReactNode => use(WatchSlot)(target);

/** The Watch button of selected rows. */
export const WatchSelected = (selected: WatchSelection): ReactNode => use(WatchSlot)(selected);

/** Reads the note about an entity. */
export const WatchNoteReader = (request: WatchNoteRequest): ReactNode => use(WatchSlot)(request);

/** Renders the saved searches of a list and the button that saves one, which belong to another module than lists. */
export const SavedSearchesSlot = createContext<(search: SearchToSave) => ReactNode>(() => null);

/** The saved searches of a list. */
export const SavedSearchesOfList = (search: SearchToSave): ReactNode => use(SavedSearchesSlot)(search);
