import { PHRASE_END, SENTENCE_END, type TextColumns } from '#domain/analytics/keywords/counting/pin-texts';
import { MAX_REPETITIONS, MIN_PART_WORDS } from '#domain/analytics/keywords/keywords';

const BUCKETS = 1 << 24;
const FULL_BUCKET = 255;

/** Two numbers that are equal for equal words of one account. */
class TextHash {
  bucket = 0;
  check = 0;

  begin(owner: number): void {
    this.bucket = Math.imul(owner + 1, 0x9e3779b1);
    this.check = Math.imul(owner + 0x7ed5, 0xc2b2ae35);
  }

  /** Adds a word or a mark; a word is the same whether it is a stop word of its text or not. */
  add(token: number): void {
    const word = token >> 1;
    this.bucket = Math.imul(this.bucket ^ word, 0x01000193) ^ (this.bucket >>> 15);
    this.check = Math.imul(this.check ^ (word + 0x9e37), 0x85ebca6b) ^ (this.check >>> 13);
  }
}

type VisitText = (pin: number, start: number, end: number, bucket: number, key: number) => void;

/** Visits the titles, the sentences, and the longer parts of them between punctuation marks, each with a number that equal ones of an account share. */
function visitTexts({ tokens, ends, owners }: TextColumns, visit: VisitText): void {
  const [sentence, part] = [new TextHash(), new TextHash()];
  let index = 0;
  for (let pin = 0; pin < ends.length; pin++) {
    const owner = owners[pin]!;
    const end = (hash: TextHash, start: number) => {
      const bucket = hash.bucket & (BUCKETS - 1);
      visit(pin, start, index, bucket, bucket * 2 ** 29 + (hash.check >>> 3));
    };
    let sentenceStart = index;
    let partStart = index;
    sentence.begin(owner);
    part.begin(owner);
    for (; index < ends[pin]!; index++) {
      const token = tokens[index]!;
      if (token < 0 && index - partStart >= MIN_PART_WORDS) end(part, partStart);
      if (token === SENTENCE_END && index > sentenceStart) end(sentence, sentenceStart);
      if (token === SENTENCE_END) sentence.begin(owner);
      else sentence.add(token);
      if (token < 0) part.begin(owner);
      else part.add(token);
      if (token < 0) partStart = index + 1;
      if (token === SENTENCE_END) sentenceStart = index + 1;
    }
  }
}

interface RepeatedText {
  lastPin: number;
  pins: number;
}

/**
 * Leaves out what is in more than `MAX_REPETITIONS` pins of one account: titles, sentences, and longer parts of them. It says something about
 * the account, as a disclosure of advertising does. Counts roughly first, so that only texts that may be repeated take memory.
 */
export function leaveOutRepeatedTexts(texts: TextColumns): void {
  const counts = new Uint8Array(BUCKETS);
  visitTexts(texts, (_pin, _start, _end, bucket) => {
    if (counts[bucket]! < FULL_BUCKET) counts[bucket]! += 1;
  });
  const repeated = new Map<number, RepeatedText>();
  visitTexts(texts, (pin, _start, _end, bucket, key) => {
    if (counts[bucket]! <= MAX_REPETITIONS) return;
    const text = repeated.get(key);
    if (!text) repeated.set(key, { lastPin: pin, pins: 1 });
    else if (text.lastPin !== pin) Object.assign(text, { lastPin: pin, pins: text.pins + 1 });
  });
  const { tokens } = texts;
  visitTexts(texts, (_pin, start, end, bucket, key) => {
    if (counts[bucket]! > MAX_REPETITIONS && (repeated.get(key)?.pins ?? 0) > MAX_REPETITIONS) tokens.fill(PHRASE_END, start, end);
  });
}
