/** One thing a source holds at a line: a record, or why that line is none. */
export type SourceLine =
  { readonly line: number; readonly record: Readonly<Record<string, unknown>> } | { readonly line: number; readonly fault: string };

/** Where catalogue data come from: a file, standard input, a feed. */
export abstract class CatalogSource {
  /** What people call it, and what every row of it keeps as its `source`. */
  abstract readonly name: string;

  /** A text that is the same for the same content, whatever it is called; what makes an interrupted import recognisable. */
  abstract fingerprint(): Promise<string>;

  /** How much of the source was read, from 0 to 1; null where its size is unknown. */
  abstract progress(): number | null;

  /** Every line once, in order, blank ones left out. Throws `UnreadableSource` when the rest cannot be read. */
  abstract lines(): AsyncIterable<SourceLine>;
}
