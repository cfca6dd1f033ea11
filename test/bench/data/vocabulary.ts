import { queryTerms } from '#domain/catalog/keywords/search-terms';
import { SeededRandom } from '#server/demo/seeded-random';

const WORD_COUNT = 30_000;
const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'br', 'kl', 'st', 'tr'];
const vowels = ['a', 'e', 'i', 'o', 'u'];
const codas = ['k', 'l', 'm', 'n', 'p', 'r', 't', 'b'];

const inventWord = (random: SeededRandom): string => {
  const syllables = Array.from({ length: 1 + random.integerBelow(3) }, () => random.pick(onsets) + random.pick(vowels));
  return `${syllables.join('')}${random.pick(onsets)}${random.pick(vowels)}${random.pick(codas)}`;
};

/** Invented words that equal their own search term, the most frequent first. */
export function vocabulary(): readonly string[] {
  const random = new SeededRandom(30_000);
  const words = new Set<string>();
  while (words.size < WORD_COUNT) {
    const word = inventWord(random);
    if (queryTerms(word).terms[0] === word) words.add(word);
  }
  return [...words];
}

const LOG_WORD_COUNT = Math.log(WORD_COUNT + 1);

/** Draws distinct words by Zipf's law: the k-th most frequent word with a probability proportional to 1/k. */
export function drawWords(words: readonly string[], random: SeededRandom, draws: number): string[] {
  const chosen = new Set<string>();
  for (let draw = 0; draw < draws; draw++) chosen.add(words[Math.floor(Math.exp(random.nextFraction() * LOG_WORD_COUNT)) - 1] ?? '');
  return [...chosen];
}
