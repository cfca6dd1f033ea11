import { queryTerms } from '#domain/catalog/search-terms';
import { SeededRandom } from '#server/demo/seeded-random';

const WORD_COUNT = 30_000;
const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'br', 'kl', 'st', 'tr'];
const vowels = ['a', 'e', 'i', 'o', 'u'];
const codas = ['k', 'l', 'm', 'n', 'p', 'r', 't', 'b'];

const inventWord = (chance: SeededRandom): string => {
  const syllables = Array.from({ length: 1 + chance.integerBelow(3) }, () => chance.pick(onsets) + chance.pick(vowels));
  return `${syllables.join('')}${chance.pick(onsets)}${chance.pick(vowels)}${chance.pick(codas)}`;
};

/** Invented words that are their own term, the most frequent first. */
export function vocabulary(): readonly string[] {
  const chance = new SeededRandom(30_000);
  const words = new Set<string>();
  while (words.size < WORD_COUNT) {
    const word = inventWord(chance);
    if (queryTerms(word).terms[0] === word) words.add(word);
  }
  return [...words];
}

const LOG_WORD_COUNT = Math.log(WORD_COUNT + 1);

/** Some different words, each chosen as often as Zipf's law has it: the k-th most frequent in proportion to 1/k. */
export function drawWords(words: readonly string[], chance: SeededRandom, draws: number): string[] {
  const chosen = new Set<string>();
  for (let draw = 0; draw < draws; draw++) chosen.add(words[Math.floor(Math.exp(chance.nextFraction() * LOG_WORD_COUNT)) - 1] ?? '');
  return [...chosen];
}
