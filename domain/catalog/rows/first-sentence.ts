/** The longest title made from a description, in characters as readers count them (grapheme clusters). */
const MAX_TITLE_GRAPHEMES = 80;

/** How much of a description a title is made from. Statements may fetch no more than this; longer ones change nothing. */
export const MAX_TITLE_SOURCE_CHARACTERS = 1_000;

const link = /\s*(?:https?:\/\/|www\.|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/)[!-~]*[\w/=&#+-]/giu;

/** What separates a link from the text beside it, and is left alone when the link goes. */
const separatorsBefore = /^[\s|•→>*~–—:;,.-]+/u;
const separatorsAfter = /[\s|•→~–—:;,-]+$/u;

/**
 * Where a sentence may end: at punctuation before a space, with closing quotes and brackets; in scripts without spaces at their own
 * punctuation; at a line break.
 */
const sentenceEnd = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？｡．]+[」』”’）】]*|[؟۔।॥።]+(?=\s)|(?=\n)/gu;

/** Words before a period that rarely end a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:mrs?|ms|dr|prof|sr|jr|st|vs|approx|dept|fig|vol|tbsp|tsp|oz|lbs?|ft|pcs?|jan|feb|apr|aug|sept?|oct|nov|dec|\p{L}|(?:\p{L}\.)+\p{L})$/iu;
const numberAbbreviation = /(?:^|[\s(])(?:no|nr|pt|ch)$/iu;
const listNumber = /^\d{1,2}$/u;

/** Whether the punctuation between two texts ends a sentence. A period after an abbreviation or before a lower-case word does not. */
function endsSentence(before: string, punctuation: string, after: string): boolean {
  if (!/^(?:\.|…)/u.test(punctuation)) return true;
  if (/^\s*\p{Ll}/u.test(after)) return false;
  if (punctuation !== '.') return true;
  return !abbreviation.test(before) && !listNumber.test(before) && !(numberAbbreviation.test(before) && /^\s*\d/u.test(after));
}

/** The first sentence that has a letter or a digit, without links and at most `MAX_TITLE_GRAPHEMES` long; empty if there is none. */
export function firstSentence(description: string): string {
  const text = description.slice(0, MAX_TITLE_SOURCE_CHARACTERS).replace(link, '').replace(separatorsBefore, '');
  for (const sentence of sentencesOf(text)) if (/[\p{L}\p{N}]/u.test(sentence)) return cutAtWord(toLine(sentence));
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(text) ? cutAtWord(toLine(text)) : '';
}

/** A text on one line, without what separated it from others. */
export const toLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').replace(separatorsBefore, '').replace(separatorsAfter, '');

const graphemeSegmenter = /* @__PURE__ */ new Intl.Segmenter();

/** Cuts a long line after a word and adds an ellipsis; inside a word only if that is longer than half of the line. */
export function cutAtWord(line: string): string {
  if (line.length <= MAX_TITLE_GRAPHEMES) return line;
  const graphemes: string[] = [];
  for (const { segment } of graphemeSegmenter.segment(line)) if (graphemes.push(segment) > MAX_TITLE_GRAPHEMES) break;
  if (graphemes.length <= MAX_TITLE_GRAPHEMES) return line;
  const kept = graphemes.slice(0, MAX_TITLE_GRAPHEMES - 1).join('');
  const wordEnd = /[\s,;:.!?)]/u.test(graphemes[MAX_TITLE_GRAPHEMES - 1] ?? ' ') ? kept.length : kept.lastIndexOf(' ');
  const cut = wordEnd * 2 >= kept.length ? kept.slice(0, wordEnd) : kept;
  return `${cut.replace(separatorsAfter, '')}…`;
}

function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: punctuation, index } of text.matchAll(sentenceEnd)) {
    const end = index + punctuation.length;
    if (end < start || !endsSentence(text.slice(start, index).trimStart(), punctuation, text.slice(end))) continue;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}
