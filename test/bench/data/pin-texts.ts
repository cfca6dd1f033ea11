import { indexTexts } from '#domain/catalog/keywords/search-terms';
import type { Occurrence } from '#domain/catalog/keywords/best-match';
import { SeededRandom } from '#server/demo/seeded-random';
import { drawWords } from './vocabulary.js';

const TOPIC_COUNT = 40;
const PHRASES_PER_TOPIC = 1_000;
const LOG_PHRASE_COUNT = Math.log(PHRASES_PER_TOPIC + 1);

/** The texts of a generated pin with its search terms. */
export interface PinTexts {
  readonly name: string;
  readonly description: string | null;
  readonly topic: string;
  readonly terms: ReadonlyMap<string, Occurrence>;
}

/** Makes pins of topics whose titles and sentences are made of phrases that recur, as those of real pins are. */
export function pinTextMaker(words: readonly string[], random: SeededRandom): () => PinTexts {
  const topics = Array.from({ length: TOPIC_COUNT }, (_, number) => ({
    name: `${words[2_000 + number]} ${words[3_000 + number]}`,
    phrases: Array.from({ length: PHRASES_PER_TOPIC }, () => drawWords(words, random, 2 + random.integerBelow(3)).join(' ')),
  }));
  return () => {
    const topic = random.pick(topics);
    // The k-th phrase with a probability proportional to 1/k.
    const phrase = () => topic.phrases[Math.floor(Math.exp(random.nextFraction() * LOG_PHRASE_COUNT)) - 1] ?? '';
    const others = drawWords(words, random, 5);
    const name = random.withProbability(0.5) ? phrase() : `${phrase()} ${others[0]}`;
    const description = random.withProbability(0.8) ? `${phrase()} ${others[1] ?? ''}. ${phrase()}, ${others.slice(2).join(' ')}.` : null;
    const terms = indexTexts([
      { field: 'name', text: name },
      { field: 'description', text: description },
      { field: 'topics', text: topic.name },
    ]);
    return { name, description, topic: topic.name, terms };
  };
}
