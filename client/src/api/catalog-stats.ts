import type { CatalogStats } from '#domain/catalog/detail-contract';
import { api } from './api';
import { findResponse, load, type Resource, useResource } from './resource';

/** The key of the stats of the catalog, which are the same for every viewer. */
export const CATALOG_STATS_KEY = '/stats';

const fetchStats = (signal: AbortSignal): Promise<CatalogStats> => api('GET /stats', { signal });

/** What the catalog has, null until it is loaded. */
export const catalogStats = (): CatalogStats | null => (findResponse(CATALOG_STATS_KEY) as CatalogStats | undefined) ?? null;

/** Loads the stats of the catalog once; after a failure, the next call sends the request again. */
export const loadCatalogStats = (): Promise<void> => load({ key: CATALOG_STATS_KEY, fetchData: fetchStats, keptMs: Infinity });

/** The stats of the catalog for components, which another part of the app loads unless `isEnabled`. */
export const useCatalogStats = (isEnabled = false): Resource<CatalogStats> =>
  useResource(CATALOG_STATS_KEY, fetchStats, { isEnabled, keptMs: Infinity });
