import type { ColumnName, KindOf, ListedColumn } from '#domain/catalog/columns';
import type { Day } from '#domain/days';
import type { StoredNotes } from '#domain/catalog/rows/notes';
import type { EntityType } from '#domain/catalog/variants';

interface StoredValues {
  readonly id: string | null;
  readonly text: string | null;
  readonly texts: readonly string[];
  readonly boolean: boolean;
  readonly integer: number | null;
  readonly percent: number | null;
  readonly number: number | null;
  readonly share: number | null;
  readonly day: Day | null;
  readonly checks: string | null;
  readonly time: Date | null;
  readonly notes: StoredNotes | null;
}

/** Some columns of an entity as they are stored. */
export type StoredColumns<E extends EntityType, N extends ColumnName<E> = ColumnName<E>> = {
  readonly [C in N]: StoredValues[KindOf<E, C>];
};

/**
 * What a statement for a list row returns: the key, the listed columns, what `TitleSource` needs beside them and,
 * where the list shows it, the momentum score.
 */
export type StoredListRow<E extends EntityType> = StoredColumns<E, ListedColumn<E>> & {
  readonly _id: string;
  readonly momentum_score?: number | null;
  /** Whether its source still has it, if the statement reads it. */
  readonly searchable?: boolean;
  /** For a board without a cover: pictures of its pins, if the statement reads them. */
  readonly pictures?: readonly string[];
  /** For a pin without a name: the names of its board and, if the owner's id is unknown, of the owner. */
  readonly board_name?: string | null | undefined;
  readonly owner_name?: string | null | undefined;
};
