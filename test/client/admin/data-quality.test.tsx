/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { bodiesOf, callsOf, click, freshBrowser, later, openAt, press, type Reply, sent } from '../../support/client';
import { startShortcuts } from '../../../client/src/app/shortcuts';
import { answering, fault } from './admin-api';
import { aScan, performers, someGrowth } from './admin-records';

const SCAN = '/api/admin/data-quality/scan';
const CLEANUP = 'POST /api/admin/data-quality/cleanup';
const both = { not_searchable: 2, never_crawled: 3, all_zero_metrics: 5 };

/** Opens the tools over a server that finds `scan` and cleans as told. */
const open = async (
  cleanup: () => Reply | Promise<Reply> = () => ({ body: { deleted: 4 } }),
  scan: () => Reply | Promise<Reply> = () => ({ body: aScan(both) }),
) => {
  const answers = answering({
    'GET /api/admin/analytics': () => ({ body: someGrowth(performers(3)) }),
    [`GET ${SCAN}`]: scan,
    [CLEANUP]: cleanup,
  });
  await openAt('/admin/growth', 'admin', answers);
  await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' });
  await act(async () => {});
};
const counters = () => ['suspicious-count', 'never-crawled-count', 'deleted-count'].map((id) => screen.getByTestId(id).textContent);
const scan = () => click(screen.getByTestId('scan-now'));
const button = (id: string) => screen.getByTestId<HTMLButtonElement>(id);

beforeAll(startShortcuts);

describe('the data quality tools', () => {
  let logged: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    freshBrowser();
    logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it('count what came with the figures, until one scans', async () => {
    await open();
    expect([counters(), callsOf(SCAN).length]).toEqual([['14', '3', '0'], 0]);
    await scan();
    expect(counters()).toEqual(['10', '6', '4']);
    expect(screen.getByText('Scanned 21 Nov 2026, 14:03 UTC')).toBeTruthy();
  });

  it('scan with the key s', async () => {
    await open();
    await press('s');
    expect(callsOf(SCAN)).toHaveLength(1);
  });

  it('scan once at a time', async () => {
    const slow = later();
    await open(undefined, () => slow.reply);
    await scan();
    expect(button('scan-now').textContent).toBe('Scanning…');
    await scan();
    expect(callsOf(SCAN)).toHaveLength(1);
    await slow.give({ body: aScan(both) });
    expect(button('scan-now').textContent).toBe('Scan Now');
  });

  it('log a failed scan and say so in its place, without a toast', async () => {
    await open(undefined, () => fault('Not now.'));
    await scan();
    expect(screen.getByText(/^Could not load\./)).toBeTruthy();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(counters()).toEqual(['14', '3', '0']);
  });

  it('do not offer to remove what is not there', async () => {
    await open();
    expect(['remove-deleted', 'remove-never-crawled', 'remove-all-zero'].map((id) => button(id).disabled)).toEqual([true, false, false]);
    await scan();
    expect(button('remove-deleted').disabled).toBe(false);
  });

  it.each([
    ['remove-deleted', 'Remove 4 deleted items?', 'Remove 4 items'],
    ['remove-never-crawled', 'Remove 6 never-crawled items? This action cannot be undone.', 'Remove 6 items'],
    ['remove-all-zero', 'Remove 10 items with all zero metrics? This action cannot be undone.', 'Remove 10 items'],
  ])('ask before %s, with the safe answer first, and do nothing on Cancel', async (id, question, action) => {
    await open();
    await scan();
    await click(button(id));
    expect(screen.getByRole('dialog', { name: question })).toBeTruthy();
    expect(screen.getByRole('button', { name: action }).className).toContain('button--danger');
    expect(document.activeElement?.textContent).toBe('Cancel');
    await click(screen.getByRole('button', { name: 'Cancel' }));
    expect([screen.queryByRole('dialog'), sent]).toEqual([null, []]);
    expect(document.activeElement).toBe(button(id));
  });

  it.each([
    ['remove-deleted', 'not_searchable', 'Removed 12 items'],
    ['remove-never-crawled', 'never_crawled', 'Removed 12 never-crawled items'],
    ['remove-all-zero', 'all_zero', 'Removed 12 items'],
  ])('%s from boards, pinners and pins, then scan and load anew', async (id, issue_type, message) => {
    await open();
    await scan();
    await click(button(id));
    await click(screen.getByRole('button', { name: /^Remove \d+ items$/ }));
    expect(bodiesOf(CLEANUP)).toEqual(['board', 'pinner', 'pin'].map((entity_type) => ({ entity_type, issue_type })));
    expect([callsOf(SCAN).length, callsOf('/api/admin/analytics').length]).toEqual([2, 2]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByTestId('live-polite').textContent).toBe(message);
    expect(screen.getAllByText(message)).toHaveLength(2);
  });

  it.each([
    ['remove-deleted', ''],
    ['remove-never-crawled', 'Error removing items: Not now.'],
    ['remove-all-zero', 'Error removing items: Not now.'],
  ])('say in its place and log when %s fails; the alert is %j', async (id, alert) => {
    await open(() => fault('Not now.'));
    await scan();
    await click(button(id));
    await click(screen.getByRole('button', { name: /^Remove \d+ items$/ }));
    expect(screen.getByTestId('live-alert').textContent).toBe(alert);
    expect(screen.getAllByText('Error removing items: Not now.').length).toBeGreaterThan(0);
    expect(logged).toHaveBeenCalledTimes(1);
    expect([bodiesOf(CLEANUP).length, callsOf(SCAN).length, screen.queryByRole('dialog')]).toEqual([1, 2, null]);
  });

  it('remove once, however often one presses', async () => {
    const slow = later();
    await open(() => slow.reply);
    await click(button('remove-never-crawled'));
    await click(screen.getByRole('button', { name: 'Remove 3 items' }));
    await click(screen.getByRole('button', { name: 'Remove 3 items' }));
    expect(bodiesOf(CLEANUP)).toHaveLength(1);
    await slow.give({ body: { deleted: 1 } });
    expect(screen.getByTestId('live-polite').textContent).toBe('Removed 3 never-crawled items');
  });
});
