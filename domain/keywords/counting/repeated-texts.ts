import { mix } from '#domain/keywords/counting/phrase-tree';
import { LEFT_OUT, SENTENCE_END, type TextColumns } from '#domain/keywords/counting/pin-texts';
import { MAX_REPETITIONS, MIN_PART_WORDS, TEMPLATE_WORDS } from '#domain/keywords/keywords';

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

const BASES = [0x01000193, 0x85ebca6b] as const;
const powerOf = (base: number): number => Array.from({ length: TEMPLATE_WORDS }).reduce<number>((power) => Math.imul(power, base), 1);
/** The factor of the oldest word of a run. */
const OLDEST = [powerOf(BASES[0]), powerOf(BASES[1])] as const;

/** Visits every run of `TEMPLATE_WORDS` words of a pin, across punctuation marks, in the same way. */
function visitLongRuns({ tokens, ends, owners }: TextColumns, visit: VisitText): void {
  const places = new Int32Array(TEMPLATE_WORDS);
  let index = 0;
  for (let pin = 0; pin < ends.length; pin++) {
    let [words, one, other] = [0, 0, 0];
    for (; index < ends[pin]!; index++) {
      if (tokens[index]! < 0) continue;
      const word = (tokens[index]! >> 1) + 1;
      const slot = words++ % TEMPLATE_WORDS;
      const oldest = words > TEMPLATE_WORDS ? (tokens[places[slot]!]! >> 1) + 1 : 0;
      one = (Math.imul(one, BASES[0]) + word - Math.imul(oldest, OLDEST[0])) | 0;
      other = (Math.imul(other, BASES[1]) + word - Math.imul(oldest, OLDEST[1])) | 0;
      places[slot] = index;
      if (words < TEMPLATE_WORDS) continue;
      const bucket = mix(one, owners[pin]!) & (BUCKETS - 1);
      visit(pin, places[words % TEMPLATE_WORDS]!, index + 1, bucket, bucket * 2 ** 29 + (mix(other, owners[pin]!) >>> 3));
    }
  }
}

interface RepeatedText {
  lastPin: number;
  pins: number;
}

/** Marks the words of texts that are in more than `MAX_REPETITIONS` pins. Counts roughly first, so that only texts that may be repeated take memory. */
function markRepeated(texts: TextColumns, visitAll: (texts: TextColumns, visit: VisitText) => void, isRepeated: Uint8Array): void {
  const counts = new Uint8Array(BUCKETS);
  visitAll(texts, (_pin, _start, _end, bucket) => {
    if (counts[bucket]! < FULL_BUCKET) counts[bucket]! += 1;
  });
  const repeated = new Map<number, RepeatedText>();
  visitAll(texts, (pin, _start, _end, bucket, key) => {
    if (counts[bucket]! <= MAX_REPETITIONS) return;
    const text = repeated.get(key);
    if (!text) repeated.set(key, { lastPin: pin, pins: 1 });
    else if (text.lastPin !== pin) Object.assign(text, { lastPin: pin, pins: text.pins + 1 });
  });
  visitAll(texts, (_pin, start, end, bucket, key) => {
    if (counts[bucket]! > MAX_REPETITIONS && (repeated.get(key)?.pins ?? 0) > MAX_REPETITIONS) isRepeated.fill(1, start, end);
  });
}

/**
 * Leaves out what is in more than `MAX_REPETITIONS` pins of one account: titles, sentences, longer parts of them, and long runs of words. It
 * says something about the account, as a disclosure of advertising or a template does.
 */
export function leaveOutRepeatedTexts(texts: TextColumns): void {
  const { tokens } = texts;
  const isRepeated = new Uint8Array(tokens.length);
  markRepeated(texts, visitTexts, isRepeated);
  markRepeated(texts, visitLongRuns, isRepeated);
  for (let index = 0; index < tokens.length; index++) if (isRepeated[index] === 1) tokens[index] = LEFT_OUT;
}
