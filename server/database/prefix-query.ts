const quotePrefix = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`;

/** The `tsquery` for texts that have, for each of these words, one that begins with it. */
export const prefixQuery = (words: readonly string[]): string => words.map(quotePrefix).join(' & ');
