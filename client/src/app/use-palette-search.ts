import { useEffect, useState } from 'react';
import { BEST_MATCH_ORDER } from '#domain/catalog/orders';
import { api } from '../api/api';
import { CACHE_TTL_MS, useResource } from '../api/resource';
import { type FoundEntity, isFoundByTitle } from './palette-commands';

const MAX_ROWS = 3;
/** More than are shown, so that those that are found by their titles come first. */
const ASKED_ROWS = 10;
const TYPING_PAUSE_MS = 200;

/** What was found for a text. */
export interface PaletteResults {
  readonly boards: readonly FoundEntity[];
  readonly pinners: readonly FoundEntity[];
  readonly pins: readonly FoundEntity[];
  readonly keywords: readonly string[];
}

/** Finds keywords by their beginning and, for viewers who may search them, entities; a moment after the last key. */
export function usePaletteSearch(text: string, canSearch: boolean) {
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { shown, busy, error } = useResource(
    `palette ${canSearch} ${settledText}`,
    (signal) => (canSearch ? findEntities(settledText, signal) : findKeywords(settledText, signal)),
    { isEnabled: settledText !== '', keptMs: CACHE_TTL_MS },
  );
  return {
    results: text.trim() === '' || settledText === '' ? null : shown,
    isBusy: text.trim() !== '' && (busy || settledText !== text.trim()),
    hasFailed: error !== null,
  };
}

async function findEntities(text: string, signal: AbortSignal): Promise<PaletteResults> {
  const call = { query: { query: text, order_by: BEST_MATCH_ORDER, with: 'snippet', per_page: ASKED_ROWS }, signal } as const;
  const [{ boards }, { pinners }, { pins }, found] = await Promise.all([
    api('GET /boards', call),
    api('GET /pinners', call),
    api('GET /pins', call),
    findKeywords(text, signal),
  ]);
  return { ...found, boards: titlesFirst(boards), pinners: titlesFirst(pinners), pins: titlesFirst(pins) };
}

const titlesFirst = (rows: readonly FoundEntity[]): readonly FoundEntity[] =>
  rows.toSorted((a, b) => Number(!isFoundByTitle(a)) - Number(!isFoundByTitle(b))).slice(0, MAX_ROWS);

async function findKeywords(query: string, signal: AbortSignal): Promise<PaletteResults> {
  const { keywords } = await api('GET /keywords', { query: { query, order_by: 'pins', per_page: MAX_ROWS }, signal });
  return { boards: [], pinners: [], pins: [], keywords: keywords.map(({ keyword }) => keyword) };
}
