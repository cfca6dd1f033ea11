import { type KeywordLists, type Lists, listOf } from '#domain/keywords/counting/keyword-index';
import { UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import {
  ACCOUNT_SHARE,
  GIVE_WAY_SHARE,
  MAX_TOPIC_SHARE,
  MIN_ACCOUNTS,
  MIN_SPREAD_PINS,
  MIN_TOPIC_OVERLAP,
} from '#domain/keywords/keywords';

/** Counts how many numbers two ascending lists share. */
function countCommon(one: Int32Array, other: Int32Array): number {
  let [common, i, j] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    const difference = one[i]! - other[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}

/** The phrases within a phrase, without itself, the longer ones first. */
function* phrasesWithin(terms: readonly string[]): Generator<string> {
  for (let length = terms.length - 1; length > 0; length--)
    for (let start = 0; start + length <= terms.length; start++) yield terms.slice(start, start + length).join(' ');
}

/** Takes off the list what is nearly always a part of one longer listed phrase: `living` of `living room`. */
export function giveWay(lists: KeywordLists, isListed: Uint8Array): void {
  const numberOf = new Map(lists.keys.map((key, keyword) => [key, keyword]));
  const terms = lists.keys.map((key) => key.split(' '));
  const longestFirst = Int32Array.from(terms.keys()).sort((a, b) => terms[b]!.length - terms[a]!.length || a - b);
  for (const longer of longestFirst) {
    if (isListed[longer] === 0 || terms[longer]!.length === 1) continue;
    const pins = lists.pinsOf(longer);
    for (const key of phrasesWithin(terms[longer]!)) {
      const shorter = numberOf.get(key);
      if (shorter === undefined || isListed[shorter] === 0) continue;
      const itsPins = lists.pinsOf(shorter);
      const least = GIVE_WAY_SHARE * itsPins.length;
      if (pins.length >= least && countCommon(pins, itsPins) >= least) isListed[shorter] = 0;
    }
  }
}

/** Takes off the list what is spread over the topics of pins nearly as all pins are: `ideas`. */
export function leaveOutSpread(
  lists: KeywordLists,
  topicsOfPins: Lists,
  topicCount: number,
  isListed: Uint8Array,
  isExempt: Uint8Array,
): void {
  const pinsOfTopics = new Int32Array(topicCount);
  for (const topic of topicsOfPins.values) pinsOfTopics[topic]! += 1;
  const shareOf = (topic: number) => pinsOfTopics[topic]! / topicsOfPins.values.length;
  if (pinsOfTopics.some((_, topic) => shareOf(topic) > MAX_TOPIC_SHARE)) return;
  const counts = new Int32Array(topicCount);
  for (let keyword = 0; keyword < lists.count; keyword++) {
    if (isExempt[keyword] === 1 || lists.pinsOf(keyword).length < MIN_SPREAD_PINS) continue;
    let [judged, total, overlap] = [0, 0, 0];
    const found: number[] = [];
    for (const pin of lists.pinsOf(keyword)) {
      const topics = listOf(topicsOfPins, pin);
      if (topics.length > 0) judged++;
      total += topics.length;
      for (const topic of topics) if (counts[topic]!++ === 0) found.push(topic);
    }
    for (const topic of found) {
      overlap += Math.min(counts[topic]! / total, shareOf(topic));
      counts[topic] = 0;
    }
    if (judged >= MIN_SPREAD_PINS && overlap >= MIN_TOPIC_OVERLAP) isListed[keyword] = 0;
  }
}

/** Takes off the list what one account alone has in its pins, or nearly: words of a shop's own texts. `owners` are the accounts of the pins. */
export function leaveOutOneAccount(lists: KeywordLists, owners: Int32Array, isListed: Uint8Array, isExempt: Uint8Array): void {
  const accounts = new Set(owners);
  accounts.delete(UNKNOWN_NUMBER);
  if (accounts.size < MIN_ACCOUNTS) return;
  const counts = new Int32Array(1 + owners.reduce((last, owner) => Math.max(last, owner)));
  for (let keyword = 0; keyword < lists.count; keyword++) {
    if (isExempt[keyword] === 1) continue;
    const pins = lists.pinsOf(keyword);
    const owned = pins.filter((pin) => owners[pin] !== UNKNOWN_NUMBER);
    for (const pin of owned) if (++counts[owners[pin]!]! >= ACCOUNT_SHARE * pins.length) isListed[keyword] = 0;
    for (const pin of owned) counts[owners[pin]!] = 0;
  }
}
