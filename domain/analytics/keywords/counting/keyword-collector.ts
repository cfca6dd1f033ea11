import { IntegerList } from '#domain/analytics/keywords/counting/integer-list';
import { type KeywordIndex, type Lists, rankKeywords, restrictKeywords } from '#domain/analytics/keywords/counting/keyword-index';
import { KeywordSpellings } from '#domain/analytics/keywords/counting/keyword-spellings';
import { giveWay, leaveOutSpread } from '#domain/analytics/keywords/counting/listed-keywords';
import { PhraseCounter } from '#domain/analytics/keywords/counting/phrase-counter';
import { hashWord, type PhraseTree } from '#domain/analytics/keywords/counting/phrase-tree';
import { PinTexts } from '#domain/analytics/keywords/counting/pin-texts';
import { leaveOutRepeatedTexts } from '#domain/analytics/keywords/counting/repeated-texts';
import { phraseKeyword, visitWords } from '#domain/analytics/keywords/keyword-texts';

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
    const columns = this.#texts.columns();
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
    const isListed = new Uint8Array(ranked.count).fill(1);
    const isExempt = this.#frequentPhrases(nodes, tree.size, minPins);
    const topics = this.#topicsOfPins(nodes);
    leaveOutSpread(
      ranked,
      topics.lists,
      topics.count,
      isListed,
      Uint8Array.from(ranked.collected, (node) => isExempt[node]!),
    );
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
    const isPhrase = new Uint8Array(counter.tree.size);
    for (const node of nodes) isPhrase[node] = 1;
    const lastPin = new Int32Array(counter.tree.size).fill(-1);
    const values = new IntegerList();
    const starts = new Int32Array(this.#texts.pinCount + 1);
    const add = (pin: number, node: number) => {
      if (lastPin[node] === pin) return;
      lastPin[node] = pin;
      values.push(node);
    };
    let pin = -1;
    const beginPins = (until: number) => {
      while (pin < until) {
        starts[++pin] = values.length;
        for (const phrase of this.#phrasesOf(pin)) {
          add(pin, nodes[phrase >> 1]!);
          spellings.add(nodes[phrase >> 1]!, this.#phrases[phrase >> 1]!.hash, -1 - (phrase >> 1), pin);
        }
      }
    };
    counter.visitRuns((runPin, node, start, hash) => {
      beginPins(runPin);
      if (isPhrase[node] === 0 && !counter.isFrequent(node)) return;
      add(runPin, node);
      spellings.add(node, hash, start, runPin);
    });
    beginPins(this.#texts.pinCount - 1);
    starts[this.#texts.pinCount] = values.length;
    return { starts, values: values.view() };
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
