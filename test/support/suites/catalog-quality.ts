import type { CatalogQuality } from '#domain/data-quality/quality-scans';
import type { InspectedRow } from '#domain/data-quality/issues';
import type { InspectedRows } from '../fakes/catalog-quality';

const NOW = new Date('2026-08-23T12:00:00Z');
const sound: InspectedRow = { crawled_at: NOW, searchable: true, counts: [900, 4, 12], flags: [] };
const soundPinner: InspectedRow = { ...sound, counts: [900, 4_000] };
const soundPin: InspectedRow = { ...sound, counts: [80, 7] };
const confirmedStep = (scoreColumns: number): readonly number[] => [1 << 5, ...Array.from({ length: scoreColumns - 1 }, () => 0)];

/** What every scan of the catalog's quality does. */
export function describeCatalogQuality(open: (rows: InspectedRows) => Promise<CatalogQuality>): void {
  it('counts each issue per entity type', async () => {
    const quality = await open({
      board: [
        sound,
        { ...sound, crawled_at: null },
        { ...sound, searchable: false },
        { ...sound, counts: [0, null, 0] },
        { ...sound, counts: [0, 4, 12] },
        { ...sound, crawled_at: new Date('2026-05-25T11:00:00Z') },
        { ...sound, flags: confirmedStep(15) },
      ],
      pinner: [soundPinner, { ...soundPinner, crawled_at: null, counts: [0, 0] }],
      pin: [soundPin, { ...soundPin, counts: [null, null] }],
    });
    const none = { never_crawled: 0, not_searchable: 0, all_zero_metrics: 0, zero_followers: 0, stale_90_days: 0, suspicious: 0, spam: 0 };
    expect(await quality.countIssues(NOW)).toEqual({
      board: { never_crawled: 1, not_searchable: 1, all_zero_metrics: 1, zero_followers: 2, stale_90_days: 1, suspicious: 1, spam: 1 },
      pinner: { ...none, never_crawled: 1, zero_followers: 1 },
      pin: none,
    });
  });
}
