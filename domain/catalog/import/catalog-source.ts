/** A line of a source: its record, or why it is not one. */
export type SourceLine =
  { readonly line: number; readonly record: Readonly<Record<string, unknown>> } | { readonly line: number; readonly fault: string };

/** A source of catalog data: a file, standard input, a feed. */
export abstract class CatalogSource {
  /** The display name, stored as the `source` of its rows. */
  abstract readonly name: string;

  /** Identifies the content, independent of the name, so that an interrupted import can be resumed. */
  abstract fingerprint(): Promise<string>;

  /** The share of the source that was read, 0 to 1; null if its size is unknown. */
  abstract progress(): number | null;

  /**
   * Returns the lines in order, without blank ones, in groups of what was read at once; a group is used up before the next one is asked for.
   * Throws `UnreadableSource` if the rest cannot be read.
   */
  abstract lines(): AsyncIterable<Iterable<SourceLine>>;
}
