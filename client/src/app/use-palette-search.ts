import { useEffect, useState } from 'react';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import type { PicturedEntity } from '../ui/picture/picture';

const MAX_ROWS = 5;
const TYPING_PAUSE_MS = 200;

/** What was found for a text. */
export interface PaletteResults {
  readonly boards: readonly PicturedEntity[];
  readonly pinners: readonly PicturedEntity[];
  readonly pins: readonly PicturedEntity[];
  readonly keywords: readonly string[];
}

/** Finds entities, for viewers who may search them, else keywords by their beginning; a moment after the last key. */
export function usePaletteSearch(text: string, canSearch: boolean) {
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, busy, error } = useResource(
    `palette ${canSearch} ${settledText}`,
    (signal) => (canSearch ? findEntities(settledText, signal) : findKeywords(settledText, signal)),
    { isEnabled: settledText !== '', isCached: true },
  );
  return {
    results: text.trim() === '' || settledText === '' ? null : data,
    isBusy: text.trim() !== '' && (busy || settledText !== text.trim()),
    hasFailed: error !== null,
  };
}

async function findEntities(query: string, signal: AbortSignal): Promise<PaletteResults> {
  const call = { query: { query, per_page: MAX_ROWS }, signal };
  const [{ boards }, { pinners }, { pins }] = await Promise.all([
    api('GET /boards', call),
    api('GET /pinners', call),
    api('GET /pins', call),
  ]);
  return { boards, pinners, pins, keywords: [] };
}

async function findKeywords(query: string, signal: AbortSignal): Promise<PaletteResults> {
  const { keywords } = await api('GET /keywords', { query: { query, order_by: 'pins', per_page: MAX_ROWS }, signal });
  return { boards: [], pinners: [], pins: [], keywords: keywords.map(({ keyword }) => keyword) };
}
