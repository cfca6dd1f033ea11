/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { catalogServer, click, type FakeResponse, openApp, queriesTo, resetBrowser } from '../../../support/client/client-app';

const bar = () => within(screen.getByTestId('filter-bar'));
const counts = () => screen.queryByTestId('choice-counts');

/** Opens a locked filter of boards on a site that answers its counts with this. */
async function openLocked(filter: RegExp, response: FakeResponse) {
  await openApp('/boards', 'free', (url) => (url.pathname.startsWith('/api/filter-choices/boards/') ? response : catalogServer(url)));
  await click(bar().getByRole('button', { name: /Filter$/ }));
  await click(bar().getByRole('button', { name: filter }));
  await bar().findByRole('link', { name: 'See Premium' });
}

describe('the counts behind a locked filter', () => {
  beforeEach(resetBrowser);

  it('are those of each time window, as words without a control', async () => {
    const choices = [
      { value: '7d', rows: 12 },
      { value: '30d', rows: 412 },
      { value: '90d', rows: 1_200 },
    ];
    await openLocked(/^Last activity/, { body: { total: 1_234, choices } });
    expect([...(await screen.findByTestId('choice-counts')).children].map(({ textContent }) => textContent)).toEqual([
      'In the last 7 days: 12 of 1,234 boards',
      'In the last 30 days: 412 of 1,234 boards',
      'In the last 90 days: 1,200 of 1,234 boards',
    ]);
    expect(within(counts()!).queryByRole('button')).toBeNull();
    expect(bar().getByText('Filtering by last activity is part of Premium.')).toBeTruthy();
  });

  it('are one for something that rows have', async () => {
    await openLocked(/^Steady growth/, { body: { total: 1_234, choices: [{ value: '1', rows: 412 }] } });
    expect((await screen.findByTestId('choice-counts')).textContent).toBe('412 of 1,234 boards');
  });

  it.each<[string, FakeResponse]>([
    ['that cannot be counted', { status: 503, body: null }],
    ['of an empty list', { body: { total: 0, choices: [{ value: '1', rows: 0 }] } }],
  ])('%s are left out, and the rest stays', async (_, response) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await openLocked(/^Steady growth/, response);
    expect(counts()).toBeNull();
    expect(bar().getByText('Filtering by steady growth is part of Premium.')).toBeTruthy();
    jest.restoreAllMocks();
  });

  it('are not asked for where the filter is open', async () => {
    await openApp('/boards', 'premium', catalogServer);
    await click(bar().getByRole('button', { name: /Filter$/ }));
    await click(bar().getByRole('button', { name: 'Last activity' }));
    await bar().findByRole('button', { name: 'In the last 7 days' });
    expect(queriesTo('/api/filter-choices/boards/active')).toEqual([]);
  });
});
