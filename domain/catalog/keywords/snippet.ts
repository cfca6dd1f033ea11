import { type TextRange, wordRanges } from '#domain/catalog/keywords/search-terms';

/** The texts of a row that a snippet can show besides its title, the most relevant first. */
export const snippetFields = ['topics', 'searches', 'owner', 'description'] as const;
export type SnippetField = (typeof snippetFields)[number];

/** Where a row matched. Ranges are pairs of start and end in UTF-16 code units. */
export interface Snippet {
  /** The matching words of the title. */
  readonly title: readonly TextRange[];
  /** A text with a word that the title does not have; null if it has all of them. */
  readonly elsewhere: { readonly field: SnippetField; readonly text: string; readonly ranges: readonly TextRange[] } | null;
}

/** The texts that a snippet is taken from. */
export interface SnippetTexts {
  readonly title: string;
  readonly fields: Readonly<Partial<Record<SnippetField, readonly (string | null)[]>>>;
}

/** The terms that a row was found by: all of `all` and, if given, at least one of `any`. */
interface FoundBy {
  readonly all: readonly string[];
  readonly any: readonly string[] | null;
}

const MAX_SNIPPET_LENGTH = 90;
/** What stands before the first matching word, so that narrow screens show the word. */
const MAX_LEAD_LENGTH = 16;
const ELLIPSIS = '…';

/** Shows where a row matched: its title, and else the first of its texts with a word that is missing there. */
export function snippetOf({ title, fields }: SnippetTexts, { all, any }: FoundBy): Snippet {
  const wanted = new Set([...all, ...(any ?? [])]);
  const inTitle = wordRanges(title, wanted);
  const missing = new Set(all.filter((term) => !inTitle.terms.has(term)));
  if (any && !any.some((term) => inTitle.terms.has(term))) for (const term of any) missing.add(term);
  if (missing.size === 0) return { title: inTitle.ranges, elsewhere: null };
  for (const field of snippetFields)
    for (const text of fields[field] ?? []) {
      const first = wordRanges(text ?? '', missing).ranges[0];
      if (text === null || !first) continue;
      return { title: inTitle.ranges, elsewhere: { field, ...cut(text, first, wordRanges(text, wanted).ranges) } };
    }
  return { title: inTitle.ranges, elsewhere: null };
}

/** An index that is not between the two halves of a character: the next one if it is. */
const wholeCharacter = (text: string, index: number): number => (/[\udc00-\udfff]/.test(text.charAt(index)) ? index + 1 : index);

/** Cuts a text to the words around a range; inside a word only if that is longer than what is shown. */
function cut(text: string, [from, to]: TextRange, ranges: readonly TextRange[]): { text: string; ranges: readonly TextRange[] } {
  const line = text.replaceAll(/\s/gu, ' ');
  const earliest = Math.max(0, from - MAX_LEAD_LENGTH);
  const wordStart = earliest === 0 ? 0 : line.indexOf(' ', earliest - 1) + 1;
  const start = wordStart > 0 && wordStart <= from ? wordStart : wholeCharacter(line, earliest);
  const latest = start + MAX_SNIPPET_LENGTH;
  const wordEnd = latest >= line.length ? line.length : line.lastIndexOf(' ', latest);
  const end = wordEnd >= to ? wordEnd : wholeCharacter(line, latest);
  const lead = start > 0 ? ELLIPSIS : '';
  const shift = lead.length - start;
  const shown = ranges
    .filter(([first, last]) => first >= start && last <= end)
    .map(([first, last]): TextRange => [first + shift, last + shift]);
  return { text: `${lead}${line.slice(start, end)}${end < line.length ? ELLIPSIS : ''}`, ranges: shown };
}
