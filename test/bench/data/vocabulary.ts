import { queryTerms } from '#domain/catalog/terms';
import { Chance } from '#server/demo/random';

const WORDS = 30_000;
const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'br', 'kl', 'st', 'tr'];
const vowels = ['a', 'e', 'i', 'o', 'u'];
const codas = ['k', 'l', 'm', 'n', 'p', 'r', 't', 'b'];

const invented = (chance: Chance): string => {
  const syllables = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(onsets) + chance.pick(vowels));
  return `${syllables.join('')}${chance.pick(onsets)}${chance.pick(vowels)}${chance.pick(codas)}`;
};

/** Invented words that are their own term, the most frequent first. */
export function vocabulary(): readonly string[] {
  const chance = new Chance(30_000);
  const words = new Set<string>();
  while (words.size < WORDS) {
    const word = invented(chance);
    if (queryTerms(word).terms[0] === word) words.add(word);
  }
  return [...words];
}

const SPAN = Math.log(WORDS + 1);

/** Some different words, each chosen as often as Zipf's law has it: the k-th most frequent in proportion to 1/k. */
export function someWords(words: readonly string[], chance: Chance, draws: number): string[] {
  const chosen = new Set<string>();
  for (let draw = 0; draw < draws; draw++) chosen.add(words[Math.floor(Math.exp(chance.next() * SPAN)) - 1] ?? '');
  return [...chosen];
}
