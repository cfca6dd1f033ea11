import { IntegerList } from '#domain/keywords/counting/integer-list';
import { rolesOfWord, visitWords } from '#domain/keywords/keyword-texts';
import { MAX_WORDS_PER_PIN, STOP_WORD_SHARE } from '#domain/keywords/keywords';
import { languagesOfText, stopWordLanguages } from '#domain/keywords/stop-words';
import { orderedTerms } from '#domain/catalog/keywords/words';

/** Stand between words: a phrase ends, and a title or sentence ends. */
const PHRASE_END = -1;
export const SENTENCE_END = -2;
/** Stands where a word was left out: neither the phrase before it nor the one after it is whole. */
export const LEFT_OUT = -3;

const NO_TERM = -1;

/** The different words of all pins, with what is known of each. Words and their terms are numbered in order of appearance. */
class Words {
  readonly texts: string[] = [];
  readonly roles = new IntegerList();
  readonly languages = new IntegerList();
  readonly termOf = new IntegerList();
  readonly terms: string[] = [];
  /** The pins that have a stop word of any language, and those whose text it is a stop word of; 0 for other words. */
  readonly pins = new IntegerList();
  readonly stopPins = new IntegerList();
  readonly #numbers = new Map<string, number>();
  readonly #termNumbers = new Map<string, number>();

  numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.texts.push(word) - 1;
      this.#numbers.set(word, number);
      this.roles.push(rolesOfWord(word));
      this.languages.push(stopWordLanguages(word));
      this.pins.push(0);
      this.stopPins.push(0);
      const term = orderedTerms(word)[0];
      this.termOf.push(term === undefined ? NO_TERM : this.termNumber(term));
    }
    return number;
  }

  termNumber(term: string): number {
    let number = this.#termNumbers.get(term);
    if (number === undefined) this.#termNumbers.set(term, (number = this.terms.push(term) - 1));
    return number;
  }
}

/** The texts of all pins, and their words. */
export interface TextColumns {
  /** The words and marks of all pins. */
  readonly tokens: Int32Array;
  /** Where the tokens of each pin end. */
  readonly ends: Int32Array;
  /** The account of each pin; all unknown ones are one account. */
  readonly owners: Int32Array;
  /** The term of each word; -1 for none. */
  readonly termOf: Int32Array;
  /** What each word may do in a phrase; see `wordRoles`. */
  readonly roles: Uint8Array;
}

/**
 * The titles and descriptions of all pins as numbers, one after another: each word doubled, plus one where it is a stop word of its text,
 * with marks where phrases and sentences end. Twenty times smaller than the texts, and read several times.
 */
export class PinTexts {
  readonly words = new Words();
  readonly #tokens = new IntegerList();
  readonly #ends = new IntegerList();
  readonly #owners = new IntegerList();

  get pinCount(): number {
    return this.#ends.length;
  }

  /** What was added, as plain arrays: they are read many million times. Marks words that are stop words of most of their texts in all others. */
  finish(): TextColumns {
    const { roles, termOf, pins, stopPins } = this.words;
    const tokens = this.#tokens.view();
    const isStopWord = pins.view().map((count, word) => (count > 0 && stopPins.at(word) >= STOP_WORD_SHARE * count ? 1 : 0));
    for (let index = 0; index < tokens.length; index++)
      if (tokens[index]! >= 0 && isStopWord[tokens[index]! >> 1] === 1) tokens[index]! |= 1;
    return {
      tokens,
      ends: this.#ends.view(),
      owners: this.#owners.view(),
      termOf: termOf.view(),
      roles: Uint8Array.from(roles.view(), (role, word) => (termOf.at(word) === NO_TERM ? 0 : role)),
    };
  }

  /** Adds the first words of a title and a description. */
  addPin(title: string | null, description: string | null, owner: number): void {
    const start = this.#tokens.length;
    let count = 0;
    for (const text of [title, description]) {
      if (!text || count >= MAX_WORDS_PER_PIN) continue;
      visitWords(text, (word, gap) => {
        if (count++ >= MAX_WORDS_PER_PIN) return;
        if (gap === 'break') this.#tokens.push(PHRASE_END);
        if (gap === 'sentence' && this.#tokens.length > start) this.#tokens.push(SENTENCE_END);
        this.#tokens.push(2 * this.words.numberOf(word));
      });
    }
    this.#tokens.push(SENTENCE_END);
    this.#markStopWords(start);
    this.#ends.push(this.#tokens.length);
    this.#owners.push(owner);
  }

  /** The languages are those of all texts of the pin together: titles are short. */
  #markStopWords(start: number): void {
    const { languages, pins, stopPins } = this.words;
    const shown = new Map<number, number>();
    for (let index = start; index < this.#tokens.length; index++) {
      const token = this.#tokens.at(index);
      if (token >= 0 && languages.at(token >> 1) !== 0) shown.set(token, languages.at(token >> 1));
    }
    if (shown.size === 0) return;
    const ofText = languagesOfText(shown.values());
    for (const [token, bits] of shown) {
      const word = token >> 1;
      pins.set(word, pins.at(word) + 1);
      if ((bits & ofText) !== 0) stopPins.set(word, stopPins.at(word) + 1);
      else shown.delete(token);
    }
    for (let index = start; index < this.#tokens.length; index++) {
      const token = this.#tokens.at(index);
      if (token >= 0 && shown.has(token)) this.#tokens.set(index, token + 1);
    }
  }
}
