import { SeededRandom } from '#server/demo/seeded-random';
import { LAST_DAY } from './random-series.js';
import { entityId } from './rows.js';
import { drawWords } from './vocabulary.js';

/** A pin as a line of an import file. */
export interface PinLine {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string;
  readonly saves: number;
  readonly repins: number;
  readonly created_at: string;
  readonly last_crawled_at: string;
}

const isoTime = (day: number): string => new Date(Math.round(day * 86_400_000)).toISOString();

/** Pins `from` to `to` of a file. In the second edition, one in twenty was crawled a day later and has different words and counts. */
export function* pinLines(words: readonly string[], from: number, to: number, edition: 1 | 2): Generator<PinLine> {
  for (let index = from; index < to; index++) {
    const id = entityId('pin', index);
    const random = new SeededRandom(index);
    const text = drawWords(words, random, 14);
    const isChanged = edition === 2 && index % 20 === 0;
    yield {
      id,
      title: `${isChanged ? 'new ' : ''}${text.slice(0, 4).join(' ')}`,
      description: text.slice(4).join(' '),
      url: `https://www.pinterest.com/pin/${id}/`,
      image: `https://i.pinimg.com/236x/${id.slice(-6, -4)}/${id.slice(-4, -2)}/${id}.jpg`,
      saves: random.logNormal(60, 2) + (isChanged ? 10 : 0),
      repins: random.logNormal(20, 2),
      created_at: isoTime(LAST_DAY - random.integerBelow(2_000)),
      last_crawled_at: isoTime(LAST_DAY + (isChanged ? 0.9 : 0.1)),
    };
  }
}
