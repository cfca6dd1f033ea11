import type { OperationsOverview } from '#domain/operations/contract';

/** The operations of a site in which nothing has happened yet. */
export const anOverview = (over: Partial<OperationsOverview> = {}): OperationsOverview => ({
  outbox: { waiting: 0, oldest_at: null, failed: 0 },
  instances: [],
  readings: {
    boards: { newest_at: '2026-11-23T08:00:00Z', median_at: '2026-11-21T08:00:00Z' },
    pinners: { newest_at: null, median_at: null },
    pins: { newest_at: '2026-11-22T08:00:00Z', median_at: '2026-10-02T08:00:00Z' },
  },
  versions: { product: '0.1.0', postgres: '18.4', schema: 'People1790000025000', is_schema_current: true, newer_release: null },
  sizes: {
    database_bytes: 12_400_000,
    database_growth: null,
    is_database_embedded: true,
    backup_bytes: null,
    backup_growth: null,
    backup_directory: null,
    tables: [],
    data_directory: null,
    newest_backup: null,
  },
  ...over,
});
