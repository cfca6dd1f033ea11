import { IntegerList } from '#domain/keywords/counting/integer-list';
import { type KeywordIndex, type Lists, rankKeywords, restrictKeywords } from '#domain/keywords/counting/keyword-index';
import { KeywordSpellings } from '#domain/keywords/counting/keyword-spellings';
import { giveWay, leaveOutOneAccount, leaveOutSpread } from '#domain/keywords/counting/listed-keywords';
import { PhraseCounter } from '#domain/keywords/counting/phrase-counter';
import { findPieces, type Neighbor, NO_NEIGHBOR } from '#domain/keywords/counting/phrase-neighbors';
import { hashWord, type PhraseTree } from '#domain/keywords/counting/phrase-tree';
import { LEFT_OUT, PinTexts, SENTENCE_END, type TextColumns } from '#domain/keywords/counting/pin-texts';
import { leaveOutRepeatedTexts } from '#domain/keywords/counting/repeated-texts';
import { phraseKeyword, visitWords, wordRoles } from '#domain/keywords/keyword-texts';

/** The texts of a pin that its keywords come from. */
export interface KeywordTexts {
  readonly name: string | null;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly queries: readonly string[];
}

/** A topic or a search in one spelling. */
interface Phrase {
  readonly spelling: string;
  /** The numbers of its terms in order. */
  readonly terms: readonly number[];
  /** Equal to that of the same words in a text. */
  readonly hash: number;
}

/** Beside topics and searches. */
const noNeighbor: Neighbor = { word: NO_NEIGHBOR, isEdge: true };

/** Called with a keyword of a pin: a run at a place in the texts, or, from below 0 on, a topic or a search; and a hash of its words. */
type VisitKeyword = (pin: number, node: number, start: number, end: number, hash: number) => void;

const hashOf = (words: readonly number[]): number => words.reduce(hashWord, 0);

/** Collects the keywords of all pins: their topics and searches, and the phrases of their texts. */
export class KeywordCollector {
  readonly #texts = new PinTexts();
  readonly #phrases: Phrase[] = [];
  /** The phrase of each topic and search as it is written; null for one that is no keyword. */
  readonly #phraseOfText = new Map<string, number | null>();
  /** The topics and searches of all pins: the number of the phrase doubled, plus one for a topic. */
  readonly #pinPhrases = new IntegerList();
  readonly #pinPhraseEnds = new IntegerList();

  /** Adds a pin of an account; all unknown accounts have the same number. */
  addPin({ name, description, topics, queries }: KeywordTexts, owner: number): void {
    this.#texts.addPin(name, description, owner);
    for (const [isTopic, texts] of [queries, topics].entries()) {
      for (const text of texts) {
        const phrase = this.#phraseOf(text);
        if (phrase !== null) this.#pinPhrases.push(2 * phrase + isTopic);
      }
    }
    this.#pinPhraseEnds.push(this.#pinPhrases.length);
  }

  /** Returns the listed keywords of at least `minPins` pins, at most `maxKeywords` of them, those of most pins first. */
  finish(minPins: number, maxKeywords: number): KeywordIndex {
    const columns = this.#texts.finish();
    leaveOutRepeatedTexts(columns);
    const counter = new PhraseCounter(columns, this.#texts.words.terms.length, minPins);
    const { tree } = counter;
    const nodes = Int32Array.from(this.#phrases, ({ terms }) =>
      terms.slice(1).reduce((node, term) => tree.findOrAdd(node, term), terms[0]!),
    );
    const spellings = new KeywordSpellings();
    const keywordsOfPins = this.#collectPins(counter, nodes, spellings);
    const keyOf = (node: number) => tree.termsOf(node).map((term) => this.#texts.words.terms[term]!).join(' '); // prettier-ignore
    const ranked = rankKeywords(keywordsOfPins, tree.size, keyOf, minPins);
    const isFrequent = this.#frequentPhrases(nodes, tree.size, minPins);
    const isExempt = Uint8Array.from(ranked.collected, (node) => isFrequent[node]!);
    const isPiece = findPieces(ranked.keys, (visit) => this.#visitNeighbors(counter, nodes, ranked.collected, columns, visit));
    const isListed = Uint8Array.from(isPiece, (piece, keyword) => (piece === 0 || isExempt[keyword] === 1 ? 1 : 0));
    const topics = this.#topicsOfPins(nodes);
    leaveOutSpread(ranked, topics.lists, topics.count, isListed, isExempt);
    leaveOutOneAccount(ranked, columns.owners, isListed, isExempt);
    giveWay(ranked, isListed);
    const listed = restrictKeywords(ranked, (keyword) => isListed[keyword] === 1, maxKeywords);
    return {
      ...listed,
      names: spellings.mostFrequent(listed.collected, (node, example) => this.#textOf(tree, node, example, columns.tokens)),
    };
  }

  #phraseOf(text: string): number | null {
    let phrase = this.#phraseOfText.get(text);
    if (phrase === undefined) this.#phraseOfText.set(text, (phrase = this.#addPhrase(text)));
    return phrase;
  }

  #addPhrase(text: string): number | null {
    const keyword = phraseKeyword(text);
    if (keyword === null) return null;
    const { words } = this.#texts;
    const written: string[] = [];
    visitWords(keyword.spelling, (word) => written.push(word));
    const isPlain = written.join(' ') === keyword.spelling;
    const number = this.#phrases.length;
    return (
      this.#phrases.push({
        spelling: keyword.spelling,
        terms: keyword.key.split(' ').map((term) => words.termNumber(term)),
        hash: isPlain ? hashOf(written.map((word) => words.numberOf(word))) : hashOf([-1, number]),
      }) - 1
    );
  }

  /** The keywords of each pin, those of its topics and searches first, each once. Counts their spellings. */
  #collectPins(counter: PhraseCounter, nodes: Int32Array, spellings: KeywordSpellings): Lists {
    const lastPin = new Int32Array(counter.tree.size).fill(-1);
    const values = new IntegerList();
    const starts = new Int32Array(this.#texts.pinCount + 1);
    this.#visitKeywords(counter, nodes, (pin, node, start, _end, hash) => {
      if (lastPin[node] !== pin) {
        lastPin[node] = pin;
        values.push(node);
        starts[pin + 1] = values.length;
      }
      spellings.add(node, hash, start, pin);
    });
    for (let pin = 0; pin < this.#texts.pinCount; pin++) starts[pin + 1] = Math.max(starts[pin]!, starts[pin + 1]!);
    return { starts, values: values.view() };
  }

  /** Visits the keywords of all pins, those of its topics and searches before those of its texts. */
  #visitKeywords(counter: PhraseCounter, nodes: Int32Array, visit: VisitKeyword): void {
    const isPhrase = new Uint8Array(counter.tree.size);
    for (const node of nodes) isPhrase[node] = 1;
    let pin = -1;
    const beginPins = (until: number) => {
      while (pin < until) {
        pin++;
        for (const phrase of this.#phrasesOf(pin)) {
          const place = -1 - (phrase >> 1);
          visit(pin, nodes[phrase >> 1]!, place, place, this.#phrases[phrase >> 1]!.hash);
        }
      }
    };
    counter.visitRuns((runPin, node, start, end, hash) => {
      beginPins(runPin);
      if (isPhrase[node] === 1 || counter.isFrequent(node)) visit(runPin, node, start, end, hash);
    });
    beginPins(this.#texts.pinCount - 1);
  }

  /** Visits the first of each keyword in each pin with the words before and after it; topics and searches have none. */
  #visitNeighbors(
    counter: PhraseCounter,
    nodes: Int32Array,
    collected: Int32Array,
    { tokens, termOf, roles }: TextColumns,
    visit: (keyword: number, before: Neighbor, after: Neighbor) => void,
  ): void {
    const numbers = new Int32Array(counter.tree.size).fill(-1);
    for (const [keyword, node] of collected.entries()) numbers[node] = keyword;
    const lastPin = new Int32Array(collected.length).fill(-1);
    const neighborAt = (place: number, step: 1 | -1): Neighbor => {
      let next = place;
      while ((tokens[next] ?? SENTENCE_END) >= 0 && (tokens[next]! & 1) === 1) next += step;
      const token = tokens[next] ?? SENTENCE_END;
      const hasMeaning = token >= 0 && (roles[token >> 1]! & wordRoles.means) !== 0;
      const word = hasMeaning ? termOf[token >> 1]! : token === LEFT_OUT ? LEFT_OUT : NO_NEIGHBOR;
      return { word, isEdge: next !== place || word === NO_NEIGHBOR };
    };
    this.#visitKeywords(counter, nodes, (pin, node, start, end) => {
      const keyword = numbers[node]!;
      if (keyword < 0 || lastPin[keyword] === pin) return;
      lastPin[keyword] = pin;
      if (start < 0) visit(keyword, noNeighbor, noNeighbor);
      else visit(keyword, neighborAt(start - 1, -1), neighborAt(end, 1));
    });
  }

  /** The spelling of a keyword at a place in the texts, or, below 0, as a phrase. */
  #textOf(tree: PhraseTree, node: number, example: number, tokens: Int32Array): string {
    if (example < 0) return this.#phrases[-1 - example]!.spelling;
    return tree.termsOf(node).map((_, place) => this.#texts.words.texts[tokens[example + place]! >> 1]!).join(' '); // prettier-ignore
  }

  #phrasesOf(pin: number): Int32Array {
    return this.#pinPhrases.view().subarray(pin === 0 ? 0 : this.#pinPhraseEnds.at(pin - 1), this.#pinPhraseEnds.at(pin));
  }

  /** Which nodes are the topics and searches of enough pins to be keywords by themselves. */
  #frequentPhrases(nodes: Int32Array, nodeCount: number, minPins: number): Uint8Array {
    const pins = new Int32Array(nodeCount);
    const lastPin = new Int32Array(nodeCount).fill(-1);
    for (let pin = 0; pin < this.#texts.pinCount; pin++) {
      for (const phrase of this.#phrasesOf(pin)) {
        const node = nodes[phrase >> 1]!;
        if (lastPin[node] !== pin) pins[node]! += 1;
        lastPin[node] = pin;
      }
    }
    return Uint8Array.from(pins, (count) => (count >= minPins ? 1 : 0));
  }

  /** The topics of each pin, each once, numbered in order of appearance. */
  #topicsOfPins(nodes: Int32Array): { readonly lists: Lists; readonly count: number } {
    const numbers = new Map<number, number>();
    const values = new IntegerList();
    const starts = new Int32Array(this.#texts.pinCount + 1);
    for (let pin = 0; pin < this.#texts.pinCount; pin++) {
      const topics = new Set(Array.from(this.#phrasesOf(pin)).flatMap((phrase) => (phrase % 2 === 1 ? [nodes[phrase >> 1]!] : [])));
      for (const node of topics) {
        if (!numbers.has(node)) numbers.set(node, numbers.size);
        values.push(numbers.get(node)!);
      }
      starts[pin + 1] = values.length;
    }
    return { lists: { starts, values: values.view() }, count: numbers.size };
  }
}
