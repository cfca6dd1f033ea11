import { proxy, useSnapshot } from 'valtio';
import { filterNamed } from '#domain/catalog/filters/filters';
import { readStored, store } from '../../site/storage';
import { parseFilterText } from '../list/filters/filter-texts';

const TOPICS_KEY = 'topics';

/** Parses topics with commas between them, as the `topic` filter of pins does; null for none, or what they must be. */
export function parseTopics(text: string): { readonly text: string | null } | { readonly reason: string } {
  const filter = filterNamed('pins', 'topic');
  return filter && text.trim() !== '' ? parseFilterText(filter, text.trim()) : { text: null };
}

function readTopics(): string | null {
  const parsed = parseTopics(readStored(TOPICS_KEY) ?? '');
  return 'text' in parsed ? parsed.text : null;
}

const chosen = proxy({ topics: readTopics() });

/** What the user pins about, as the `topic` filter writes it; null until chosen in this browser. */
export const useChosenTopics = (): string | null => useSnapshot(chosen).topics;

/** Remembers the topics in this browser; null forgets them. */
export function chooseTopics(topics: string | null): void {
  chosen.topics = topics;
  store(TOPICS_KEY, topics);
}
