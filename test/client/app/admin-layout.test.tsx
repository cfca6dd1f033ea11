/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import { requestedUrls, click, resetBrowser, openApp, press, setWindowWidth } from '../../support/client/client-app';
import { closeShortcutHelp, openShortcutHelp } from '../../../client/src/site/shortcuts';
import { anOverview } from '../../support/client/operations-record';
import { serveEndpoints } from '../../support/client/serve-endpoints';
import { topPerformers, growthAnalyticsRecord, siteAnalyticsRecord } from '../../support/client/analytics-records';

const adminServer = serveEndpoints({
  'GET /api/analytics/dashboard': () => ({ body: siteAnalyticsRecord(30) }),
  'GET /api/admin/analytics': () => ({ body: growthAnalyticsRecord(topPerformers(3)) }),
  'GET /api/admin/data-quality/cleanups': () => ({ body: [] }),
  'GET /api/admin/jobs': () => ({ body: [] }),
  'GET /api/admin/alarms': () => ({ body: [] }),
  'GET /api/imports': () => ({ body: { imports: [], next_before: null } }),
  'GET /api/admin/operations': () => ({ body: anOverview() }),
  'GET /api/admin/people': () => ({ body: { people: [], total: 0, page: 1, pages: 1 } }),
  'GET /api/admin/audit': () => ({ body: { entries: [], total: 0, page: 1, pages: 1 } }),
});
const navigationLabels = ['Site Analytics', 'Growth Analytics', 'People', 'Imports', 'Operations', 'Audit', 'Back to Site'];
const navigation = () => within(screen.getByRole('navigation', { name: 'Administration' }));

describe('the admin layout', () => {
  beforeEach(resetBrowser);

  it.each([
    ['/admin/analytics', 'Site Analytics', 'Analytics'],
    ['/admin/growth', 'Growth Analytics', 'Growth Analytics'],
    ['/admin/people', 'People', 'People'],
    ['/admin/imports', 'Imports', 'Imports'],
    ['/admin/operations', 'Operations', 'Operations'],
    ['/admin/audit', 'Audit', 'Audit'],
  ])('of %s marks the current screen and has no main navigation', async (address, place, title) => {
    await openApp(address, 'admin', adminServer);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(place);
    expect(document.title).toBe(`${title} · Corklight`);
    expect(
      navigation()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(navigationLabels);
    expect(navigation().getByRole('link', { current: 'page' }).textContent).toBe(place);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.getByRole('link', { name: 'Corklight' }).getAttribute('href')).toBe('/');
    expect(navigation().getByRole('link', { name: 'Back to Site' }).getAttribute('href')).toBe('/boards');
  });

  it.each(['/admin/analytics', '/admin/growth?entity=pin', '/admin/people', '/admin/operations', '/admin/audit'])(
    'redirects a visitor of %s to sign in and back',
    async (address) => {
      await openApp(address, 'visitor', adminServer);
      expect(`${location.pathname}${location.search}`).toBe(`/auth/login?${new URLSearchParams({ next: address })}`);
      expect(await screen.findByText('Sign in to continue.')).toBeTruthy();
      expect(requestedUrls.filter((call) => call.includes('/admin/') || call.includes('dashboard'))).toEqual([]);
    },
  );

  it.each(['/admin/analytics', '/admin/growth', '/admin/people', '/admin/operations', '/admin/audit'])(
    'redirects a user who is not an admin from %s to the home page',
    async (address) => {
      await openApp(address, 'premium', adminServer);
      expect(location.pathname).toBe('/');
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
      expect(requestedUrls.filter((call) => call.includes('/admin/') || call.includes('dashboard'))).toEqual([]);
    },
  );

  it('folds the navigation behind a button and closes it with Esc', async () => {
    setWindowWidth(360);
    await openApp('/admin/operations', 'admin', adminServer);
    const button = screen.getByRole('button', { name: 'Menu' });
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['false', 'admin-nav']);
    await click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await press('Escape');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    ['beside the navigation', 1280],
    ['in the folded navigation', 360],
  ])('has the account menu %s, with the email once and without links to its own screens', async (_, width) => {
    setWindowWidth(width);
    await openApp('/admin/operations', 'admin', adminServer);
    const header = within(screen.getByRole('banner'));
    await click(header.getByRole('button', { name: width === 360 ? 'Menu' : /^Account of / }));
    expect(header.getAllByText(/@/)).toHaveLength(1);
    expect(header.getByRole('link', { name: 'Today' })).toBeTruthy();
    expect(header.getByRole('button', { name: 'Sign out' })).toBeTruthy();
    expect(header.queryAllByRole('link', { name: 'Operations' })).toHaveLength(1);
  });

  it('ignores the case and a trailing slash of the path', async () => {
    await openApp('/Admin/Operations/', 'admin', adminServer);
    expect(navigation().getByRole('link', { current: 'page' }).textContent).toBe('Operations');
  });

  it('adds its shortcuts to the list', async () => {
    await openApp('/admin/operations', 'admin', adminServer);
    await act(async () => openShortcutHelp());
    const keys = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(
      ['Refresh', 'Export', 'Scan'].map((meaning) => keys.getByText(meaning).parentElement?.querySelector('kbd')?.textContent),
    ).toEqual(['r', 'e', 's']);
    await act(async () => closeShortcutHelp());
  });

  it('links its screens and the site', async () => {
    await openApp('/admin/analytics', 'admin', adminServer);
    await click(navigation().getByRole('link', { name: 'Growth Analytics' }));
    expect((await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' })).textContent).toBe('Growth Analytics');
    await click(navigation().getByRole('link', { name: 'Back to Site' }));
    expect(location.pathname).toBe('/boards');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });
});
