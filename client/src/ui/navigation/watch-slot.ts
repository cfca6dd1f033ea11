import { createContext, type ReactNode, use } from 'react';
import type { EntityType } from '#domain/catalog/variants';

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

/** Renders the Watch button, which belongs to another module than the rows and details that show it. */
export const WatchSlot = createContext<(target: WatchTarget | WatchSelection) => ReactNode>(() => null);

/** The Watch button of an entity. */
export const WatchAction = (target: WatchTarget): ReactNode => use(WatchSlot)(target);

/** The Watch button of selected rows. */
export const WatchSelected = (selected: WatchSelection): ReactNode => use(WatchSlot)(selected);
