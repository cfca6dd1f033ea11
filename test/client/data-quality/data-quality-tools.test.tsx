/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { queriesTo, click, resetBrowser, deferredResponse, openApp, press, type FakeResponse } from '../../support/client/client-app';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { serveEndpoints, errorResponse } from '../../support/client/serve-endpoints';
import { qualityScanRecord, topPerformers, growthAnalyticsRecord } from '../../support/client/analytics-records';

const SCAN_URL = '/api/admin/data-quality/scan';
const issueCounts = { not_searchable: 2, never_crawled: 3, all_zero_metrics: 5 };

/** Opens the tools over a server that finds `scan`. */
const openQualityTools = async (scan: () => FakeResponse | Promise<FakeResponse> = () => ({ body: qualityScanRecord(issueCounts) })) => {
  const answers = serveEndpoints({
    'GET /api/admin/analytics': () => ({ body: growthAnalyticsRecord(topPerformers(3)) }),
    [`GET ${SCAN_URL}`]: scan,
  });
  await openApp('/admin/growth', 'admin', answers);
  await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' });
  await act(async () => {});
};
const counterTexts = () => ['suspicious-count', 'never-crawled-count', 'deleted-count'].map((id) => screen.getByTestId(id).textContent);
const clickScan = () => click(screen.getByTestId('scan-now'));
const button = (id: string) => screen.getByTestId<HTMLButtonElement>(id);

beforeAll(startShortcuts);

describe('the data quality tools', () => {
  let logged: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    resetBrowser();
    logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it('show the counts of the growth figures until the first scan', async () => {
    await openQualityTools();
    expect([counterTexts(), queriesTo(SCAN_URL).length]).toEqual([['14', '3', '0'], 0]);
    await clickScan();
    expect(counterTexts()).toEqual(['10', '6', '4']);
    expect(screen.getByText('Scanned Nov 21, 2026, 14:03 UTC')).toBeTruthy();
  });

  it('have the shortcut s to scan', async () => {
    await openQualityTools();
    await press('s');
    expect(queriesTo(SCAN_URL)).toHaveLength(1);
  });

  it('run one scan at a time', async () => {
    const slow = deferredResponse();
    await openQualityTools(() => slow.reply);
    await clickScan();
    expect(button('scan-now').textContent).toBe('Scanning…');
    await clickScan();
    expect(queriesTo(SCAN_URL)).toHaveLength(1);
    await slow.give({ body: qualityScanRecord(issueCounts) });
    expect(button('scan-now').textContent).toBe('Scan Now');
  });

  it('log a failed scan and show it inline, without a toast', async () => {
    await openQualityTools(() => errorResponse('Not now.'));
    await clickScan();
    expect(screen.getByText(/^We couldn't load this\./)).toBeTruthy();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(counterTexts()).toEqual(['14', '3', '0']);
  });
});
