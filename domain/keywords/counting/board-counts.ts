import { keywordKey } from '#domain/catalog/keywords/words';
import { visitWords } from '#domain/keywords/keyword-texts';
import { MAX_RUN_WORDS } from '#domain/keywords/keywords';
import { memoize } from '#domain/memoize';

/** Counts the boards of keywords. */
export class BoardCounts {
  readonly #keywordOfKey: ReadonlyMap<string, number>;
  /** The boards of each keyword, and the last of them. */
  readonly boards: Int32Array;
  readonly #lastBoard: Int32Array;
  readonly #keyOfWord = memoize(keywordKey, 50_000);
  #boardCount = 0;

  constructor(keys: readonly string[]) {
    this.#keywordOfKey = new Map(keys.map((key, keyword) => [key, keyword]));
    this.boards = new Int32Array(keys.length);
    this.#lastBoard = new Int32Array(keys.length);
  }

  /** Adds a board: it has the keywords that are its topics, its whole name, or phrases in its name. */
  addBoard(name: string | null, topics: readonly string[]): void {
    const board = ++this.#boardCount;
    for (const text of topics) this.#addKey(board, keywordKey(text));
    if (name === null) return;
    this.#addKey(board, keywordKey(name));
    const run: string[] = [];
    visitWords(name, (word, gap) => {
      if (gap !== 'phrase') run.length = 0;
      run.push(this.#keyOfWord(word));
      for (let length = 1; length <= Math.min(MAX_RUN_WORDS, run.length); length++) this.#addKey(board, run.slice(-length).join(' '));
    });
  }

  #addKey(board: number, key: string): void {
    const keyword = this.#keywordOfKey.get(key);
    if (keyword === undefined || this.#lastBoard[keyword] === board) return;
    this.#lastBoard[keyword] = board;
    this.boards[keyword]! += 1;
  }
}
