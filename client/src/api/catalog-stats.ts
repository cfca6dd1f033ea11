import { ref, proxy } from 'valtio';
import type { CatalogStats } from '#domain/catalog/detail-contract';
import { api } from './api';

/** What the catalog has, null until it is loaded, and whether the last attempt failed. */
export const catalogStats = proxy<{ loaded: CatalogStats | null; hasFailed: boolean }>({ loaded: null, hasFailed: false });

let statsRequest: Promise<void> | null = null;

/** Loads the stats of the catalog once; concurrent calls share one request. If it fails, the next call tries again. */
export function loadCatalogStats(): Promise<void> {
  if (catalogStats.loaded) return Promise.resolve();
  statsRequest ??= fetchStats().finally(() => (statsRequest = null));
  return statsRequest;
}

async function fetchStats(): Promise<void> {
  try {
    catalogStats.loaded = ref(await api('GET /stats'));
    catalogStats.hasFailed = false;
  } catch (error) {
    catalogStats.hasFailed = true;
    console.warn('Failed to load the stats of the catalog.', error);
  }
}
