/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import {
  sentBodies,
  queriesTo,
  click,
  resetBrowser,
  deferredResponse,
  openApp,
  press,
  type FakeResponse,
  sentRequests,
} from '../../support/client/client-app';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { serveEndpoints, errorResponse } from '../../support/client/serve-endpoints';
import { qualityScanRecord, topPerformers, growthAnalyticsRecord } from '../../support/client/analytics-records';

const SCAN_URL = '/api/admin/data-quality/scan';
const CLEANUP_ENDPOINT = 'POST /api/admin/data-quality/cleanup';
const issueCounts = { not_searchable: 2, never_crawled: 3, all_zero_metrics: 5 };

/** Opens the tools over a server that finds `scan` and cleans as told. */
const openQualityTools = async (
  cleanup: () => FakeResponse | Promise<FakeResponse> = () => ({ body: { deleted: 4 } }),
  scan: () => FakeResponse | Promise<FakeResponse> = () => ({ body: qualityScanRecord(issueCounts) }),
) => {
  const answers = serveEndpoints({
    'GET /api/admin/analytics': () => ({ body: growthAnalyticsRecord(topPerformers(3)) }),
    [`GET ${SCAN_URL}`]: scan,
    [CLEANUP_ENDPOINT]: cleanup,
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
    await openQualityTools(undefined, () => slow.reply);
    await clickScan();
    expect(button('scan-now').textContent).toBe('Scanning…');
    await clickScan();
    expect(queriesTo(SCAN_URL)).toHaveLength(1);
    await slow.give({ body: qualityScanRecord(issueCounts) });
    expect(button('scan-now').textContent).toBe('Scan Now');
  });

  it('log a failed scan and show it inline, without a toast', async () => {
    await openQualityTools(undefined, () => errorResponse('Not now.'));
    await clickScan();
    expect(screen.getByText(/^We couldn't load this\./)).toBeTruthy();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(counterTexts()).toEqual(['14', '3', '0']);
  });

  it('disable cleanups without rows', async () => {
    await openQualityTools();
    expect(['remove-deleted', 'remove-never-crawled', 'remove-all-zero'].map((id) => button(id).disabled)).toEqual([true, false, false]);
    await clickScan();
    expect(button('remove-deleted').disabled).toBe(false);
  });

  it.each([
    ['remove-deleted', 'Remove 4 deleted items?', 'Remove 4 items'],
    ['remove-never-crawled', 'Remove 6 never-crawled items? This action cannot be undone.', 'Remove 6 items'],
    ['remove-all-zero', 'Remove 10 items with all zero metrics? This action cannot be undone.', 'Remove 10 items'],
  ])('confirm %s first, with the focus on Cancel, which does nothing', async (id, question, action) => {
    await openQualityTools();
    await clickScan();
    await click(button(id));
    expect(screen.getByRole('dialog', { name: question })).toBeTruthy();
    expect(screen.getByRole('button', { name: action }).className).toContain('danger');
    expect(document.activeElement?.textContent).toBe('Cancel');
    await click(screen.getByRole('button', { name: 'Cancel' }));
    expect([screen.queryByRole('dialog'), sentRequests]).toEqual([null, []]);
    expect(document.activeElement).toBe(button(id));
  });

  it.each([
    ['remove-deleted', 'not_searchable', [4, 3, 2], 'Removed 3 items'],
    ['remove-never-crawled', 'never_crawled', [6, 5, 4], 'Removed 3 never-crawled items'],
    ['remove-all-zero', 'all_zero', [10, 9, 8], 'Removed 3 items'],
  ])('%s from boards, pinners, and pins, no more than were shown, then rescan and reload', async (id, issueType, expected, message) => {
    await openQualityTools(() => ({ body: { deleted: 1 } }));
    await clickScan();
    await click(button(id));
    await click(screen.getByRole('button', { name: /^Remove \d+ items$/ }));
    expect(sentBodies(CLEANUP_ENDPOINT)).toEqual(
      ['board', 'pinner', 'pin'].map((entityType, index) => ({
        entity_type: entityType,
        issue_type: issueType,
        expected: expected[index],
      })),
    );
    expect([queriesTo(SCAN_URL).length, queriesTo('/api/admin/analytics').length]).toEqual([2, 2]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByTestId('live-polite').textContent).toBe(message);
    expect(screen.getAllByText(message)).toHaveLength(2);
  });

  it.each([
    ['remove-deleted', ''],
    ['remove-never-crawled', 'Error removing items: Not now.'],
    ['remove-all-zero', 'Error removing items: Not now.'],
  ])('log a failure of %s and show it inline; the alert is %j', async (id, alert) => {
    await openQualityTools(() => errorResponse('Not now.'));
    await clickScan();
    await click(button(id));
    await click(screen.getByRole('button', { name: /^Remove \d+ items$/ }));
    expect(screen.getByTestId('live-alert').textContent).toBe(alert);
    expect(screen.getAllByText('Error removing items: Not now.').length).toBeGreaterThan(0);
    expect(logged).toHaveBeenCalledTimes(1);
    expect([sentBodies(CLEANUP_ENDPOINT).length, queriesTo(SCAN_URL).length, screen.queryByRole('dialog')]).toEqual([1, 2, null]);
  });

  it('say how many match now, and ask again, when more would be removed than were shown', async () => {
    const refusal = '4,000 boards match now, more than expected. They were not removed.';
    let hasGrown = false;
    await openQualityTools(
      () => (hasGrown ? { body: { deleted: 1 } } : ((hasGrown = true), errorResponse(refusal, 409, 'more_than_expected'))),
      () => ({ body: qualityScanRecord(hasGrown ? { ...issueCounts, never_crawled: 2_000 } : issueCounts) }),
    );
    await clickScan();
    await click(button('remove-never-crawled'));
    await click(screen.getByRole('button', { name: 'Remove 6 items' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove 4000 never-crawled items? This action cannot be undone.' });
    expect(within(dialog).getByText(refusal)).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Remove 4,000 items' }));
    expect(sentBodies(CLEANUP_ENDPOINT).map((body) => (body as { expected: number }).expected)).toEqual([6, 4_000, 3_999, 3_998]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('remove once even if confirmed repeatedly', async () => {
    const slow = deferredResponse();
    await openQualityTools(() => slow.reply);
    await click(button('remove-never-crawled'));
    await click(screen.getByRole('button', { name: 'Remove 3 items' }));
    await click(screen.getByRole('button', { name: 'Remove 3 items' }));
    expect(sentBodies(CLEANUP_ENDPOINT)).toHaveLength(1);
    await slow.give({ body: { deleted: 1 } });
    expect(screen.getByTestId('live-polite').textContent).toBe('Removed 3 never-crawled items');
  });
});
