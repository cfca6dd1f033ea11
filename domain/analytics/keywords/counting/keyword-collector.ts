import { IntegerList } from '#domain/analytics/keywords/counting/integer-list';
import { type KeywordIndex, indexKeywords } from '#domain/analytics/keywords/counting/keyword-index';
import { keywordKey, phraseKeyword, wordKeyword, wordSpellings } from '#domain/analytics/keywords/keyword-texts';
import { MAX_KEYWORDS_PER_PIN } from '#domain/analytics/keywords/keywords';

/** The texts of a pin that its keywords come from. */
export interface KeywordTexts {
  readonly name: string | null;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly queries: readonly string[];
}

const NO_KEYWORD = -1;

/** Collects the keywords of all pins, in one pass. Keywords are numbered in order of appearance. */
export class KeywordCollector {
  readonly #keys: string[] = [];
  readonly #keywordOfKey = new Map<string, number>();
  readonly #spellings: string[] = [];
  /** The spelling of each text that was read as a word, and as a phrase. */
  readonly #spellingOfWord = new Map<string, number>();
  readonly #spellingOfPhrase = new Map<string, number>();
  readonly #spellingOfText = new Map<string, number>();
  readonly #keywordOfSpelling = new IntegerList();
  readonly #spellingPins = new IntegerList();
  /** The last pin, or board, of each keyword and spelling, so that each counts once. */
  readonly #lastPin = new IntegerList();
  readonly #lastPinOfSpelling = new IntegerList();
  readonly #lastBoard = new IntegerList();
  readonly #boards = new IntegerList();
  readonly #pairs = new IntegerList();
  readonly #ends = new IntegerList();
  #boardCount = 0;

  /** Adds a pin; its keywords are those of its searches and topics, and the words of all its texts. */
  addPin({ name, description, topics, queries }: KeywordTexts): void {
    const pin = this.#ends.length;
    const start = this.#pairs.length;
    for (const phrases of [queries, topics]) for (const phrase of phrases) this.#addToPin(pin, start, this.#spellingOf(phrase, true));
    for (const text of [name, ...topics, ...queries, description]) {
      if (text) for (const word of wordSpellings(text)) this.#addToPin(pin, start, this.#spellingOf(word, false));
    }
    this.#ends.push(this.#pairs.length);
  }

  /** Adds a board after all pins: it has the keywords of pins that are its topics, its whole name, or words of these. */
  addBoard(name: string | null, topics: readonly string[]): void {
    const board = ++this.#boardCount;
    for (const text of [name ?? '', ...topics]) {
      this.#addToBoard(board, this.#keywordOfKey.get(keywordKey(text)));
      for (const word of wordSpellings(text)) {
        this.#addToBoard(board, this.#findKeyword(word));
      }
    }
  }

  /** Returns the keywords of at least `minPins` pins, at most `maxKeywords` of them, those of most pins first. */
  finish(minPins: number, maxKeywords: number): KeywordIndex {
    return indexKeywords({
      keys: this.#keys,
      names: this.#mostFrequentSpellings(),
      boards: this.#boards.view(),
      pairs: this.#pairs.view(),
      ends: this.#ends.view(),
      minPins,
      maxKeywords,
    });
  }

  #addToPin(pin: number, start: number, spelling: number): void {
    if (spelling === NO_KEYWORD) return;
    const keyword = this.#keywordOfSpelling.at(spelling);
    if (this.#lastPin.at(keyword) !== pin + 1) {
      if (this.#pairs.length - start >= MAX_KEYWORDS_PER_PIN) return;
      this.#lastPin.set(keyword, pin + 1);
      this.#pairs.push(keyword);
    }
    if (this.#lastPinOfSpelling.at(spelling) === pin + 1) return;
    this.#lastPinOfSpelling.set(spelling, pin + 1);
    this.#spellingPins.set(spelling, this.#spellingPins.at(spelling) + 1);
  }

  #addToBoard(board: number, keyword: number | undefined): void {
    if (keyword === undefined || this.#lastBoard.at(keyword) === board) return;
    this.#lastBoard.set(keyword, board);
    this.#boards.set(keyword, this.#boards.at(keyword) + 1);
  }

  /** The keyword of a word of a board; undefined if no pin has it. Each word is looked up by its key once. */
  #findKeyword(word: string): number | undefined {
    let spelling = this.#spellingOfWord.get(word);
    if (spelling === undefined) {
      const keyword = this.#keywordOfKey.get(wordKeyword(word) ?? '');
      spelling = keyword === undefined ? NO_KEYWORD : this.#addSpelling(this.#keys[keyword]!, word);
      this.#spellingOfWord.set(word, spelling);
    }
    return spelling === NO_KEYWORD ? undefined : this.#keywordOfSpelling.at(spelling);
  }

  #spellingOf(text: string, isPhrase: boolean): number {
    const known = isPhrase ? this.#spellingOfPhrase : this.#spellingOfWord;
    const found = known.get(text);
    if (found !== undefined) return found;
    const spelling = isPhrase ? this.#addPhrase(text) : this.#addWord(text);
    known.set(text, spelling);
    return spelling;
  }

  #addPhrase(text: string): number {
    const phrase = phraseKeyword(text);
    return phrase === null ? NO_KEYWORD : this.#addSpelling(phrase.key, phrase.spelling);
  }

  #addWord(word: string): number {
    const key = wordKeyword(word);
    return key === null ? NO_KEYWORD : this.#addSpelling(key, word);
  }

  #addSpelling(key: string, spelling: string): number {
    const known = this.#spellingOfText.get(spelling);
    if (known !== undefined) return known;
    this.#spellingOfText.set(spelling, this.#spellings.length);
    let keyword = this.#keywordOfKey.get(key);
    if (keyword === undefined) {
      keyword = this.#keys.length;
      this.#keywordOfKey.set(key, keyword);
      this.#keys.push(key);
      for (const list of [this.#lastPin, this.#lastBoard, this.#boards]) list.push(0);
    }
    this.#keywordOfSpelling.push(keyword);
    this.#lastPinOfSpelling.push(0);
    this.#spellingPins.push(0);
    return this.#spellings.push(spelling) - 1;
  }

  /** The spelling of most pins for each keyword; the first in the alphabet of equally frequent ones. */
  #mostFrequentSpellings(): string[] {
    const best = new Int32Array(this.#keys.length).fill(NO_KEYWORD);
    for (let spelling = 0; spelling < this.#spellings.length; spelling++) {
      const keyword = this.#keywordOfSpelling.at(spelling);
      const other = best[keyword]!;
      if (other === NO_KEYWORD || this.#isMoreFrequent(spelling, other)) best[keyword] = spelling;
    }
    return Array.from(best, (spelling) => this.#spellings[spelling]!);
  }

  #isMoreFrequent(spelling: number, other: number): boolean {
    const difference = this.#spellingPins.at(spelling) - this.#spellingPins.at(other);
    return difference === 0 ? this.#spellings[spelling]! < this.#spellings[other]! : difference > 0;
  }
}
